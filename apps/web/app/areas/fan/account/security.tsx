import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useNavigation,
  useRevalidator,
} from 'react-router'
import { asProblem, asUpdateProblem, type ProblemData } from '../../../api/problem.ts'
import { apiOf, type Me, requestContextOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { useHashedSubmit } from '../../../parts/account/hashed-password.ts'
import { mailsCode, stepUpOf } from '../../../parts/account/step-up/step-up.ts'
import { StepUpFields } from '../../../parts/account/step-up/step-up-fields.tsx'
import { FormProblem, useProblemText } from '../../../ui/form.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { PartialState } from '../../../ui/states.tsx'
import { AccountFrame, SaveRow, Section } from './account-frame.tsx'
import { Sessions } from './devices.tsx'
import { SecondFactors } from './second-factors.tsx'
import { SignInWith } from './sign-in-with.tsx'

export { clientAction } from '../../../api/offline.ts'
export const handle = { messages: ['account', 'security', 'providers', 'stepUp'] }
export const clientMiddleware = [withMessages('account', 'security', 'providers', 'stepUp')]

export async function loader({ context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const orProblem = <T,>(response: Promise<{ data: T[] }>) =>
    response.then(
      ({ data }) => ({ data, problem: null }),
      (error: unknown) => {
        if (error instanceof Response || asProblem(error).status === 401) throw error
        return { data: [] as T[], problem: asProblem(error) }
      },
    )
  const [{ data: factors }, { data: stepUp }, sessions, identities] = await Promise.all([
    api.call('GET /auth/second-factor'),
    api.call('GET /auth/confirmation'),
    orProblem(api.call('GET /auth/sessions')),
    orProblem(api.call('GET /auth/identities')),
  ])
  return { factors, stepUp, sessions, identities }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const api = apiOf(context)
  const end = form.get('end')
  try {
    if (await mailsCode(api, form)) return { saved: false, problem: null, isMailed: true }
    if (end === 'others') await api.call('DELETE /auth/sessions')
    else if (end) await api.call('DELETE /auth/sessions/:id', { params: { id: String(end) } })
    else {
      const me = (await requestContextOf(context).me()) as Me
      await api.call('PUT /auth/users/me/password', {
        body: {
          password: String(form.get('password') ?? ''),
          source: me.isPerformer ? 'performer' : 'user',
          hashed: form.get('hashed') === 'true',
          ...stepUpOf(form),
        },
      })
    }
    return { saved: !end, problem: null }
  } catch (error) {
    if (error instanceof Response) throw error
    const problem = asUpdateProblem(error, { INCORRECT_CREDENTIALS: 'currentPassword' })
    return data({ saved: false, problem }, { status: problem.status || 503 })
  }
}

export default function Security() {
  const t = useT()
  const problemText = useProblemText()
  const { revalidate } = useRevalidator()
  const again = () => void revalidate()
  const { factors, stepUp, sessions, identities } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as
    | { saved: boolean; problem: ProblemData | null; isMailed?: true }
    | undefined
  const busy = useNavigation().formAction === '/user/security'
  const onSubmit = useHashedSubmit(['password', 'currentPassword'])
  return (
    <AccountFrame title={t('account.security.title')}>
      <title>{t('account.security.title')}</title>
      <Section title={t('account.password.title')} lead={t('account.password.lead')}>
        <Form method="post" onSubmit={onSubmit} preventScrollReset className="flex flex-col gap-5">
          <FormProblem problem={answer?.problem}>
            <StepUpFields stepUp={stepUp} password={t('account.password.current')} isMailed={answer?.isMailed} />
            <PasswordField label={t('account.password.new')} name="password" autoComplete="new-password" rules />
            <SaveRow busy={busy} saved={answer?.saved === true}>
              {t('account.password.save')}
            </SaveRow>
          </FormProblem>
        </Form>
      </Section>
      <SecondFactors factors={factors} />
      <SignInWith identities={identities} onRetry={again} />
      <Section title={t('account.sessions.title')} lead={t('account.sessions.lead')}>
        {sessions.problem ? <PartialState onRetry={again}>{problemText(sessions.problem)}</PartialState> : null}
        <Sessions sessions={sessions.data} />
      </Section>
    </AccountFrame>
  )
}
