import clsx from 'clsx'
import { Check, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ItemLine } from './items.tsx'
import type { SaleDetails } from './order-states.ts'
import { PrintButtons } from './print-buttons.tsx'
import { TakeBackButton } from './taking-back.tsx'
import { useShipping } from './use-shipping.tsx'

interface SendingProps {
  order: SaleDetails
  onLabel: () => void
}

/** The two steps of a seller until a parcel is on its way: pack it, ship it. Nothing where it is already, or where it can’t be sent. */
export function Sending({ order, onLabel }: SendingProps) {
  if (order.type !== 'physical' || (order.fulfilment !== 'not_fulfilled' && order.fulfilment !== 'processing'))
    return null
  return (
    <>
      <Pack order={order} onLabel={onLabel} />
      {order.can.fulfil ? <Ship order={order} /> : null}
    </>
  )
}

function Pack({ order, onLabel }: SendingProps) {
  const t = useT()
  const { revalidate } = useRevalidator()
  const { send, working } = useMutation({ toasts: true })
  const isPacked = order.fulfilment === 'processing'
  const pack = async () => {
    const done = await send('PUT /orders/:id/update', { params: { id: order._id }, body: { fulfilment: 'processing' } })
    if (done) toast.say(t('studio.orders.fulfilment.processing'))
    await revalidate()
  }
  return (
    <Step
      place={1}
      title={t('orders.send.pack')}
      isDone={isPacked}
      actions={<PrintButtons order={order} onLabel={onLabel} />}
    >
      <ItemLine order={order} />
      {order.can.fulfil && !isPacked ? (
        <div className="mt-4">
          <Button busy={working ? t('ui.saving') : undefined} onClick={() => void pack()}>
            {t('studio.orders.markProcessing')}
          </Button>
          <p className="mt-1.5 text-xs text-ink-2">{t('orders.send.packHint')}</p>
        </div>
      ) : null}
    </Step>
  )
}

function Ship({ order }: { order: SaleDetails }) {
  const t = useT()
  const { nearDate } = useFormats()
  const { revalidate } = useRevalidator()
  const { id, form, working } = useShipping({ order, isSent: false, onDone: () => void revalidate() })
  return (
    <Step
      place={2}
      title={t('orders.send.ship')}
      actions={
        order.shipBy ? (
          <p className="text-sm text-ink-2">{t('orders.send.by', { date: nearDate(order.shipBy) })}</p>
        ) : null
      }
    >
      {form()}
      <Button
        type="submit"
        form={id}
        variant="primary"
        className="mt-4 w-full"
        busy={working ? t('ui.saving') : undefined}
      >
        <Truck aria-hidden="true" />
        {t('studio.orders.ship')}
      </Button>
      <div className="mt-2 empty:hidden">
        <TakeBackButton order={order} />
      </div>
    </Step>
  )
}

interface StepProps {
  place: number
  title: string
  isDone?: boolean
  actions: ReactNode
  children: ReactNode
}
function Step({ place, title, isDone = false, actions, children }: StepProps) {
  const { number } = useFormats()
  return (
    <section className="@container rounded-lg bg-surface p-4 ring-1 ring-line md:p-5">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="flex items-center gap-2.5 text-lg">
          <span
            className={clsx(
              'num grid size-7 place-items-center rounded-full font-sans text-sm font-bold',
              isDone ? 'bg-success-soft text-success-soft-ink' : 'bg-primary-soft text-primary-soft-ink',
            )}
          >
            {isDone ? <Check className="size-4" aria-hidden="true" /> : number(place)}
          </span>
          {title}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  )
}
