import clsx from 'clsx'
import { CircleAlert, Package, ReceiptText } from 'lucide-react'
import { lazy, Suspense, useCallback, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import type { MediaFile } from '@fanlight/contract/media'
import { apiOf } from '../../../api/request-context.ts'
import { useSocketMessage } from '../../../api/socket.ts'
import { needMessages, withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { ColumnPage } from '../../../layouts/column-page.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { refreshBalance, useBalanceEvents } from '../../../parts/money/balance.ts'
import { Price } from '../../../parts/money/price.tsx'
import { imageOf, isOpen } from '../../../parts/posts/files.ts'
import { AddressChoice } from '../../../parts/shop/address-choice.tsx'
import { DownloadButton } from '../../../parts/shop/download-button.tsx'
import { OrderDecision, OrderNext } from '../../../parts/shop/order-next.tsx'
import { orderTones } from '../../../parts/shop/order-tones.ts'
import { MessageButton } from '../../../parts/messages/message-button.tsx'
import { useMe } from '../../../parts/site/site.ts'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { dot } from '../../../ui/dot.ts'
import { Field, Textarea } from '../../../ui/field.tsx'
import { useHydrated } from '../../../ui/hydrated.ts'
import { ResponsiveImage } from '../../../ui/image.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Timeline } from './order-timeline.tsx'
import { Problem } from './problem.tsx'

const OrderReceipt = lazy(async () => {
  const [{ OrderReceipt }] = await Promise.all([import('./order-receipt.tsx'), needMessages('wallet')])
  return { default: OrderReceipt }
})

export const handle = { messages: ['shop', 'orders'] }
export const clientMiddleware = [withMessages('shop', 'orders')]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { data: order } = await apiOf(context).call('GET /orders/:id', { params: { id: params['id'] ?? '' } })
  return { order }
}
export type BoughtOrder = Awaited<ReturnType<typeof loader>>['order']
type Order = BoughtOrder

/** How far an order is, what was paid, where it goes, and what its buyer may do with it now. */
export default function OrderPage() {
  const t = useT()
  const { order } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const isHydrated = useHydrated()
  const [isReceipt, setReceipt] = useState(false)
  const me = useMe()
  // What a cancelled or refunded order gave back is in the wallet at once.
  const reload = useCallback(() => {
    void revalidate()
    void refreshBalance(me?._id)
  }, [revalidate, me?._id])
  useBalanceEvents()
  useSocketMessage(
    'order/updated',
    useCallback(
      (message: { orderId: string }) => void (message.orderId === order._id && reload()),
      [order._id, reload],
    ),
  )
  const title = t('shop.order.title', { number: order.number })
  // A seller who hides from this buyer has a name and no page.
  const home = order.performer?.username ? `/${order.performer.username}` : null
  const card = 'min-w-0 rounded-lg bg-surface p-5 ring-1 ring-line'
  return (
    <ColumnPage hasAside>
      <PageTitle>{title}</PageTitle>
      <PageHead
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="num">{title}</span>
            <Badge tone={orderTones[order.fulfilment]}>{t(`shop.order.fulfilment.${order.fulfilment}`)}</Badge>
            {order.payment === 'captured' ? null : (
              <Badge tone="ember">{t(`shop.order.payment.${order.payment}`)}</Badge>
            )}
          </span>
        }
        detail={
          <Link to="/user/orders" className="link">
            {t('shop.orders.title')}
          </Link>
        }
        back="/user/orders"
        actions={
          <Button disabled={!isHydrated} onClick={() => setReceipt(true)}>
            <ReceiptText aria-hidden="true" />
            <span className="max-sm:sr-only">{t('shop.order.receipt')}</span>
          </Button>
        }
      />
      {isReceipt ? (
        <Suspense>
          <OrderReceipt order={order} onClose={() => setReceipt(false)} />
        </Suspense>
      ) : null}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_340px] xl:grid-rows-[auto_1fr]">
        <div className="grid min-w-0 gap-4">
          <OrderNext order={order} side="buyer" />
          {order.decision ? <OrderDecision decision={order.decision} className={card} /> : null}
          {order.problem ? <Problem order={order} onDone={reload} /> : null}
          <section className={card}>
            <h2 className="mb-4 text-lg">{t('shop.order.timeline')}</h2>
            <Timeline order={order} />
            {(order.can.confirm && !order.problem) || order.can.download ? (
              <div className="mt-5 flex flex-wrap items-center gap-3 border-t border-line pt-4">
                {order.can.confirm && !order.problem ? <Confirm order={order} onDone={reload} /> : null}
                {order.can.download ? (
                  <>
                    <DownloadButton productId={order.productId} size="lg" onDone={reload} />
                    {order.downloads > 0 ? (
                      <span className="num text-sm text-ink-3">
                        {t('shop.order.downloads', { count: order.downloads })}
                      </span>
                    ) : null}
                  </>
                ) : null}
              </div>
            ) : null}
          </section>
        </div>
        <div className={clsx('grid items-start gap-4 xl:row-span-2', order.deliveryAddress && 'md:max-xl:grid-cols-2')}>
          <section className={card}>
            <h2 className="mb-4 text-lg">{t('shop.order.items')}</h2>
            <Bill order={order} home={home} />
          </section>
          {order.deliveryAddress ? (
            <section className={card}>
              <h2 className="mb-4 text-lg">{t('shop.order.address')}</h2>
              <Address order={order} onDone={reload} />
            </section>
          ) : null}
        </div>
        {order.can.cancel || order.can.report ? (
          <section className={card}>
            <h2 className="mb-3 text-lg">{t('shop.order.wrong')}</h2>
            <div className="flex flex-wrap gap-2">
              {order.can.report ? <Report order={order} onDone={reload} /> : null}
              {order.can.cancel ? <Cancel order={order} onDone={reload} /> : null}
            </div>
          </section>
        ) : null}
      </div>
    </ColumnPage>
  )
}

function Bill({ order, home }: { order: Order; home: string | null }) {
  const t = useT()
  const file = order.image as unknown as MediaFile | null
  const image = isOpen(file) ? imageOf(file) : null
  const subtotal = (Math.round(order.unitPrice * 100) * order.quantity) / 100
  const row = 'flex items-baseline justify-between gap-3 py-1.5 text-sm text-ink-2'
  return (
    <>
      <div className="mb-3 flex items-center gap-3.5">
        {image ? (
          <ResponsiveImage source={image} alt="" sizes="64px" className="size-16 shrink-0 rounded-md" />
        ) : (
          <span className="grid size-16 shrink-0 place-items-center rounded-md bg-surface-3 text-ink-3">
            <Package aria-hidden="true" />
          </span>
        )}
        <p className="min-w-0 flex-1 text-sm">
          <Link to={`/product/${order.productId}`} className="font-semibold wrap-anywhere hover:underline">
            <bdi>{order.title}</bdi>
          </Link>
          <span className="block text-ink-3">{t('shop.order.quantity', { count: order.quantity })}</span>
          {order.performer && home ? (
            <Link to={home} className="block truncate text-ink-3 hover:underline">
              {t('shop.product.by')} <bdi>{order.performer.name}</bdi>
            </Link>
          ) : order.performer ? (
            <span className="block truncate text-ink-3">
              {t('shop.product.by')} <bdi>{order.performer.name}</bdi>
            </span>
          ) : null}
        </p>
        {order.performer && home ? <MessageButton source="performer" person={order.performer} size="sm" /> : null}
      </div>
      <dl>
        <div className={row}>
          <dt>{t('shop.order.subtotal')}</dt>
          <dd>
            <Price tokens={subtotal} />
          </dd>
        </div>
        {order.type === 'physical' ? (
          <div className={row}>
            <dt>{t('shop.order.shippingFee')}</dt>
            <dd>{order.shippingFee === 0 ? t('shop.product.shippingFree') : <Price tokens={order.shippingFee} />}</dd>
          </div>
        ) : null}
        <div className={`${row} border-t border-line pt-3! font-semibold text-ink!`}>
          <dt>{t('shop.order.total')}</dt>
          <dd>
            <Price tokens={order.total} />
          </dd>
        </div>
        {order.returned > 0 ? (
          <div className={row}>
            <dt>{t('shop.order.returned')}</dt>
            <dd>
              <Price tokens={order.returned} />
            </dd>
          </div>
        ) : null}
      </dl>
    </>
  )
}

function Address({ order, onDone }: { order: Order; onDone: () => void }) {
  const t = useT()
  const { region } = useFormats()
  const [choosing, setChoosing] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const { sendOrThrow } = useMutation()
  const address = order.deliveryAddress!
  const lines = [
    address.line1,
    address.line2,
    [address.postalCode, address.city, address.state].filter(Boolean).join(dot),
    region(address.country),
    address.phone,
  ].filter(Boolean)
  return (
    <>
      <address className="text-sm text-ink-2 not-italic wrap-anywhere">
        <p className="font-semibold text-ink">
          <bdi>{address.name}</bdi>
        </p>
        {lines.map((line) => (
          <p key={line}>
            <bdi>{line}</bdi>
          </p>
        ))}
      </address>
      {order.can.editAddress ? (
        <Button size="sm" className="mt-4 noscript:hidden" onClick={() => setChoosing(true)}>
          {t('shop.order.changeAddress')}
        </Button>
      ) : order.fulfilment === 'cancelled' || order.fulfilment === 'returned' ? null : (
        <p className="mt-4 text-xs text-ink-3">{t('shop.order.addressFixed')}</p>
      )}
      {choosing ? (
        <ConfirmDialog
          title={t('shop.order.chooseAddress')}
          action={t('shop.order.changeAddress')}
          variant="primary"
          busy={t('ui.saving')}
          fields={<AddressChoice countries={[]} value={chosen} onChange={setChosen} />}
          onConfirm={async () => {
            if (!chosen) return
            await sendOrThrow('PUT /orders/:id/update/delivery-address', {
              params: { id: order._id },
              body: { addressId: chosen },
            })
            toast.success('shop.order.addressChanged')
            onDone()
          }}
          onClose={() => setChoosing(false)}
        >
          {null}
        </ConfirmDialog>
      ) : null}
    </>
  )
}

interface ActionProps {
  order: Order
  onDone: () => void
}

function Confirm({ order, onDone }: ActionProps) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const { sendOrThrow } = useMutation()
  return (
    <>
      <Button variant="primary" size="lg" onClick={() => setOpen(true)} className="noscript:hidden">
        {t('shop.order.confirm')}
      </Button>
      {open ? (
        <ConfirmDialog
          title={t('shop.order.confirmTitle')}
          action={t('shop.order.confirm')}
          variant="primary"
          busy={t('ui.saving')}
          onConfirm={async () => {
            await sendOrThrow('POST /orders/:id/received', { params: { id: order._id }, once: true })
            toast.success('shop.order.confirmed')
            onDone()
          }}
          onClose={() => setOpen(false)}
        >
          {t('shop.order.confirmHint')}
        </ConfirmDialog>
      ) : null}
    </>
  )
}

function Report({ order, onDone }: ActionProps) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const { sendOrThrow } = useMutation()
  return (
    <>
      <Button onClick={() => setOpen(true)} className="noscript:hidden">
        <CircleAlert aria-hidden="true" />
        {t('shop.order.report')}
      </Button>
      {open ? (
        <ConfirmDialog
          title={t('shop.order.report')}
          action={t('shop.order.report')}
          variant="primary"
          busy={t('ui.saving')}
          fields={
            <Field label={t('shop.order.reportField')} name="text" required>
              <Textarea rows={4} maxLength={500} onChange={(event) => setText(event.currentTarget.value)} />
            </Field>
          }
          onConfirm={async () => {
            await sendOrThrow('POST /orders/:id/problem', { params: { id: order._id }, body: { text }, once: true })
            toast.success('shop.order.reported')
            onDone()
          }}
          onClose={() => setOpen(false)}
        >
          {t('shop.order.reportHint')}
        </ConfirmDialog>
      ) : null}
    </>
  )
}

function Cancel({ order, onDone }: ActionProps) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const { sendOrThrow } = useMutation()
  return (
    <>
      <Button onClick={() => setOpen(true)} className="noscript:hidden">
        {t('shop.order.cancel')}
      </Button>
      {open ? (
        <ConfirmDialog
          title={t('shop.order.cancelTitle')}
          action={t('shop.order.cancel')}
          busy={t('ui.saving')}
          onConfirm={async () => {
            await sendOrThrow('POST /orders/:id/cancel', { params: { id: order._id }, once: true })
            toast.success('shop.order.cancelled')
            onDone()
          }}
          onClose={() => setOpen(false)}
        >
          {t('shop.order.cancelHint', {
            tokens: t.tokens((Math.round(order.total * 100) - Math.round(order.returned * 100)) / 100),
          })}
        </ConfirmDialog>
      ) : null}
    </>
  )
}
