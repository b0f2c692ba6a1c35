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
export const handle = {
  layout: 'public',
  measured: 'never',
  noRedirect: true,
  messages: ['privacy', 'errors'],
  secretAddress: true,
}
export const clientMiddleware = [withMessages('privacy', 'errors')]
export const meta = () => [{ name: 'robots', content: 'noindex' }]

type Done = 'half' | 'done' | 'refused'

/** A click is required, not only the page request: mail scanners open every link in an email. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const api = apiOf(context)
  const token = String(form.get('token') ?? '')
  try {
    if (form.get('refuse')) {
      await api.call('POST /auth/email-change/refusal', { body: { token } })
      return { done: 'refused' as Done, problem: null }
    }
    const { changed } = (await api.call('POST /auth/email-change', { body: { token } })).data
    return { done: (changed ? 'done' : 'half') as Done, problem: null }
  } catch (error) {
    const problem = asProblem(error)
    return data({ done: null, problem }, { status: problem.status || 503 })
  }
}

/** Where the links of a change of address lead: to say yes, or that one knows nothing of it. */
export default function EmailLink() {
  const t = useT()
  const problemText = useProblemText()
  const [search] = useSearchParams()
  const answer = useActionData<typeof action>() as { done: Done | null; problem: ProblemData | null } | undefined
  const busy = useNavigation().state !== 'idle'
  const refusing = search.has('not-me')
  const token = search.get('not-me') ?? search.get('token')
  const title = t(refusing ? 'privacy.email.refuseTitle' : 'privacy.email.confirmTitle')
  const dead = !token || (answer?.problem && answer.problem.code !== 'OFFLINE' && answer.problem.status < 500)

  if (answer?.done) {
    return (
      <AuthPage title={title} image="dance">
        <title>{title}</title>
        <Notice kind="done">{t(`privacy.email.${answer.done}`)}</Notice>
        {answer.done === 'half' ? null : (
          <ButtonLink to={answer.done === 'done' ? '/user/account' : '/auth/login'} variant="primary" size="lg" wide>
            {t('privacy.email.continue')}
          </ButtonLink>
        )}
      </AuthPage>
    )
  }
  return (
    <AuthPage
      title={title}
      lead={dead ? undefined : t(refusing ? 'privacy.email.refuseLead' : 'privacy.email.confirmLead')}
      image="dance"
    >
      <title>{title}</title>
      {dead || answer?.problem ? (
        <Notice kind="refused">
          {!answer?.problem || answer.problem.code === 'TOKEN_SPENT'
            ? t('privacy.email.dead')
            : problemText(answer.problem)}
        </Notice>
      ) : null}
      {dead ? (
        <ButtonLink to="/user/account/email" variant="primary" size="lg" wide>
          {t('privacy.email.again')}
        </ButtonLink>
      ) : (
        <Form method="post">
          <input type="hidden" name="token" value={token} />
          {refusing ? <input type="hidden" name="refuse" value="yes" /> : null}
          <Button
            type="submit"
            variant={refusing ? 'danger' : 'primary'}
            size="lg"
            wide
            busy={busy ? t(refusing ? 'privacy.email.refusing' : 'privacy.email.confirming') : undefined}
          >
            {t(refusing ? 'privacy.email.refuse' : 'privacy.email.confirm')}
          </Button>
        </Form>
      )}
    </AuthPage>
  )
}
