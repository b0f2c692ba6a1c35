import { Plus } from 'lucide-react'
import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { Table } from '../../../ui/table.tsx'
import { Chips } from '../../../ui/tabs.tsx'
import { CouponCard } from './coupon-card.tsx'
import { useCouponColumns } from './coupon-columns.tsx'
import { couponsQuery, couponStates } from '../../../parts/money/coupon/coupon-list.ts'
import { ExportCoupons } from './export-coupons.tsx'
import { ListSearch } from '../pieces/list-search.tsx'

export const handle = { messages: ['studio', 'wallet', 'profile'] }
export const clientMiddleware = [withMessages('studio', 'wallet', 'profile')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const query = couponsQuery(new URL(request.url).searchParams)
  const [list, summary, plans] = await Promise.all([
    api.call('GET /performer/coupons', { query }),
    api.call('GET /performer/coupons/summary'),
    api.call('GET /performer/plans'),
  ])
  return { list, summary: summary.data, plans: plans.data, pageSize: query.pageSize }
}

/** A creator’s codes. The address holds filter, search and page. */
export default function Coupons() {
  const t = useT()
  const { money, number } = useFormats()
  const { list, summary, plans, pageSize } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const columns = useCouponColumns(plans)
  const q = search.get('q') ?? ''
  const isFiltered = q !== '' || search.has('state')
  const { counts, currency } = summary
  const actions = (
    <>
      <ExportCoupons search={search} disabled={list.total === 0} />
      <ButtonLink variant="primary" to="/creator/coupons/new">
        <Plus aria-hidden="true" />
        {t('studio.coupons.new')}
      </ButtonLink>
    </>
  )
  return (
    <>
      <PageTitle>{t('studio.coupons.title')}</PageTitle>
      <PageHead
        title={t('studio.coupons.title')}
        detail={t('studio.coupons.detail')}
        back="/creator/earnings"
        actions={<div className="flex gap-3 max-md:hidden">{actions}</div>}
      />
      <div className="mb-4 grid grid-cols-2 gap-3 md:hidden">{actions}</div>
      <dl className="num grid grid-cols-2 gap-2.5 md:grid-cols-3 md:gap-3.5">
        {[
          [t('studio.coupons.sum.used'), number(summary.used)],
          [t('studio.coupons.sum.sales'), money(summary.sales, currency)],
          [t('studio.coupons.sum.given'), money(summary.given, currency)],
        ].map(([name, value]) => (
          <div
            key={name}
            className="rounded-lg bg-surface px-3.5 py-3 ring-1 ring-line last:max-md:col-span-2 md:px-5 md:py-4"
          >
            <dt className="text-sm text-ink-3">{name}</dt>
            <dd className="mt-0.5 font-display text-xl leading-8 font-heavy tracking-[-.028em] md:text-2xl">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <Chips
          label={t('studio.column.status')}
          name="state"
          className="max-w-full"
          tabs={[
            { label: t('studio.all'), count: number(counts.all) },
            ...couponStates
              .filter((state) => state !== 'used_up' || counts.used_up > 0 || search.get('state') === state)
              .map((state) => ({
                label: t(`studio.coupons.state.${state}`),
                value: state,
                count: number(counts[state]),
              })),
          ]}
        />
        <ListSearch label={t('studio.coupons.find')} lengthMax={20} keep={['state']} />
      </div>
      {list.data.length === 0 ? (
        <EmptyState
          title={t(isFiltered ? 'studio.coupons.noMatch' : 'studio.coupons.none')}
          action={
            isFiltered ? (
              <Link to="/creator/coupons" className="link">
                {t('studio.coupons.showAll')}
              </Link>
            ) : (
              <ButtonLink to="/creator/coupons/new">{t('studio.coupons.new')}</ButtonLink>
            )
          }
        >
          {isFiltered ? null : t('studio.coupons.noneHint')}
        </EmptyState>
      ) : (
        <>
          <div className="mt-3 rounded-lg bg-surface px-5 py-2 ring-1 ring-line max-md:hidden">
            <Table caption={t('studio.coupons.title')} rows={list.data} columns={columns} keyOf={({ _id }) => _id} />
          </div>
          <ul className="mt-3 grid gap-2.5 md:hidden">
            {list.data.map((coupon) => (
              <CouponCard key={coupon._id} coupon={coupon} plans={plans} />
            ))}
          </ul>
        </>
      )}
      <Pagination total={list.total} pageSize={pageSize} />
    </>
  )
}
