import { CircleAlert } from 'lucide-react'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { OrderAction } from '../../../parts/shop/order-action.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { BoughtOrder } from './order.tsx'

interface ProblemProps {
  order: BoughtOrder
  onDone: () => void
}

/** An open problem as its buyer sees it: what both sides wrote last, and what the buyer may do now. */
export function Problem({ order, onDone }: ProblemProps) {
  const t = useT()
  const { sendOrThrow } = useMutation()
  const params = { id: order._id }
  const isAnswered = order.problem === 'answered'
  const words = order.timeline.filter(({ type }) => type === 'problem' || type === 'answered' || type === 'escalated')
  return (
    <section className="rounded-lg bg-surface p-5 ring-1 ring-line">
      <h2 className="flex items-center gap-2 text-lg">
        <CircleAlert className="icon text-danger-text" aria-hidden="true" />
        {t('shop.order.event.problem')}
      </h2>
      <dl className="mt-3 grid gap-3 text-sm">
        {words.map(({ type, note, createdAt }) => (
          <div key={createdAt}>
            <dt className="text-xs text-ink-3">{t(`shop.order.event.${type}`)}</dt>
            <dd dir="auto" className="whitespace-pre-line wrap-anywhere text-match">
              {note}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 flex flex-wrap gap-2">
        {order.can.confirm ? (
          <OrderAction
            label={isAnswered ? t('orders.accept') : t('orders.solved')}
            title={isAnswered ? t('orders.acceptTitle') : t('orders.solvedTitle')}
            hint={t('orders.acceptHint')}
            variant={isAnswered ? 'primary' : 'quiet'}
            onConfirm={async () => {
              await sendOrThrow('POST /orders/:id/received', { params, once: true })
              toast.success('shop.order.confirmed')
              onDone()
            }}
          />
        ) : null}
        {order.can.escalate ? (
          <OrderAction
            label={t('orders.escalate')}
            title={t('orders.escalate')}
            hint={t('orders.escalateHint')}
            field={t('orders.escalateField')}
            onConfirm={async (text) => {
              await sendOrThrow('POST /orders/:id/problem/escalate', { params, body: { text }, once: true })
              toast.success('orders.escalated')
              onDone()
            }}
          />
        ) : null}
        {order.can.close ? (
          <OrderAction
            label={t('orders.close')}
            title={t('orders.closeTitle')}
            hint={t('orders.closeHint')}
            variant="primary"
            onConfirm={async () => {
              await sendOrThrow('POST /orders/:id/problem/close', { params, once: true })
              toast.success('orders.closed')
              onDone()
            }}
          />
        ) : null}
      </div>
    </section>
  )
}
