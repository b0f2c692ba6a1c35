import { CircleCheck, Clock3 } from 'lucide-react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Reply } from '../../../api/contract.ts'
import { formActions, formAction } from '../../../api/form-action.server.ts'
import { apiOf, requestContextOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { StepUpFields } from '../../../parts/account/step-up/step-up-fields.tsx'
import { ActionForm, useActionForm } from '../../../parts/forms/action-form.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
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

export const action = formActions({
  change: formAction('POST /auth/users/me/email', { isUpdate: true }),
  drop: formAction('DELETE /auth/users/me/email', { isUpdate: true }),
})

export default function ChangeEmail() {
  const t = useT()
  const { email, isConfirmed, pending, stepUp } = useLoaderData<typeof loader>()
  const form = useActionForm<typeof action.change>('change')
  return (
    <AccountFrame title={t('privacy.email.title')}>
      <title>{t('privacy.email.title')}</title>
      {pending ? (
        <Waiting pending={pending} present={email} isConfirmed={isConfirmed} />
      ) : (
        <Section
          title={t('privacy.email.confirmTitle')}
          lead={t(isConfirmed ? 'privacy.email.lead' : 'privacy.email.leadUnconfirmed')}
        >
          <ActionForm form={form} passwords={['currentPassword']} preventScrollReset className="flex flex-col gap-5">
            <Field label={t('privacy.email.present')} name="present">
              <Input type="email" readOnly defaultValue={email} className="text-ink-2" />
            </Field>
            <Field label={t('privacy.email.new')} name={form.name('email')} required>
              <Input type="email" autoComplete="off" maxLength={254} />
            </Field>
            <StepUpFields stepUp={stepUp} password={t('privacy.email.password')} isMailed={form.isMailed} />
            <div>
              <Button type="submit" variant="primary" size="lg" busy={form.busy ? t('ui.sending') : undefined}>
                {t('privacy.email.submit')}
              </Button>
            </div>
          </ActionForm>
        </Section>
      )}
    </AccountFrame>
  )
}

/** Which of the two links were opened. */
function Waiting(props: { pending: Pending; present: string; isConfirmed: boolean }) {
  const { pending, present, isConfirmed } = props
  const t = useT()
  const form = useActionForm<typeof action.drop>('drop')
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
      <ActionForm form={form} preventScrollReset className="mt-4">
        <Button type="submit" variant="outline" busy={form.busy ? t('ui.saving') : undefined}>
          {t('privacy.email.drop')}
        </Button>
      </ActionForm>
    </Section>
  )
}
