import { useState } from 'react'
import { carriers, trackingOf } from '@fanlight/contract/carriers'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { SaleDetails } from './order-states.ts'

interface ShippingDialogProps {
  order: SaleDetails
  /** It was shipped before: carrier and tracking code are corrected. */
  isSent: boolean
  onClose: () => void
  onDone: () => void
}

/** Marks a parcel as shipped, with what its buyer can follow it by. */
export function ShippingDialog({ order, isSent, onClose, onDone }: ShippingDialogProps) {
  const t = useT()
  const [carrier, setCarrier] = useState(order.carrier)
  const [trackingCode, setTrackingCode] = useState(order.trackingCode)
  const { send, working, problem } = useMutation()
  const save = async () => {
    const done = await send('PUT /orders/:id/update', {
      params: { id: order._id },
      body: { ...(!isSent && { fulfilment: 'shipped' as const }), carrier, trackingCode },
    })
    if (!done) return
    toast.say(t(isSent ? 'ui.saved' : 'studio.orders.fulfilment.shipped'))
    onDone()
    onClose()
  }
  const title = t(isSent ? 'studio.orders.editTracking' : 'studio.orders.ship')
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      locked={working}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            {t('ui.back')}
          </Button>
          <Button type="submit" form="shipping" variant="primary" busy={working ? t('ui.saving') : undefined}>
            {t(isSent ? 'studio.orders.save' : 'studio.orders.ship')}
          </Button>
        </div>
      }
    >
      <FormProblem problem={problem}>
        <form
          id="shipping"
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <p className="text-sm text-ink-2">{t('studio.orders.shipHint')}</p>
          <Field label={t('studio.orders.carrier')} name="carrier" optional={t('studio.editor.optional')}>
            <Input
              value={carrier}
              maxLength={60}
              list="carriers"
              onChange={(event) => setCarrier(event.currentTarget.value)}
            />
          </Field>
          <datalist id="carriers">
            {carriers.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </datalist>
          <Field label={t('studio.orders.trackingCode')} name="trackingCode" optional={t('studio.editor.optional')}>
            <Input
              value={trackingCode}
              maxLength={100}
              autoComplete="off"
              onChange={(event) => setTrackingCode(event.currentTarget.value)}
            />
          </Field>
          <p role="status" className="text-xs text-ink-2">
            {trackingOf({ carrier, trackingCode }) ? t('orders.step.mailedLink') : t('orders.step.mailedNumber')}
          </p>
        </form>
      </FormProblem>
    </Dialog>
  )
}
