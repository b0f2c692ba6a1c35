import { type ActionFunctionArgs, data, Form, type LoaderFunctionArgs, useActionData, useParams } from 'react-router'
import { formDataOf } from '../../../api/form-data.server.ts'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { type Api, apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { useHashedSubmit } from '../../../parts/account/hashed-password.ts'
import { type StepUpState, isStepUpProblem, mailsCode, stepUpOf } from '../../../parts/account/step-up/step-up.ts'
import { StepUpFields } from '../../../parts/account/step-up/step-up-fields.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { AuthPage } from './auth-page.tsx'
import { Leading } from './leading.tsx'
import { providerOf } from './provider.ts'
import { ProviderRefused } from './provider-refused.tsx'

// The step between our button and the provider: requests the provider's URL, and a page leads to it.

export { clientAction } from '../../../api/offline.ts'
export const handle = {
  layout: 'public',
  measured: 'never',
  noRedirect: true,
  messages: ['auth', 'providers', 'stepUp', 'errors'],
}
export const clientMiddleware = [withMessages('auth', 'providers', 'stepUp', 'errors')]
export const meta = () => [{ name: 'robots', content: 'noindex' }]

export function loader({ params }: LoaderFunctionArgs) {
  providerOf(params)
  return null
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const provider = providerOf(params)
  const form = await formDataOf(request)
  const field = (name: string) => String(form.get(name) ?? '')
  const api = apiOf(context)
  const isLink = field('link') === 'on'
  try {
    if (isLink) {
      if (await mailsCode(api, form)) return { ...(await stepUpPrompt(api)), isMailed: true }
      const { data: begun } = await api.call('POST /auth/identities/:provider', {
        params: { provider },
        body: stepUpOf(form),
      })
      return { url: begun.url, isLink, problem: null }
    }
    const body = {
      role: field('role') === 'performer' ? ('performer' as const) : ('user' as const),
      withoutEmail: field('withoutEmail') === 'on',
      ...(field('redirect') && { redirect: field('redirect') }),
    }
    const { data: begun } = await (provider === 'google'
      ? api.call('POST /auth/google/login', { body })
      : api.call('POST /auth/twitter/login', { body }))
    return { url: begun.url, isLink, problem: null }
  } catch (error) {
    if (error instanceof Response) throw error
    const problem = asProblem(error, { INCORRECT_CREDENTIALS: 'currentPassword' })
    if (isLink && isStepUpProblem(problem)) {
      // The first time the question is new, and nothing was wrong with the answer.
      const isNew = Object.keys(stepUpOf(form)).length === 0
      return data(
        { ...(await stepUpPrompt(api)), problem: isNew ? null : problem },
        { status: isNew ? 200 : problem.status },
      )
    }
    return data({ url: null, isLink, problem }, { status: problem.status || 503 })
  }
}

/** The step-up authentication that is required before the account gets another sign-in method. */
const stepUpPrompt = async (api: Api) => ({
  url: null,
  isLink: true,
  problem: null,
  stepUp: (await api.call('GET /auth/confirmation')).data,
})

type Answer = {
  url: string | null
  isLink: boolean
  problem: ProblemData | null
  stepUp?: StepUpState
  isMailed?: boolean
}

export default function Start() {
  const t = useT()
  const provider = useParams()['provider'] ?? ''
  const answer = useActionData<typeof action>() as Answer | undefined
  const name = t.maybe(`providers.name.${provider}`) ?? provider
  if (!answer) return <Offer provider={provider} name={name} />
  if (answer.stepUp) return <StepUpPrompt provider={provider} {...answer} stepUp={answer.stepUp} />
  if (answer.problem) return <ProviderRefused problem={answer.problem} isLink={answer.isLink} />
  return (
    <AuthPage title={t('providers.leading', { name })} lead={t('providers.leadingLead')}>
      <title>{t('providers.leading', { name })}</title>
      <Leading url={answer.url ?? '/auth/login'}>{t('providers.goOn', { name })}</Leading>
    </AuthPage>
  )
}

/** A link alone starts nothing: a visitor who follows one must confirm first. */
function Offer({ provider, name }: { provider: string; name: string }) {
  const t = useT()
  const title = t('providers.continueWith', { name })
  return (
    <AuthPage title={title} lead={t('providers.leadingLead')}>
      <title>{title}</title>
      <Form method="post" action={`/auth/${provider}/start`} reloadDocument>
        <Button type="submit" variant="primary" size="lg" wide>
          {t('providers.goOn', { name })}
        </Button>
      </Form>
    </AuthPage>
  )
}

/** The log-in is not recent: the current user must confirm their identity before the account gets another sign-in method. */
function StepUpPrompt(props: {
  provider: string
  problem: ProblemData | null
  stepUp: StepUpState
  isMailed?: boolean
}) {
  const { provider, problem, stepUp, isMailed } = props
  const t = useT()
  const name = t.maybe(`providers.name.${provider}`) ?? provider
  const onSubmit = useHashedSubmit(['currentPassword'])
  const title = t('providers.add', { name })
  return (
    <AuthPage title={title} lead={t('providers.confirmIdentity')}>
      <title>{title}</title>
      <Form method="post" onSubmit={onSubmit} className="flex flex-col gap-5">
        <input type="hidden" name="link" value="on" />
        <FormProblem problem={problem}>
          <StepUpFields stepUp={stepUp} password={t('auth.password')} isMailed={isMailed} />
          <Button type="submit" variant="primary" size="lg" wide>
            {t('providers.goOn', { name })}
          </Button>
        </FormProblem>
      </Form>
    </AuthPage>
  )
}
