import { Printer, TriangleAlert } from 'lucide-react'
import { useCallback } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator, useSearchParams } from 'react-router'
import { apiOf } from '../../../api/request-context.ts'
import { useSocketMessage } from '../../../api/socket.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { Price } from '../../../parts/money/price.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { LocalTime } from '../../../parts/time/local-time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { dot } from '../../../ui/dot.ts'
import { Pagination } from '../../../ui/pagination.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { Chips } from '../../../ui/tabs.tsx'
import { ShopTabs } from '../pieces/shop-tabs.tsx'
import { ExportSales } from './export-sales.tsx'
import { fulfilmentTones, paymentTones, type Sale } from './order-states.ts'
import { SaleImage } from './sale-image.tsx'
import { filterOf, filters, neighborsSearch, salesQuery } from './sales-query.ts'
import { ListSearch } from '../pieces/list-search.tsx'

export const handle = { messages: ['studio', 'orders'] }
export const clientMiddleware = [withMessages('studio', 'orders')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  return apiOf(context).call('GET /orders/search', { query: salesQuery(searchParams) })
}

export default function Orders() {
  const t = useT()
  const { data, total } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const { revalidate } = useRevalidator()
  useSocketMessage(
    'order/updated',
    useCallback(() => void revalidate(), [revalidate]),
  )
  const columns = useColumns()
  const filter = filterOf(search)
  const q = search.get('q') ?? ''
  return (
    <>
      <PageTitle>{t('studio.orders.title')}</PageTitle>
      <PageHead
        title={t('studio.orders.title')}
        detail={t('studio.orders.detail')}
        actions={
          <>
            {data.some(({ deliveryAddress }) => deliveryAddress) ? (
              <ButtonLink to={`/creator/orders/slips?${search}`}>
                <Printer aria-hidden="true" />
                <span className="max-sm:sr-only">{t('orders.print.slips')}</span>
              </ButtonLink>
            ) : null}
            <ExportSales query={salesQuery(search)} disabled={data.length === 0} />
          </>
        }
      />
      <ShopTabs />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Chips
          label={t('studio.orders.fulfilmentStatus')}
          name="fulfilment"
          className="max-w-full"
          tabs={filters.map((value) => ({ label: t(`studio.orders.filter.${value}`), value }))}
        />
        <ListSearch label={t('studio.orders.search')} lengthMax={100}>
          {/* A search from the first list is for all orders; another filter remains. */}
          <input type="hidden" name="fulfilment" value={search.get('fulfilment') ?? 'all'} />
        </ListSearch>
      </div>
      {data.length === 0 ? (
        <EmptyState
          title={t(q ? 'studio.orders.noMatch' : `studio.orders.empty.${filter}`)}
          action={
            filter !== 'all' || q ? (
              <Link to="/creator/orders?fulfilment=all" className="link">
                {t('studio.orders.showAll')}
              </Link>
            ) : null
          }
        />
      ) : (
        <div className="mt-4 rounded-lg bg-surface px-4 py-2 ring-1 ring-line md:px-5">
          <Table caption={t('studio.orders.title')} rows={data} columns={columns} keyOf={({ _id }) => _id} />
        </div>
      )}
      <Pagination total={total} />
    </>
  )
}

function useColumns(): Column<Sale>[] {
  const t = useT()
  const [search] = useSearchParams()
  const { date } = useFormats()
  const fulfilment = (sale: Sale, className?: string) =>
    sale.hasProblem ? (
      <Badge tone="ember" className={className}>
        <TriangleAlert aria-hidden="true" />
        {t('studio.orders.filter.problem')}
      </Badge>
    ) : (
      <Badge tone={fulfilmentTones[sale.fulfilment]} className={className}>
        {t(`studio.orders.fulfilment.${sale.fulfilment}`)}
      </Badge>
    )
  return [
    {
      name: 'order',
      title: t('studio.orders.order'),
      cell: (sale) => (
        <Link to={`/creator/orders/${sale._id}${neighborsSearch(search)}`} className="flex min-w-0 items-center gap-3">
          <SaleImage sale={sale} />
          <span className="min-w-0">
            <span dir="auto" className="line-clamp-2 font-strong wrap-anywhere text-match">
              {sale.title}
            </span>
            <span className="num block text-xs text-ink-3">
              <bdi>{sale.number}</bdi>
              {sale.quantity > 1 ? `${dot}${t('studio.orders.pieces', { count: sale.quantity })}` : ''}
            </span>
            {fulfilment(sale, 'mt-1 h-5! text-2xs! md:hidden')}
            {sale.next ? (
              <span className="mt-1 block text-xs text-ink-2">
                {t(`orders.next.performer.${sale.next.step}`, { date: date(sale.next.at) })}
              </span>
            ) : null}
          </span>
        </Link>
      ),
    },
    {
      name: 'buyer',
      title: t('studio.orders.buyer'),
      wideOnly: true,
      cell: (sale) => <bdi>{sale.buyer?.name ?? t('studio.orders.closedAccount')}</bdi>,
    },
    {
      name: 'amount',
      title: t('studio.orders.total'),
      number: true,
      cell: (sale) => <Price tokens={sale.total} className="max-md:[&>span:last-child]:hidden" />,
    },
    {
      name: 'payment',
      title: t('studio.orders.paymentStatus'),
      wideOnly: 'lg',
      cell: (sale) => <Badge tone={paymentTones[sale.payment]}>{t(`studio.orders.payment.${sale.payment}`)}</Badge>,
    },
    {
      name: 'fulfilment',
      title: t('studio.orders.fulfilmentStatus'),
      wideOnly: true,
      cell: (sale) => fulfilment(sale),
    },
    {
      name: 'createdAt',
      title: t('studio.orders.date'),
      sortable: true,
      wideOnly: 'lg',
      number: true,
      cell: (sale) => <LocalTime at={sale.createdAt} className="whitespace-nowrap text-ink-2" />,
    },
  ]
}
