import { chargeTypes } from '@fanlight/contract/charge-types'
import clsx from 'clsx'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { LocalTime } from '../../../parts/time/local-time.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { tableQuery, useTableState } from '../../../ui/table-state.ts'
import { Chips, Segmented } from '../../../ui/tabs.tsx'
import { daysAgo, EarningsChart, earningsByKind } from '../pieces/earnings-chart.tsx'
import { useExact } from '../pieces/exact-amounts.ts'
import { Owed } from '../pieces/owed.tsx'
import { Releases } from '../pieces/releases.tsx'

export const handle = { messages: ['studio'] }
export const clientMiddleware = [withMessages('studio')]
type Earning = Reply<'GET /performer/earning/search'>['data'][number]
const periods: Record<string, number> = { week: 7, quarter: 90, year: 365 }
const tones: Record<string, Tone> = {
  available: 'leaf',
  paid: 'leaf',
  pending: 'lamp',
  in_payout: 'sky',
  reversed: 'ember',
}
const start = { sortBy: 'createdAt' }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  const api = apiOf(context)
  const { current, pageSize, sort, sortBy } = tableQuery(url, start)
  const days = periods[url.searchParams.get('view') ?? ''] ?? 30
  const from = daysAgo(days)
  const type = chargeTypes.find((type) => type === url.searchParams.get('type'))
  const order = (['createdAt', 'availableAt', 'net'] as const).find((entry) => entry === sortBy) ?? 'createdAt'
  const [earnings, list] = await Promise.all([
    earningsByKind(api, { from }),
    api.call('GET /performer/earning/search', {
      query: { current, pageSize, sort, sortBy: order, from, ...(type ? { type } : {}) },
    }),
  ])
  return { earnings, list, days }
}

export default function Earnings() {
  const t = useT()
  const { date, percent, number } = useFormats()
  const { earnings, list, days } = useLoaderData<typeof loader>()
  const { stats } = earnings
  const exact = useExact(stats.currency)
  const { filter } = useTableState(start)
  const worth = (tokens: number) => exact.money(tokens * stats.tokenValue)
  const columns: Column<Earning>[] = [
    {
      name: 'what',
      title: t('studio.column.what'),
      cell: (row) => (
        <span className="block [overflow-wrap:anywhere]">
          <span className="font-semibold">{t(`studio.one.${row.type}`)}</span>
          {row.user ? (
            <span className="block text-xs text-ink-3">{t('studio.earnings.from', { name: row.user.name })}</span>
          ) : null}
          {row.note ? (
            <q dir="auto" className="mt-1 block max-w-md text-xs text-ink-2 text-match">
              {row.note}
            </q>
          ) : null}
        </span>
      ),
    },
    {
      name: 'createdAt',
      title: t('studio.column.when'),
      sortable: true,
      wideOnly: true,
      cell: (row) => <LocalTime at={row.createdAt} className="num whitespace-nowrap text-ink-2" />,
    },
    {
      name: 'gross',
      title: t('studio.column.gross'),
      number: true,
      wideOnly: true,
      cell: (row) => (
        <span>
          {exact.tokens(row.gross)}
          {row.returned > 0 ? (
            <span className="block text-xs text-ink-3">
              {t('studio.column.returned', { tokens: exact.tokens(row.returned) })}
            </span>
          ) : null}
        </span>
      ),
    },
    {
      name: 'fee',
      title: t('studio.column.fee'),
      number: true,
      wideOnly: true,
      cell: (row) => (
        <span className="text-ink-2">
          <bdi dir="ltr">{exact.tokens(-row.fee)}</bdi>
          <span className="block text-xs text-ink-3">{percent(row.feePct / 100)}</span>
        </span>
      ),
    },
    {
      name: 'net',
      title: t('studio.column.net'),
      sortable: true,
      number: true,
      cell: (row) => (
        <span>
          <b className={row.status === 'reversed' ? 'line-through' : ''}>{exact.tokens(row.net)}</b>
          <span className="block text-xs text-ink-3">
            {row.held > 0 ? t('studio.column.held', { tokens: exact.tokens(row.held) }) : exact.money(row.netValue)}
          </span>
        </span>
      ),
    },
    {
      name: 'availableAt',
      title: t('studio.column.release'),
      sortable: true,
      cell: (row) => (
        <span className="inline-flex flex-col items-start gap-0.5">
          <Badge tone={tones[row.status] ?? 'quiet'}>{t.maybe(`studio.earningState.${row.status}`)}</Badge>
          {row.status === 'pending' ? (
            <span className="num text-xs whitespace-nowrap text-ink-3">{date(row.availableAt)}</span>
          ) : null}
        </span>
      ),
    },
  ]
  return (
    <>
      <PageTitle>{t('studio.earnings.title')}</PageTitle>
      <PageHead
        title={t('studio.earnings.title')}
        detail={t('studio.earnings.detail')}
        actions={<ButtonLink to="/creator/payouts">{t('studio.earnings.payout')}</ButtonLink>}
      />
      <Segmented
        label={t('studio.period')}
        tabs={[
          { label: t('studio.period.month') },
          { label: t('studio.period.week'), value: 'week' },
          { label: t('studio.period.quarter'), value: 'quarter' },
          { label: t('studio.period.year'), value: 'year' },
        ]}
      />
      <dl className="num mt-4 grid grid-cols-2 gap-2.5 lg:grid-cols-5">
        {(
          [
            ['gross', stats.gross],
            ['fee', -stats.fee],
            ['net', stats.net],
            ['pending', stats.pending],
            ['available', stats.available],
          ] as const
        ).map(([name, value]) => (
          <div
            key={name}
            className="@container rounded-lg bg-surface px-4 py-3.5 ring-1 ring-line last:max-lg:col-span-2"
          >
            <dt className="text-sm text-ink-2">{t(`studio.sum.${name}`)}</dt>
            <dd
              className={clsx(
                'mt-1 font-display text-[min(1.3125rem,13.5cqi)] leading-7 font-heavy whitespace-nowrap',
                (name === 'net' || name === 'available') && 'text-success-text',
              )}
            >
              <bdi dir="ltr">{worth(value)}</bdi>
            </dd>
            <dd className="text-xs text-ink-3">{t.tokens(value)}</dd>
          </div>
        ))}
      </dl>
      <Owed {...stats} className="mt-3.5" />
      <section className="mt-3.5 grid gap-3.5 xl:grid-cols-[minmax(0,1fr)_316px]">
        <div className="rounded-lg bg-surface px-4 py-4 ring-1 ring-line md:px-[22px] md:pt-5">
          <h2 className="mb-3 text-lg">{t('studio.earnings.byDay')}</h2>
          {earnings.kinds.length ? (
            <EarningsChart earnings={earnings} days={days} />
          ) : (
            <EmptyState title={t('studio.dashboard.noEarnings')} className="py-10!">
              {t('studio.dashboard.noEarningsHint')}
            </EmptyState>
          )}
        </div>
        {stats.releases.length ? (
          <Releases
            title={t('studio.earnings.releases')}
            hint={t('studio.earnings.releasesHint')}
            releases={stats.releases.slice(0, 8)}
            worth={worth}
          />
        ) : (
          <div className="rounded-lg bg-surface p-5 ring-1 ring-line">
            <h2 className="text-lg">{t('studio.earnings.releases')}</h2>
            <p className="mt-1 text-xs text-ink-3">{t('studio.earnings.releasesHint')}</p>
            <p className="pt-4 text-sm text-ink-3">{t('studio.dashboard.noRelease')}</p>
          </div>
        )}
      </section>
      <section className="mt-3.5 rounded-lg bg-surface px-4 pt-4 pb-2 ring-1 ring-line md:px-[22px]">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-lg">{t('studio.earnings.each')}</h2>
          <span className="num text-xs text-ink-3">{number(list.total)}</span>
        </div>
        <Chips
          label={t('studio.column.what')}
          name="type"
          className="mt-2 mb-2"
          tabs={[
            { label: t('studio.all') },
            ...chargeTypes.map((type) => ({ label: t(`studio.kind.${type}`), value: type })),
          ]}
        />
        {list.data.length ? (
          <Table caption={t('studio.earnings.each')} rows={list.data} columns={columns} keyOf={({ _id }) => _id} />
        ) : (
          <p className="py-8 text-center text-sm text-ink-3">
            {filter('type') ? t('studio.earnings.noneOfKind') : t('studio.dashboard.noEarnings')}
          </p>
        )}
      </section>
      <Pagination total={list.total} />
    </>
  )
}
