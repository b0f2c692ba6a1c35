import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Field, Textarea } from '../../../ui/field.tsx'
import { mayTakeBack, restOf, type SaleDetails } from './order-states.ts'

/** Cancels an order that waits, or takes a parcel back that was sent. Not while its payment is disputed. */
export function TakeBackButton({ order }: { order: SaleDetails }) {
  const t = useT()
  const { revalidate } = useRevalidator()
  const [isAsking, setAsking] = useState(false)
  const to = order.fulfilment === 'not_fulfilled' || order.fulfilment === 'processing' ? 'cancelled' : 'returned'
  if (!order.can.fulfil || !mayTakeBack(order)) return null
  return (
    <>
      <Button variant="ghost" className="text-danger-text!" onClick={() => setAsking(true)}>
        {t(to === 'cancelled' ? 'studio.orders.cancel' : 'studio.orders.markReturned')}
      </Button>
      {isAsking ? (
        <TakingBack order={order} to={to} onClose={() => setAsking(false)} onDone={() => void revalidate()} />
      ) : null}
    </>
  )
}

interface TakingBackProps {
  order: SaleDetails
  to: 'returned' | 'cancelled'
  onClose: () => void
  onDone: () => void
}
/** It says how much the buyer gets. */
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
