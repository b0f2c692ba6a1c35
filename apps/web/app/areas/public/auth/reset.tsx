import { type ActionFunctionArgs, data, Form, Link, useActionData, useNavigation, useSearchParams } from 'react-router'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { AuthPage } from './auth-page.tsx'
import { Notice } from './notice.tsx'
import { useHashedSubmit } from '../../../parts/account/hashed-password.ts'

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

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  try {
    await apiOf(context).call('PUT /auth/users/reset', {
      body: {
        token: String(form.get('token') ?? ''),
        password: String(form.get('password') ?? ''),
        hashed: form.get('hashed') === 'true',
      },
    })
    return { done: true, problem: null }
  } catch (error) {
    const problem = asProblem(error)
    return data({ done: false, problem }, { status: problem.status || 503 })
  }
}

export default function Reset() {
  const t = useT()
  const [search] = useSearchParams()
  const answer = useActionData<typeof action>() as { done: boolean; problem: ProblemData | null } | undefined
  const busy = useNavigation().state !== 'idle'
  const onSubmit = useHashedSubmit(['password'])
  const token = search.get('token')
  if (answer?.done) {
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
      <Form method="post" onSubmit={onSubmit} className="flex flex-col gap-5">
        <input type="hidden" name="token" value={token} />
        <FormProblem problem={answer?.problem}>
          <PasswordField label={t('auth.newPassword')} name="password" autoComplete="new-password" rules />
          <Button type="submit" variant="primary" size="lg" wide busy={busy ? t('ui.saving') : undefined}>
            {t('auth.reset.submit')}
          </Button>
        </FormProblem>
      </Form>
    </AuthPage>
  )
}
