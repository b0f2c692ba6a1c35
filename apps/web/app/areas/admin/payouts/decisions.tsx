import { type RefObject, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button, type ButtonVariant } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Section } from '../users/section.tsx'
import type { FoundPayout } from './payout.tsx'
import { useReason } from './reason.ts'

const decisions = ['approve', 'withdraw', 'reject', 'pay', 'paid', 'failed', 'reverse'] as const
type Decision = (typeof decisions)[number]

/** What staff may do about a payout as it is. Stripe itself says what became of its transfers, unless it has not answered for long. */
function possible({ status, waits, destination, needsReview, needsTwoPeople, approvedByMe }: FoundPayout): Decision[] {
  switch (status) {
    case 'pending':
      return waits ? ['reject'] : ['approve', 'reject']
    case 'approved':
      return waits || (needsTwoPeople && approvedByMe) ? ['withdraw'] : ['pay', 'withdraw']
    case 'processing':
      if (destination.method !== 'stripe') return ['paid', 'failed']
      return needsReview ? ['paid'] : []
    case 'paid':
      return ['reverse']
    default:
      return []
  }
}
const variants: Record<Decision, ButtonVariant> = {
  approve: 'primary',
  withdraw: 'quiet',
  reject: 'quiet',
  pay: 'primary',
  paid: 'primary',
  failed: 'quiet',
  reverse: 'quiet',
}

/** The next steps with a payout, and what stands against them. */
export function PayoutDecisions({ payout }: { payout: FoundPayout }) {
  const t = useT()
  const [deciding, setDeciding] = useState<Decision | null>(null)
  const reason = useReason()
  const choices = possible(payout)
  const notice = noticeOf(payout)
  return (
    <Section title={t('paying.next')}>
      {notice ? (
        <p className="mt-2 rounded-sm bg-token-soft px-3 py-2 text-sm text-token-soft-ink">
          {t(`paying.notice.${notice}`, payout.waits ? { reason: reason(payout.waits) } : undefined)}
        </p>
      ) : null}
      {choices.length > 0 ? (
        <div className="mt-3 flex flex-wrap gap-2">
          {choices.map((decision) => (
            <Button key={decision} variant={variants[decision]} onClick={() => setDeciding(decision)}>
              {t(`paying.do.${decision}`)}
            </Button>
          ))}
        </div>
      ) : notice ? null : (
        <p className="mt-2 text-sm text-ink-3">{t('paying.ended')}</p>
      )}
      {deciding ? <DecisionDialog payout={payout} decision={deciding} onClose={() => setDeciding(null)} /> : null}
    </Section>
  )
}

function noticeOf({ status, waits, destination, needsReview, needsTwoPeople, approvedByMe }: FoundPayout) {
  if (status === 'processing' && destination.method === 'stripe') return needsReview ? 'noAnswer' : 'stripe'
  if (status !== 'pending' && status !== 'approved') return null
  if (waits) return 'blocked'
  if (!needsTwoPeople) return null
  return status === 'approved' && approvedByMe ? 'another' : 'twoPeople'
}

interface DialogProps {
  payout: FoundPayout
  decision: Decision
  onClose: () => void
}
/** Says what a decision does, and takes the reason or reference that belongs to it. */
function DecisionDialog({ payout, decision, onClose }: DialogProps) {
  const t = useT()
  const { money } = useFormats()
  const { revalidate } = useRevalidator()
  const { attempt, working, problem } = useMutation()
  const field = useRef<HTMLInputElement | HTMLTextAreaElement>(null)
  const { method } = payout.destination
  const amount = money(payout.net, payout.currency)
  const save = async (form: FormData) => {
    const params = { id: payout._id }
    const text = (name: string) => String(form.get(name) ?? '').trim()
    const [reason, reference] = [text('reason'), text('reference')]
    const isDone = await attempt([decision, reason, reference], async (change) => {
      const once = { params, once: true } as const
      if (decision === 'approve') await change('POST /admin/payouts/:id/approval', once)
      else if (decision === 'withdraw') await change('DELETE /admin/payouts/:id/approval', once)
      else if (decision === 'reject') await change('POST /admin/payouts/:id/rejection', { ...once, body: { reason } })
      else if (decision === 'pay') await change('POST /admin/payouts/:id/payment', { params })
      else if (decision === 'paid')
        await change('POST /admin/payouts/:id/outcome', { ...once, body: { outcome: 'paid', reference } })
      else if (decision === 'failed')
        await change('POST /admin/payouts/:id/outcome', { ...once, body: { outcome: 'failed', reason } })
      else await change('POST /admin/payouts/:id/reversal', { ...once, body: { reason } })
    })
    if (!isDone) return
    toast.success('paying.done')
    onClose()
    await revalidate()
  }
  const hasReason = decision === 'reject' || decision === 'failed' || decision === 'reverse'
  return (
    <Dialog
      open
      onOpenChange={(next) => (next || working ? undefined : onClose())}
      title={t(`paying.do.${decision}`)}
      description={
        decision === 'pay' ? t(`paying.about.pay.${method}`, { amount }) : t(`paying.about.${decision}`, { amount })
      }
      locked={working}
      initialFocus={field}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save(new FormData(event.currentTarget))
        }}
        className="grid gap-4 pb-3"
      >
        <FormProblem problem={problem}>
          {hasReason ? (
            <Field label={t('payout.reason')} name="reason" required>
              <Textarea
                ref={field as RefObject<HTMLTextAreaElement>}
                minLength={3}
                maxLength={500}
                rows={3}
                dir="auto"
              />
            </Field>
          ) : null}
          {decision === 'paid' ? (
            <Field label={t('payout.reference')} name="reference" required>
              <Input ref={field as RefObject<HTMLInputElement>} maxLength={100} autoComplete="off" />
            </Field>
          ) : null}
          <div className="flex justify-end gap-2">
            <Button variant="ghost" onClick={onClose} disabled={working}>
              {t('ui.back')}
            </Button>
            <Button
              type="submit"
              variant={decision === 'reject' || decision === 'reverse' ? 'danger' : 'primary'}
              busy={working ? t('ui.saving') : undefined}
            >
              {t(`paying.do.${decision}`)}
            </Button>
          </div>
        </FormProblem>
      </form>
    </Dialog>
  )
}
