import { Link, useSearchParams } from 'react-router'
import { formAction } from '../../../api/form-action.server.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { ActionForm, useActionForm } from '../../../parts/forms/action-form.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { AuthPage } from './auth-page.tsx'
import { Notice } from './notice.tsx'

export { clientAction } from '../../../api/offline.ts'
export const handle = {
  layout: 'public',
  measured: 'never',
  noRedirect: true,
  messages: ['auth', 'errors'],
  secretAddress: true,
}
export const clientMiddleware = [withMessages('auth', 'errors')]
export const meta = () => [{ name: 'robots', content: 'noindex' }]

export const action = formAction('PUT /auth/users/reset')

export default function Reset() {
  const t = useT()
  const [search] = useSearchParams()
  const form = useActionForm<typeof action>()
  const token = search.get('token')
  if (form.done) {
    return (
      <AuthPage title={t('auth.reset.doneTitle')} image="kiln">
        <title>{t('auth.reset.doneTitle')}</title>
        <Notice kind="done">{t('auth.reset.done')}</Notice>
        <ButtonLink to="/auth/login" variant="primary" size="lg" wide>
          {t('auth.login.submit')}
        </ButtonLink>
      </AuthPage>
    )
  }
  if (!token) {
    return (
      <AuthPage title={t('auth.reset.title')} lead={t('errors.TOKEN_SPENT')} image="kiln">
        <title>{t('auth.reset.title')}</title>
        <ButtonLink to="/auth/forgot" variant="primary" size="lg" wide>
          {t('auth.reset.newLink')}
        </ButtonLink>
      </AuthPage>
    )
  }
  return (
    <AuthPage
      title={t('auth.reset.title')}
      lead={t('auth.reset.lead')}
      image="kiln"
      foot={
        <Link to="/auth/forgot" className="link">
          {t('auth.reset.newLink')}
        </Link>
      }
    >
      <title>{t('auth.reset.title')}</title>
      <ActionForm form={form} passwords={['password']} className="flex flex-col gap-5">
        <input type="hidden" name={form.name('token')} value={token} />
        <PasswordField label={t('auth.newPassword')} name={form.name('password')} autoComplete="new-password" rules />
        <Button type="submit" variant="primary" size="lg" wide busy={form.busy ? t('ui.saving') : undefined}>
          {t('auth.reset.submit')}
        </Button>
      </ActionForm>
    </AuthPage>
  )
}
