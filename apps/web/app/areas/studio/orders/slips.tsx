import { Printer } from 'lucide-react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { Slip } from './packing-slip.tsx'
import { salesQuery } from './sales-query.ts'

export const handle = { messages: ['studio', 'orders'] }
export const clientMiddleware = [withMessages('studio', 'orders')]

/** As many as are packed at once: a parcel is a page. */
const most = 100

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { current: _current, ...query } = salesQuery(new URL(request.url).searchParams)
  const { data, total } = await apiOf(context).call('GET /orders/search', {
    query: { ...query, type: 'physical', sortBy: 'createdAt', sort: 'asc', pageSize: most },
  })
  return { orders: data.filter(({ deliveryAddress }) => deliveryAddress !== null), isMore: total > most }
}

/** The packing slips of all parcels of a filter of the list, to be looked at and printed, one a page. */
export default function Slips() {
  const t = useT()
  const { region } = useFormats()
  const { orders, isMore } = useLoaderData<typeof loader>()
  return (
    <>
      <PageTitle>{t('orders.print.slips')}</PageTitle>
      <div className="print:hidden">
        <PageHead
          title={t('orders.print.slips')}
          detail={t('orders.print.count', { count: orders.length })}
          back="/creator/orders"
          actions={
            <Button variant="primary" disabled={orders.length === 0} onClick={() => window.print()}>
              <Printer aria-hidden="true" />
              {t('orders.print.action')}
            </Button>
          }
        />
        {isMore ? <p className="mb-4 text-sm text-ink-2">{t('orders.print.first', { count: most })}</p> : null}
      </div>
      {orders.length === 0 ? (
        <EmptyState title={t('orders.print.none')} />
      ) : (
        <ol className="packing-slips grid gap-4 print:block">
          {orders.map((order) => (
            <li key={order._id} className="rounded-lg bg-surface p-5 ring-1 ring-line print:p-0 print:ring-0">
              <Slip order={order} countryName={region(order.deliveryAddress?.country ?? '')} />
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
