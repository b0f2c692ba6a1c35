import { type ReactNode, useState } from 'react'
import { carriers, trackingOf } from '@fanlight/contract/carriers'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Field, Input } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { SaleDetails } from './order-states.ts'

interface Shipping {
  order: SaleDetails
  /** It was shipped before: carrier and tracking code are corrected. */
  isSent: boolean
  onDone: () => void
}

/** The form that marks a parcel as shipped, with what its buyer can follow it by. Its button has the form’s id. */
export function useShipping({ order, isSent, onDone }: Shipping) {
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
  }
  const id = `shipping-${order._id}`
  const form = (hint?: ReactNode) => (
    <FormProblem problem={problem}>
      <form
        id={id}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {hint}
        <div className="grid gap-4 @md:grid-cols-2">
          <Field label={t('studio.orders.carrier')} name="carrier" optional={t('studio.editor.optional')}>
            <Input
              value={carrier}
              maxLength={60}
              list={`${id}-carriers`}
              onChange={(event) => setCarrier(event.currentTarget.value)}
            />
          </Field>
          <datalist id={`${id}-carriers`}>
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
        </div>
        <p role="status" className="text-xs text-ink-2">
          {trackingOf({ carrier, trackingCode }) ? t('orders.step.mailedLink') : t('orders.step.mailedNumber')}
        </p>
      </form>
    </FormProblem>
  )
  return { id, form, working }
}
