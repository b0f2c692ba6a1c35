import { PackageCheck } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { SaleDetails } from './order-states.ts'
import { TakeBackButton } from './taking-back.tsx'
import { TrackingDialog } from './tracking-dialog.tsx'

/** How far an order is that has been sent, or needs no parcel, and what else can be done with it. */
export function NextSteps({ order }: { order: SaleDetails }) {
  const t = useT()
  const { revalidate } = useRevalidator()
  const { send, working } = useMutation({ toasts: true })
  const [isEditing, setEditing] = useState(false)
  const { fulfilment } = order
  if (fulfilment === 'not_fulfilled' || fulfilment === 'processing') return null
  const isSent = fulfilment === 'shipped' || fulfilment === 'delivered'

  const markDelivered = async () => {
    const done = await send('PUT /orders/:id/update', {
      params: { id: order._id },
      body: { fulfilment: 'delivered' },
    })
    if (done) toast.say(t('studio.orders.fulfilment.delivered'))
    await revalidate()
  }
  const [title, detail] =
    order.type === 'digital'
      ? [t('studio.orders.next.digital'), t('studio.orders.downloads', { count: order.downloads })]
      : [t(`studio.orders.next.${fulfilment}`), t(`studio.orders.nextHint.${fulfilment}`)]
  return (
    <section className="rounded-lg bg-surface p-4 ring-1 ring-line md:p-5">
      <h2 className="text-lg">{title}</h2>
      <p className="mt-1 text-sm text-ink-2">{detail}</p>
      {isSent && (order.carrier || order.trackingCode) ? (
        <p className="mt-2 text-sm">
          <bdi>{order.carrier}</bdi> <bdi className="num font-strong wrap-anywhere">{order.trackingCode}</bdi>
        </p>
      ) : null}
      {order.can.fulfil ? (
        <div className="mt-4 flex flex-wrap gap-2">
          {fulfilment === 'shipped' ? (
            <Button
              variant={order.hasProblem ? 'quiet' : 'primary'}
              busy={working ? t('ui.saving') : undefined}
              onClick={() => void markDelivered()}
            >
              <PackageCheck aria-hidden="true" />
              {t('studio.orders.markDelivered')}
            </Button>
          ) : null}
          {isSent ? <Button onClick={() => setEditing(true)}>{t('studio.orders.editTracking')}</Button> : null}
          <TakeBackButton order={order} />
        </div>
      ) : null}
      {isEditing ? (
        <TrackingDialog order={order} onClose={() => setEditing(false)} onDone={() => void revalidate()} />
      ) : null}
    </section>
  )
}
