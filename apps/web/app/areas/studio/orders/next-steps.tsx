import { PackageCheck, Truck } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Field, Textarea } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { mayTakeBack, restOf, type SaleDetails } from './order-states.ts'
import { ShippingDialog } from './shipping-dialog.tsx'

/** What the seller does next with an order, and what else can be done with it. */
export function NextSteps({ order }: { order: SaleDetails }) {
  const t = useT()
  const { date } = useFormats()
  const { revalidate } = useRevalidator()
  const { send, working } = useMutation({ toasts: true })
  const [isShipping, setShipping] = useState(false)
  const [takingBack, setTakingBack] = useState<'returned' | 'cancelled' | null>(null)
  const { fulfilment } = order
  const isWaiting = fulfilment === 'not_fulfilled' || fulfilment === 'processing'
  const isSent = fulfilment === 'shipped' || fulfilment === 'delivered'

  const become = async (next: 'processing' | 'delivered') => {
    const done = await send('PUT /orders/:id/update', { params: { id: order._id }, body: { fulfilment: next } })
    if (done) toast.say(t(`studio.orders.fulfilment.${next}`))
    await revalidate()
  }
  const [title, detail] =
    order.type === 'digital'
      ? [t('studio.orders.next.digital'), t('studio.orders.downloads', { count: order.downloads })]
      : isWaiting
        ? [
            t('studio.orders.next.ship'),
            order.shipBy ? t('studio.orders.shipBy', { date: date(order.shipBy) }) : t('studio.orders.next.shipHint'),
          ]
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
          {isWaiting ? (
            <Button variant="primary" onClick={() => setShipping(true)}>
              <Truck aria-hidden="true" />
              {t('studio.orders.ship')}
            </Button>
          ) : null}
          {fulfilment === 'not_fulfilled' ? (
            <Button busy={working ? t('ui.saving') : undefined} onClick={() => void become('processing')}>
              {t('studio.orders.markProcessing')}
            </Button>
          ) : null}
          {fulfilment === 'shipped' ? (
            <Button
              variant={order.hasProblem ? 'quiet' : 'primary'}
              busy={working ? t('ui.saving') : undefined}
              onClick={() => void become('delivered')}
            >
              <PackageCheck aria-hidden="true" />
              {t('studio.orders.markDelivered')}
            </Button>
          ) : null}
          {isSent ? <Button onClick={() => setShipping(true)}>{t('studio.orders.editTracking')}</Button> : null}
          {mayTakeBack(order) ? (
            <Button
              variant="ghost"
              className="text-danger-text!"
              onClick={() => setTakingBack(isWaiting ? 'cancelled' : 'returned')}
            >
              {t(isWaiting ? 'studio.orders.cancel' : 'studio.orders.markReturned')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {isShipping ? (
        <ShippingDialog
          order={order}
          isSent={isSent}
          onClose={() => setShipping(false)}
          onDone={() => void revalidate()}
        />
      ) : null}
      {takingBack ? (
        <TakingBack
          order={order}
          to={takingBack}
          onClose={() => setTakingBack(null)}
          onDone={() => void revalidate()}
        />
      ) : null}
    </section>
  )
}

interface TakingBackProps {
  order: SaleDetails
  to: 'returned' | 'cancelled'
  onClose: () => void
  onDone: () => void
}
/** Cancels the order or takes the parcel back. It says how much the buyer gets. */
function TakingBack({ order, to, onClose, onDone }: TakingBackProps) {
  const t = useT()
  const { sendOrThrow } = useMutation()
  const [note, setNote] = useState('')
  const rest = restOf(order)
  return (
    <ConfirmDialog
      title={t(`studio.orders.sure.${to}`, { number: order.number })}
      action={t(to === 'cancelled' ? 'studio.orders.cancelAndRefund' : 'studio.orders.returnAndRefund')}
      busy={t('ui.saving')}
      fields={
        <Field label={t('studio.orders.note')} name="note" optional={t('studio.editor.optional')}>
          <Textarea value={note} maxLength={500} onChange={(event) => setNote(event.currentTarget.value)} />
        </Field>
      }
      onConfirm={async () => {
        await sendOrThrow('PUT /orders/:id/update', { params: { id: order._id }, body: { fulfilment: to, note } })
        onDone()
      }}
      onClose={onClose}
    >
      {t('studio.orders.sureRefund', { shown: t.tokens(rest) })}
    </ConfirmDialog>
  )
}
