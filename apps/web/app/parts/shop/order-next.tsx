import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Reply } from '../../api/contract.ts'
import { useFormats, useT } from '../../i18n/context.tsx'

type Order = Pick<Reply<'GET /orders/:id'>['data'], 'next' | 'settles'>

/** What happens next with an order and its money, and when, as one side of it reads it. Nothing once it is completed. */
export function OrderNext({ order: { next, settles }, side }: { order: Order; side: 'buyer' | 'performer' }) {
  const t = useT()
  const { date } = useFormats()
  if (!next) return null
  const isLast = next.step === 'release' || next.step === 'refund'
  return (
    <div className="flex gap-3 rounded-lg bg-primary-soft px-5 py-4 text-sm text-primary-soft-ink">
      <ShieldCheck className="icon shrink-0" aria-hidden="true" />
      <div className="min-w-0">
        <h2 className="font-sans text-sm font-bold tracking-normal">{t('orders.next.title')}</h2>
        <p className="mt-0.5">{t(`orders.next.${side}.${next.step}`, { date: date(next.at) })}</p>
        {settles && !isLast ? (
          <p className="mt-0.5">{t(`orders.settles.${side}.${settles.as}`, { date: date(settles.at) })}</p>
        ) : null}
      </div>
    </div>
  )
}

/** What staff decided about a problem, in their words. */
export function OrderDecision({
  decision,
  className,
}: {
  decision: NonNullable<Reply<'GET /orders/:id'>['data']['decision']>
  className: string
}): ReactNode {
  const t = useT()
  const { date } = useFormats()
  return (
    <section className={className}>
      <h2 className="text-lg">{t('orders.decision.title')}</h2>
      <p className="mt-2 text-sm">
        <strong>{t(`orders.decision.${decision.decision}`, { tokens: t.tokens(decision.tokens) })}</strong>{' '}
        <time dateTime={decision.decidedAt} className="text-ink-3">
          {date(decision.decidedAt)}
        </time>
      </p>
      <p dir="auto" className="mt-2 text-sm whitespace-pre-line text-ink-2 wrap-anywhere text-match">
        {decision.statement}
      </p>
    </section>
  )
}
