import { Package } from 'lucide-react'
import { useCallback } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { fulfilments } from '@fanlight/contract/order-states'
import type { MediaFile } from '@fanlight/contract/media'
import { apiOf } from '../../../api/request-context.ts'
import { useSocketMessage } from '../../../api/socket.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { Price } from '../../../parts/money/price.tsx'
import { imageOf, isOpen } from '../../../parts/posts/files.ts'
import { LibraryTabs } from '../../../parts/shop/library-tabs.tsx'
import { orderTones } from '../../../parts/shop/order-tones.ts'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { dot } from '../../../ui/dot.ts'
import { ResponsiveImage } from '../../../ui/image.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { tableQuery } from '../../../ui/table-state.ts'
import { Chips } from '../../../ui/tabs.tsx'

export const handle = { messages: ['shop', 'orders'] }
export const clientMiddleware = [withMessages('shop', 'orders')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  const { current, pageSize, sort } = tableQuery(url)
  const fulfilment = fulfilments.find((state) => state === url.searchParams.get('status'))
  return {
    list: await apiOf(context).call('GET /orders/users/search', {
      query: { current, pageSize, sort, sortBy: 'createdAt', ...(fulfilment ? { fulfilment } : {}) },
    }),
    fulfilment: fulfilment ?? null,
  }
}

/** What one has ordered, newest first. */
export default function Orders() {
  const t = useT()
  const { date } = useFormats()
  const { list, fulfilment } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  useSocketMessage(
    'order/updated',
    useCallback(() => void revalidate(), [revalidate]),
  )
  return (
    <div className="mx-auto w-full max-w-page px-4 pb-16 md:px-8 md:pt-6">
      <PageTitle>{t('shop.orders.title')}</PageTitle>
      <PageHead title={t('shop.library.title')} detail={t('shop.orders.detail')} />
      <LibraryTabs />
      <Chips
        label={t('shop.orders.filter')}
        name="status"
        className="mt-4 max-w-full"
        tabs={[
          { label: t('shop.orders.all') },
          ...fulfilments.map((state) => ({ label: t(`shop.order.fulfilment.${state}`), value: state })),
        ]}
      />
      {list.data.length === 0 ? (
        <EmptyState
          title={fulfilment ? t('shop.orders.noMatch') : t('shop.orders.empty')}
          action={
            fulfilment ? null : (
              <ButtonLink variant="primary" to="/explore">
                {t('shop.orders.explore')}
              </ButtonLink>
            )
          }
        >
          {fulfilment ? null : t('shop.orders.emptyHint')}
        </EmptyState>
      ) : (
        <ul className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-3">
          {list.data.map((order) => {
            const file = order.image as unknown as MediaFile | null
            const image = isOpen(file) ? imageOf(file) : null
            return (
              <li key={order._id}>
                <Link
                  to={`/user/orders/${order._id}`}
                  className="flex min-w-0 items-center gap-4 rounded-lg bg-surface p-3.5 ring-1 ring-line hover:bg-surface-2 md:p-4"
                >
                  {image ? (
                    <ResponsiveImage source={image} alt="" sizes="72px" className="size-18 shrink-0 rounded-md" />
                  ) : (
                    <span className="grid size-18 shrink-0 place-items-center rounded-md bg-surface-3 text-ink-3">
                      <Package aria-hidden="true" />
                    </span>
                  )}
                  <span className="min-w-0 flex-1">
                    <bdi className="line-clamp-2 font-semibold wrap-anywhere">{order.title}</bdi>
                    <span className="block text-xs text-ink-3 wrap-anywhere">
                      <bdi>{order.performer?.name}</bdi>
                      {dot}
                      <bdi className="num whitespace-nowrap">{order.number}</bdi>
                      {dot}
                      <span className="whitespace-nowrap">{date(order.createdAt)}</span>
                    </span>
                    <span className="mt-1.5 flex flex-wrap gap-1.5">
                      <Badge tone={orderTones[order.fulfilment]}>
                        {t(`shop.order.fulfilment.${order.fulfilment}`)}
                      </Badge>
                      {order.payment === 'captured' ? null : (
                        <Badge tone="ember">{t(`shop.order.payment.${order.payment}`)}</Badge>
                      )}
                      {order.hasProblem ? <Badge tone="ember">{t('shop.order.event.problem')}</Badge> : null}
                    </span>
                    {order.next ? (
                      <span className="mt-1 block text-xs text-ink-2">
                        {t(`orders.next.buyer.${order.next.step}`, { date: date(order.next.at) })}
                      </span>
                    ) : null}
                  </span>
                  <Price
                    tokens={order.total}
                    className="max-sm:flex-col max-sm:items-end max-sm:gap-0 max-sm:text-sm"
                  />
                </Link>
              </li>
            )
          })}
        </ul>
      )}
      <Pagination total={list.total} />
    </div>
  )
}
