import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { formActions, formAction } from '../../../api/form-action.server.ts'
import { asProblem } from '../../../api/problem.ts'
import { apiOf, requestContextOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { ActionForm, useActionForm } from '../../../parts/forms/action-form.tsx'
import { StepUpFields } from '../../../parts/account/step-up/step-up-fields.tsx'
import { useProblemText } from '../../../ui/form.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { PartialState } from '../../../ui/states.tsx'
import { AccountFrame, SaveRow, Section } from './account-frame.tsx'
import { Sessions } from './devices.tsx'
import { SecondFactors } from './second-factors.tsx'
import { SignInWith } from './sign-in-with.tsx'

export { updateClientAction as clientAction } from '../../../api/offline.ts'
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

export const action = formActions({
  password: formAction('PUT /auth/users/me/password', {
    isUpdate: true,
    input: async ({ context }) => {
      const me = await requestContextOf(context).me()
      return { body: { source: me?.isPerformer ? ('performer' as const) : ('user' as const) } }
    },
  }),
  end: formAction('DELETE /auth/sessions/:id', { isUpdate: true }),
  endOthers: formAction('DELETE /auth/sessions', { isUpdate: true }),
})

export default function Security() {
  const t = useT()
  const problemText = useProblemText()
  const { revalidate } = useRevalidator()
  const again = () => void revalidate()
  const { factors, stepUp, sessions, identities } = useLoaderData<typeof loader>()
  const form = useActionForm<typeof action.password>('password')
  return (
    <AccountFrame title={t('account.security.title')}>
      <title>{t('account.security.title')}</title>
      <Section title={t('account.password.title')} lead={t('account.password.lead')}>
        <ActionForm
          form={form}
          passwords={['password', 'currentPassword']}
          preventScrollReset
          className="flex flex-col gap-5"
        >
          <StepUpFields stepUp={stepUp} password={t('account.password.current')} isMailed={form.isMailed} />
          <PasswordField
            label={t('account.password.new')}
            name={form.name('password')}
            autoComplete="new-password"
            rules
          />
          <SaveRow busy={form.busy} saved={form.done === true}>
            {t('account.password.save')}
          </SaveRow>
        </ActionForm>
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
