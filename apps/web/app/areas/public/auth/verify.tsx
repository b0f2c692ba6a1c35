import { mailedLinkMinutes } from '@fanlight/contract/emailed-links'
import { type ActionFunctionArgs, data, Form, useActionData, useNavigation, useSearchParams } from 'react-router'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FormProblem, useProblemText } from '../../../ui/form.tsx'
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

/** A click confirms, not the page request: mail scanners open every link in an email. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const token = String(form.get('token') ?? '')
  const email = String(form.get('email') ?? '').trim()
  try {
    await apiOf(context).call('POST /auth/email-verification', { body: token ? { token } : { email } })
    return { done: token ? ('confirmed' as const) : ('sent' as const), problem: null }
  } catch (error) {
    const problem = asProblem(error)
    return data({ done: null, problem }, { status: problem.status || 503 })
  }
}

export default function Verify() {
  const t = useT()
  const problemText = useProblemText()
  const [search] = useSearchParams()
  const answer = useActionData<typeof action>() as
    | { done: 'confirmed' | 'sent' | null; problem: ProblemData | null }
    | undefined
  const busy = useNavigation().state !== 'idle'
  const token = search.get('token')
  const email = search.get('email') ?? ''

  if (answer?.done === 'confirmed') {
    return (
      <AuthPage title={t('auth.verify.doneTitle')} image="dance">
        <title>{t('auth.verify.doneTitle')}</title>
        <Notice kind="done">{t('auth.verify.done')}</Notice>
        <ButtonLink to="/auth/login" variant="primary" size="lg" wide>
          {t('auth.verify.continue')}
        </ButtonLink>
      </AuthPage>
    )
  }
  if (token && !answer?.problem) {
    return (
      <AuthPage title={t('auth.verify.title')} lead={t('auth.verify.press')} image="dance">
        <title>{t('auth.verify.title')}</title>
        <Form method="post">
          <input type="hidden" name="token" value={token} />
          <Button type="submit" variant="primary" size="lg" wide busy={busy ? t('auth.verify.busy') : undefined}>
            {t('auth.verify.submit')}
          </Button>
        </Form>
      </AuthPage>
    )
  }
  return (
    <AuthPage
      title={t('auth.verify.title')}
      lead={answer?.done === 'sent' ? undefined : t('auth.verify.lead', { minutes: mailedLinkMinutes })}
      image="dance"
    >
      <title>{t('auth.verify.title')}</title>
      {answer?.done === 'sent' || (email && !answer) ? <Notice kind="mailed">{t('auth.verify.sent')}</Notice> : null}
      {token && answer?.problem ? <Notice kind="refused">{problemText(answer.problem)}</Notice> : null}
      <Form method="post" className="flex flex-col gap-5">
        <FormProblem problem={token ? null : answer?.problem}>
          <Field label={t('auth.email')} name="email" required>
            <Input type="email" autoComplete="email" defaultValue={email} />
          </Field>
          <Button
            type="submit"
            variant={email && !answer ? 'quiet' : 'primary'}
            size="lg"
            wide
            busy={busy ? t('ui.sending') : undefined}
          >
            {t('auth.verify.again')}
          </Button>
        </FormProblem>
      </Form>
    </AuthPage>
  )
}
