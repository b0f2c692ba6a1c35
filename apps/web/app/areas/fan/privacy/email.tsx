import { CircleCheck, Clock3 } from 'lucide-react'
import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useNavigation,
} from 'react-router'
import type { Reply } from '../../../api/contract.ts'
import { asUpdateProblem, type ProblemData } from '../../../api/problem.ts'
import { apiOf, requestContextOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useHashedSubmit } from '../../../parts/account/hashed-password.ts'
import { mailsCode, stepUpOf } from '../../../parts/account/step-up/step-up.ts'
import { StepUpFields } from '../../../parts/account/step-up/step-up-fields.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { AccountFrame, Section } from '../account/account-frame.tsx'

export { clientAction } from '../../../api/offline.ts'
export const handle = { messages: ['account', 'privacy', 'stepUp'] }
export const clientMiddleware = [withMessages('account', 'privacy', 'stepUp')]

type Pending = NonNullable<Reply<'GET /auth/users/me/email'>['data']>

export async function loader({ context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const [me, pending, stepUp] = await Promise.all([
    requestContextOf(context).me(),
    api.call('GET /auth/users/me/email'),
    api.call('GET /auth/confirmation'),
  ])
  return {
    email: me?.email ?? '',
    isConfirmed: me?.emailVerified ?? false,
    pending: pending.data,
    stepUp: stepUp.data,
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const api = apiOf(context)
  try {
    if (await mailsCode(api, form)) return { problem: null, isMailed: true }
    if (form.get('drop')) await api.call('DELETE /auth/users/me/email')
    else
      await api.call('POST /auth/users/me/email', {
        body: { email: String(form.get('email') ?? '').trim(), ...stepUpOf(form) },
      })
    return { problem: null }
  } catch (error) {
    if (error instanceof Response) throw error
    const problem = asUpdateProblem(error, { INCORRECT_CREDENTIALS: 'currentPassword' })
    return data({ problem }, { status: problem.status || 503 })
  }
}

export default function ChangeEmail() {
  const t = useT()
  const { email, isConfirmed, pending, stepUp } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as { problem: ProblemData | null; isMailed?: true } | undefined
  const busy = useNavigation().state === 'submitting'
  const onSubmit = useHashedSubmit(['currentPassword'])
  return (
    <AccountFrame title={t('privacy.email.title')}>
      <title>{t('privacy.email.title')}</title>
      {pending ? (
        <Waiting pending={pending} present={email} isConfirmed={isConfirmed} busy={busy} />
      ) : (
        <Section
          title={t('privacy.email.confirmTitle')}
          lead={t(isConfirmed ? 'privacy.email.lead' : 'privacy.email.leadUnconfirmed')}
        >
          <Form method="post" onSubmit={onSubmit} preventScrollReset className="flex flex-col gap-5">
            <FormProblem problem={answer?.problem}>
              <Field label={t('privacy.email.present')} name="present">
                <Input type="email" readOnly defaultValue={email} className="text-ink-2" />
              </Field>
              <Field label={t('privacy.email.new')} name="email" required>
                <Input type="email" autoComplete="off" maxLength={254} />
              </Field>
              <StepUpFields stepUp={stepUp} password={t('privacy.email.password')} isMailed={answer?.isMailed} />
              <div>
                <Button type="submit" variant="primary" size="lg" busy={busy ? t('ui.sending') : undefined}>
                  {t('privacy.email.submit')}
                </Button>
              </div>
            </FormProblem>
          </Form>
        </Section>
      )}
    </AccountFrame>
  )
}

/** Which of the two links were opened. */
function Waiting(props: { pending: Pending; present: string; isConfirmed: boolean; busy: boolean }) {
  const { pending, present, isConfirmed, busy } = props
  const t = useT()
  const { time } = useFormats()
  const rows = [
    ...(isConfirmed ? [{ email: present, done: pending.presentConfirmed }] : []),
    { email: pending.email, done: pending.newConfirmed },
  ]
  return (
    <Section
      title={t('privacy.email.pending')}
      lead={t('privacy.email.pendingLead', { when: time(pending.expiresAt) })}
    >
      <ul role="status" className="divide-y divide-line rounded-lg bg-surface ring-1 ring-line">
        {rows.map(({ email, done }) => {
          const Icon = done ? CircleCheck : Clock3
          return (
            <li key={email} className="flex items-center gap-3.5 px-4 py-3.5">
              <Icon className={done ? 'icon text-success-text' : 'icon text-ink-3'} aria-hidden="true" />
              <div className="min-w-0 flex-1">
                <p className="truncate font-semibold">
                  <bdi>{email}</bdi>
                </p>
                <p className="text-xs text-ink-3">{t(done ? 'privacy.email.confirmed' : 'privacy.email.waiting')}</p>
              </div>
            </li>
          )
        })}
      </ul>
      <Form method="post" preventScrollReset className="mt-4">
        <Button type="submit" variant="outline" name="drop" value="yes" busy={busy ? t('ui.saving') : undefined}>
          {t('privacy.email.drop')}
        </Button>
      </Form>
    </Section>
  )
}
