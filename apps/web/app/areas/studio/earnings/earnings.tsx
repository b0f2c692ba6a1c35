import { earningGroups } from '@fanlight/contract/charge-types'
import clsx from 'clsx'
import { FileText } from 'lucide-react'
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { isOpenPayout } from '../../../parts/money/payout-states.ts'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { Chips, Segmented } from '../../../ui/tabs.tsx'
import { daysAgo, EarningsChart } from '../pieces/earnings-chart.tsx'
import { useExact } from '../pieces/exact-amounts.ts'
import { Owed } from '../pieces/owed.tsx'
import { Trend } from '../pieces/trend.tsx'
import { ListSearch } from '../pieces/list-search.tsx'
import { BecomesAvailable } from './becomes-available.tsx'
import { ByKind } from './by-kind.tsx'
import { daysOf, earningsQuery } from './earnings-query.ts'
import { ExportEarnings } from './export-earnings.tsx'
import { Sales } from './sales.tsx'
import { EarningsSums } from './sums.tsx'

export const handle = { messages: ['studio'] }
export const clientMiddleware = [withMessages('studio')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const search = new URL(request.url).searchParams
  const days = daysOf(search)
  const newest = { sortBy: 'createdAt', sort: 'desc', pageSize: 1 } as const
  const [stats, before, list, payouts] = await Promise.all([
    api.call('GET /performer/earning/stats', { query: { from: daysAgo(days) } }),
    api.call('GET /performer/earning/stats', { query: { from: daysAgo(2 * days), to: daysAgo(days) } }),
    api.call('GET /performer/earning/search', { query: earningsQuery(search) }),
    // An open request is the newest one: there is no other until it ends.
    api.call('GET /payout-requests/search', { query: newest }),
  ])
  const [payout] = payouts.data
  return {
    stats: stats.data,
    before: before.data.net,
    list,
    days,
    payout: payout && isOpenPayout(payout.status) ? payout : null,
  }
}

/** What a creator earned: where it is, by day and kind, when it is theirs, and every sale. The address holds period, filters and page. */
export default function Earnings() {
  const t = useT()
  const { money: short } = useFormats()
  const { stats, before, list, days, payout } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const { money } = useExact(stats.currency)
  const q = search.get('q') ?? ''
  const isFiltered = q !== '' || search.has('group')
  const actions = (
    <>
      <ButtonLink to="/creator/earnings/statements">
        <FileText aria-hidden="true" />
        {t('studio.earnings.statements')}
      </ButtonLink>
      <ExportEarnings search={search} total={list.total} />
    </>
  )
  return (
    <>
      <PageTitle>{t('studio.earnings.title')}</PageTitle>
      <PageHead
        title={t('studio.earnings.title')}
        detail={t('studio.earnings.detail', { value: short(stats.tokenValue, stats.currency) })}
        actions={<div className="flex gap-3 max-md:hidden">{actions}</div>}
      />
      <div className="mb-3 grid grid-cols-2 gap-3 md:hidden">{actions}</div>
      <EarningsSums stats={stats} payout={payout} />
      <Owed {...stats} className="mt-3.5" />
      <section
        className={clsx(
          'mt-3.5 grid grid-cols-[minmax(0,1fr)] gap-3.5',
          stats.byType.length > 0 && 'xl:grid-cols-[minmax(0,1fr)_minmax(0,23.5rem)]',
        )}
      >
        <div className="rounded-lg bg-surface px-4 py-4 ring-1 ring-line md:px-[22px] md:pt-5">
          <div className="mb-3 flex flex-wrap items-start justify-between gap-3">
            <div>
              <h2 className="font-sans text-sm font-normal tracking-normal text-ink-2">{t('studio.earnings.byDay')}</h2>
              <p className="num font-display text-2xl font-heavy">
                <bdi dir="ltr">{money(stats.net * stats.tokenValue)}</bdi>
              </p>
              {before > 0 ? <Trend change={stats.net / before - 1} days={days} /> : null}
            </div>
            <Segmented
              label={t('studio.period')}
              tabs={[
                { label: t('studio.period.month') },
                { label: t('studio.period.week'), value: 'week' },
                { label: t('studio.period.quarter'), value: 'quarter' },
                { label: t('studio.period.year'), value: 'year' },
              ]}
            />
          </div>
          {stats.byType.length ? (
            <EarningsChart stats={stats} days={days} />
          ) : (
            <EmptyState title={t('studio.dashboard.noEarnings')} className="py-10!">
              {t('studio.dashboard.noEarningsHint')}
            </EmptyState>
          )}
        </div>
        {stats.byType.length ? <ByKind stats={stats} days={days} /> : null}
      </section>
      <BecomesAvailable stats={stats} />
      <section className="mt-3.5 rounded-lg bg-surface px-4 pt-4 pb-2 ring-1 ring-line md:px-[22px]">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-lg">{t('studio.earnings.each')}</h2>
          <ListSearch label={t('studio.earnings.find')} lengthMax={100} keep={['view', 'group', 'status']} />
        </div>
        <Chips
          label={t('studio.earnings.kind')}
          name="group"
          className="mt-3 mb-2"
          tabs={[
            { label: t('studio.all') },
            ...earningGroups.map((group) => ({ label: t(`studio.group.${group}`), value: group })),
          ]}
        />
        {list.data.length ? (
          <Sales rows={list.data} currency={stats.currency} />
        ) : (
          <p className="py-8 text-center text-sm text-ink-3">
            {isFiltered ? t('studio.earnings.noneOfKind') : t('studio.dashboard.noEarnings')}
          </p>
        )}
      </section>
      <Pagination total={list.total} />
    </>
  )
}
