import { type ActionFunctionArgs, data, Form, useActionData, useNavigation, useSearchParams } from 'react-router'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { apiOf } from '../../../api/visit.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { useProblemWords } from '../../../ui/form.tsx'
import { AuthPage } from './auth-page.tsx'
import { Notice } from './notice.tsx'

export { clientAction } from '../../../api/lost-line.ts'
export const handle = { layout: 'public', noRedirect: true, messages: ['factor', 'errors'] }
export const clientMiddleware = [withMessages('factor', 'errors')]
export const meta = () => [
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

/** A press decides, not the visit: programs that look through mail open every link in it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const token = String((await request.formData()).get('token') ?? '')
  try {
    await apiOf(context).call('POST /auth/second-factor-removal/refusal', { body: { token } })
    return { kept: true, problem: null }
  } catch (error) {
    const problem = asProblem(error)
    return data({ kept: false, problem }, { status: problem.status || 503 })
  }
}

/** Where the letter leads that says a second factor is about to be removed. */
export default function KeepFactor() {
  const t = useT()
  const words = useProblemWords()
  const [search] = useSearchParams()
  const answer = useActionData<typeof action>() as { kept: boolean; problem: ProblemData | null } | undefined
  const busy = useNavigation().state !== 'idle'
  const token = search.get('token')
  const problem = answer?.problem
  const dead = !token || (problem && problem.code !== 'OFFLINE' && problem.status < 500 && problem.status !== 429)
  return (
    <AuthPage title={t('factor.title')} lead={dead || answer?.kept ? undefined : t('factor.lead')} picture="kiln">
      <title>{t('factor.title')}</title>
      {answer?.kept ? (
        <Notice kind="done">{t('factor.kept')}</Notice>
      ) : dead || problem ? (
        <Notice kind="refused">{!problem || problem.code === 'TOKEN_SPENT' ? t('factor.dead') : words(problem)}</Notice>
      ) : null}
      {answer?.kept || dead ? (
        <ButtonLink to="/auth/forgot" look="primary" size="lg" wide>
          {t('factor.security')}
        </ButtonLink>
      ) : (
        <Form method="post">
          <input type="hidden" name="token" value={token} />
          <Button type="submit" look="primary" size="lg" wide busy={busy ? t('factor.keeping') : undefined}>
            {t('factor.keep')}
          </Button>
        </Form>
      )}
    </AuthPage>
  )
}
