import { TriangleAlert } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { Link, type LoaderFunctionArgs, redirect, useLoaderData, useRevalidator, useSearchParams } from 'react-router'
import { apiOf, requestContextOf } from '../../../api/request-context.ts'
import { useSocketMessage } from '../../../api/socket.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { PageHead } from '../../../layouts/page-head.tsx'
import { MessageButton } from '../../../parts/messages/message-button.tsx'
import { OrderAction } from '../../../parts/shop/order-action.tsx'
import { OrderDecision, OrderNext } from '../../../parts/shop/order-next.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { LocalTime } from '../../../parts/time/local-time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Address } from './address.tsx'
import { NextSteps } from './next-steps.tsx'
import { fulfilmentTones, paymentTones, type SaleDetails } from './order-states.ts'
import { Earning, useHeld } from './earning.tsx'
import { Items } from './items.tsx'
import { NextToShip, OrderNeighbors } from './neighbors.tsx'
import { AddressLabel, PackingSlip } from './packing-slip.tsx'
import { RefundButton } from './refund-dialog.tsx'
import { neighborsQuery, neighborsSearch } from './sales-query.ts'
import { Sending } from './sending.tsx'
import { Timeline, useComing } from './timeline.tsx'

export const handle = { messages: ['studio', 'orders'] }
export const clientMiddleware = [withMessages('studio', 'orders')]

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const id = params['id'] ?? ''
  const api = apiOf(context)
  const query = neighborsQuery(new URL(request.url).searchParams)
  const [{ data }, me, locale] = await Promise.all([
    api.call('GET /orders/:id', { params: { id } }),
    requestContextOf(context).me(),
    requestContextOf(context).locale(),
  ])
  // What a creator bought of another one is among their own orders.
  if (data.performer?._id !== me?._id) throw redirect(`/user/orders/${id}`)
  const country = data.deliveryAddress?.country
  return {
    order: data,
    neighbors: (await api.call('GET /orders/:id/neighbors', { params: { id }, query })).data,
    countryName: country ? (new Intl.DisplayNames([locale], { type: 'region' }).of(country) ?? country) : '',
  }
}

const cardClass = 'rounded-lg bg-surface p-4 ring-1 ring-line md:p-5'

export default function Order() {
  const t = useT()
  const { order, neighbors, countryName } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const { revalidate } = useRevalidator()
  useSocketMessage(
    'order/updated',
    useCallback(
      ({ orderId }: { orderId: string }) => void (orderId === order._id && revalidate()),
      [order._id, revalidate],
    ),
  )
  const [isLabel, setLabel] = useState(false)
  useEffect(() => {
    if (!isLabel) return undefined
    const back = () => setLabel(false)
    window.addEventListener('afterprint', back, { once: true })
    window.print()
    return () => window.removeEventListener('afterprint', back)
  }, [isLabel])
  const isWaiting =
    order.type === 'physical' && (order.fulfilment === 'not_fulfilled' || order.fulfilment === 'processing')
  const coming = useComing(order)
  const list = `/creator/orders${neighborsSearch(search)}`
  const title = t('studio.orders.one', { number: order.number })
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <div className="print:hidden">
        <PageHead
          title={
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="num">{title}</span>
              <Badge tone={fulfilmentTones[order.fulfilment]}>
                {t(`studio.orders.fulfilment.${order.fulfilment}`)}
              </Badge>
              <Badge tone={paymentTones[order.payment]}>{t(`studio.orders.payment.${order.payment}`)}</Badge>
            </span>
          }
          back={list}
          detail={
            <Link to={list} className="link">
              {t('studio.orders.title')}
            </Link>
          }
          actions={<OrderNeighbors neighbors={neighbors} />}
        />
        {order.hasProblem ? <Problem order={order} /> : null}
        <div className="mb-4 grid gap-4 empty:hidden">
          {/* Where the timeline names the steps to come, with their dates, it is enough. */}
          {coming.length > 0 ? null : <OrderNext order={order} side="performer" />}
          {order.decision ? <OrderDecision decision={order.decision} className={cardClass} /> : null}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_360px]">
          <div className="grid gap-4">
            <Sending key={order._id} order={order} onLabel={() => setLabel(true)} />
            <NextSteps order={order} />
            {isWaiting ? null : <Items order={order} onLabel={() => setLabel(true)} />}
            <section className={cardClass}>
              <h2 className="mb-3 text-lg">{t('studio.orders.timeline')}</h2>
              <Timeline order={order} coming={coming} />
            </section>
          </div>
          <div className="grid gap-4">
            <Money order={order} />
            <section className={cardClass}>
              <div className="mb-2 flex items-center justify-between gap-2">
                <h2 className="text-lg">{t('studio.orders.buyer')}</h2>
                {order.buyer?.username ? <MessageButton source="user" person={order.buyer} size="sm" /> : null}
              </div>
              <p className="text-sm">
                {order.buyer ? (
                  <>
                    <bdi className="font-strong">{order.buyer.name}</bdi>
                    {order.buyer.username ? (
                      <span className="block text-ink-3">
                        <bdi>@{order.buyer.username}</bdi>
                      </span>
                    ) : null}
                  </>
                ) : (
                  t('studio.orders.closedAccount')
                )}
              </p>
              {order.type === 'physical' ? <Address address={order.deliveryAddress} countryName={countryName} /> : null}
            </section>
            <NextToShip next={neighbors.next} />
          </div>
        </div>
      </div>
      {isLabel ? (
        <AddressLabel order={order} countryName={countryName} />
      ) : (
        <PackingSlip order={order} countryName={countryName} />
      )}
    </>
  )
}

/** What both sides wrote about the problem, above everything else, and the seller's answer. */
function Problem({ order }: { order: SaleDetails }) {
  const t = useT()
  const { revalidate } = useRevalidator()
  const { sendOrThrow } = useMutation()
  const words = order.timeline.filter(({ type }) => type === 'problem' || type === 'answered' || type === 'escalated')
  return (
    <section className="mb-4 flex gap-3 rounded-lg bg-danger-soft px-5 py-4 text-danger-soft-ink">
      <TriangleAlert className="icon mt-0.5" aria-hidden="true" />
      <div className="min-w-0">
        <h2 className="font-sans text-base font-bold tracking-normal">{t('studio.orders.problem')}</h2>
        <dl className="mt-1 grid gap-2">
          {words.map(({ type, note, createdAt }) => (
            <div key={createdAt}>
              <dt className="text-xs">{t(`studio.orders.event.${type}`)}</dt>
              <dd dir="auto" className="wrap-anywhere whitespace-pre-line text-match">
                {note}
              </dd>
            </div>
          ))}
        </dl>
        {order.can.answer ? (
          <div className="mt-3">
            <OrderAction
              label={t('orders.answer')}
              title={t('orders.answer')}
              hint={t('orders.answerHint')}
              field={t('orders.answerField')}
              variant="primary"
              onConfirm={async (text) => {
                const params = { id: order._id }
                await sendOrThrow('POST /orders/:id/problem/answer', { params, body: { text }, once: true })
                toast.success('orders.answered')
                await revalidate()
              }}
            />
          </div>
        ) : null}
      </div>
    </section>
  )
}

/** When the seller gets the money, and the way to return it. */
function Money({ order }: { order: SaleDetails }) {
  const t = useT()
  const released = order.timeline.find(({ type }) => type === 'released')
  // Said already, with its date.
  const isSaid = useHeld(order) !== null && order.earning?.status === 'escrow'
  return (
    <section className={cardClass}>
      <h2 className="mb-2 text-lg">{t('studio.orders.money')}</h2>
      <Earning order={order} />
      <p className="text-sm text-ink-2 empty:hidden">
        {order.payment === 'disputed'
          ? t('studio.orders.moneyDisputed')
          : isSaid && !order.hasProblem
            ? null
            : order.returned === order.total
              ? t('studio.orders.moneyRefunded')
              : order.type === 'digital'
                ? t('studio.orders.moneyDigital')
                : released
                  ? t.rich('studio.orders.moneyReleased', { at: () => <LocalTime at={released.createdAt} /> })
                  : order.hasProblem
                    ? t('studio.orders.moneyProblem')
                    : order.releaseAt
                      ? t.rich('studio.orders.moneyReleasedAt', { at: () => <LocalTime at={order.releaseAt ?? ''} /> })
                      : t('studio.orders.moneyHeld')}
      </p>
      {order.can.refund ? <RefundButton order={order} /> : null}
    </section>
  )
}
