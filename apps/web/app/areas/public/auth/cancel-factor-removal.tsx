import { type ActionFunctionArgs, data, Form, useActionData, useNavigation, useSearchParams } from 'react-router'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { useProblemText } from '../../../ui/form.tsx'
import { AuthPage } from './auth-page.tsx'
import { Notice } from './notice.tsx'

export { clientAction } from '../../../api/offline.ts'
export const handle = { layout: 'public', noRedirect: true, messages: ['factor', 'errors'] }
export const clientMiddleware = [withMessages('factor', 'errors')]
export const meta = () => [
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

/** A click is required, not only the page request: mail scanners open every link in an email. */
export async function action({ request, context }: ActionFunctionArgs) {
  const token = String((await request.formData()).get('token') ?? '')
  try {
    await apiOf(context).call('POST /auth/second-factor-removal/refusal', { body: { token } })
    return { isCancelled: true, problem: null }
  } catch (error) {
    const problem = asProblem(error)
    return data({ isCancelled: false, problem }, { status: problem.status || 503 })
  }
}

/** The page linked in the email that announces the removal of a second factor. */
export default function CancelFactorRemoval() {
  const t = useT()
  const problemText = useProblemText()
  const [search] = useSearchParams()
  const answer = useActionData<typeof action>() as { isCancelled: boolean; problem: ProblemData | null } | undefined
  const busy = useNavigation().state !== 'idle'
  const token = search.get('token')
  const problem = answer?.problem
  const dead = !token || (problem && problem.code !== 'OFFLINE' && problem.status < 500 && problem.status !== 429)
  return (
    <AuthPage title={t('factor.title')} lead={dead || answer?.isCancelled ? undefined : t('factor.lead')} image="kiln">
      <title>{t('factor.title')}</title>
      {answer?.isCancelled ? (
        <Notice kind="done">{t('factor.cancelled')}</Notice>
      ) : dead || problem ? (
        <Notice kind="refused">
          {!problem || problem.code === 'TOKEN_SPENT' ? t('factor.dead') : problemText(problem)}
        </Notice>
      ) : null}
      {answer?.isCancelled || dead ? (
        <ButtonLink to="/auth/forgot" variant="primary" size="lg" wide>
          {t('factor.security')}
        </ButtonLink>
      ) : (
        <Form method="post">
          <input type="hidden" name="token" value={token} />
          <Button type="submit" variant="primary" size="lg" wide busy={busy ? t('factor.keeping') : undefined}>
            {t('factor.keep')}
          </Button>
        </Form>
      )}
    </AuthPage>
  )
}
