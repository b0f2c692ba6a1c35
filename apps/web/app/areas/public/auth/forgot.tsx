import { mailedLinkMinutes } from '@fanlight/contract/emailed-links'
import { MailCheck } from 'lucide-react'
import { Link } from 'react-router'
import { formAction } from '../../../api/form-action.server.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { Captcha } from '../../../parts/account/captcha.tsx'
import { ActionForm, useActionForm } from '../../../parts/forms/action-form.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { AuthPage } from './auth-page.tsx'

export { clientAction } from '../../../api/offline.ts'
export const handle = { layout: 'public', signIn: 'none', messages: ['auth', 'errors'] }
export const clientMiddleware = [withMessages('auth', 'errors')]
export const meta = () => [{ name: 'robots', content: 'noindex' }]

export const action = formAction('POST /auth/users/forgot', { onDone: (_, { text }) => text('email') })

export default function Forgot() {
  const t = useT()
  const form = useActionForm<typeof action>()
  const back = (
    <Link to="/auth/login" className="link">
      {t('auth.backToLogin')}
    </Link>
  )
  if (form.done) {
    return (
      <AuthPage title={t('auth.forgot.sentTitle')} foot={back} image="kiln">
        <title>{t('auth.forgot.sentTitle')}</title>
        <p role="status" className="flex gap-3 rounded-lg bg-success-soft px-4 py-3.5 text-success-soft-ink">
          <MailCheck className="icon mt-px" aria-hidden="true" />
          {/* The same text whether or not there is such an account. */}
          {t('auth.forgot.sent', { email: form.done, minutes: mailedLinkMinutes })}
        </p>
      </AuthPage>
    )
  }
  return (
    <AuthPage title={t('auth.forgot.title')} lead={t('auth.forgot.lead')} foot={back} image="kiln">
      <title>{t('auth.forgot.title')}</title>
      <ActionForm form={form} className="flex flex-col gap-5">
        <Field label={t('auth.email')} name={form.name('email')} required>
          <Input type="email" autoComplete="email" inputMode="email" />
        </Field>
        <Captcha problem={form.problem} />
        <Button type="submit" variant="primary" size="lg" wide busy={form.busy ? t('auth.forgot.busy') : undefined}>
          {t('auth.forgot.submit')}
        </Button>
      </ActionForm>
    </AuthPage>
  )
}
