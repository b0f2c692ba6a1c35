import { payoutStatuses } from '@fanlight/contract/payout-states'
import { useCallback } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { apiOf } from '../../../api/request-context.ts'
import { useSocketMessage } from '../../../api/socket.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { PayoutDestination } from '../../../parts/money/payout-destination.tsx'
import { isOpenPayout, payoutTones } from '../../../parts/money/payout-states.ts'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Fanlight } from '../../../ui/fanlight.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { tableQuery, useTableState } from '../../../ui/table-state.ts'
import { Chips } from '../../../ui/tabs.tsx'
import { useExact } from '../pieces/exact-amounts.ts'
import { Owed } from '../pieces/owed.tsx'
import { Releases } from '../pieces/releases.tsx'
import { Blockers } from './blockers.tsx'
import { OpenPayout } from './open-payout.tsx'
import { RequestForm } from './request-form.tsx'

export const handle = { messages: ['studio', 'payout', 'stepUp'] }
export const clientMiddleware = [withMessages('studio', 'payout', 'stepUp')]

export type OwnPayout = Reply<'GET /payout-requests/search'>['data'][number]
export type Quote = Reply<'POST /payout-requests/calculate'>['data']

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const url = new URL(request.url)
  const { current, pageSize } = tableQuery(url)
  const status = payoutStatuses.find((name) => name === url.searchParams.get('status'))
  const order = { sortBy: 'createdAt', sort: 'desc' } as const
  const [quote, stats, newest, list] = await Promise.all([
    api.call('POST /payout-requests/calculate', { body: {} }),
    api.call('GET /performer/earning/stats', { query: {} }),
    // An open request is the newest one: there is no other until it ends.
    api.call('GET /payout-requests/search', { query: { ...order, pageSize: 1 } }),
    api.call('GET /payout-requests/search', { query: { ...order, current, pageSize, ...(status && { status }) } }),
  ])
  return { quote: quote.data, stats: stats.data, newest: newest.data[0] ?? null, list }
}

/** What can be paid out, the request for it, and the payouts before. */
export default function Payouts() {
  const t = useT()
  const { quote, stats, newest, list } = useLoaderData<typeof loader>()
  const { filter } = useTableState()
  const { revalidate } = useRevalidator()
  useSocketMessage(
    'payout/updated',
    useCallback(() => void revalidate(), [revalidate]),
  )
  const exact = useExact(quote.currency)
  const worth = (tokens: number) => exact.money(tokens * stats.tokenValue)
  const blockers = quote.blockers.filter(({ code }) => code !== 'PAYOUT_OPEN')
  const minimum = exact.money(quote.minimum)
  return (
    <>
      <PageTitle>{t('payout.title')}</PageTitle>
      <PageHead
        title={t('payout.title')}
        detail={t('payout.detail')}
        back="/creator/earnings"
        actions={<ButtonLink to="/creator/payment-gateways">{t('payout.method')}</ButtonLink>}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_316px]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
          <Available quote={quote} stats={stats} worth={worth} />
          <Owed {...stats} />
          {newest && isOpenPayout(newest.status) ? (
            <OpenPayout key={newest._id} payout={newest} />
          ) : blockers.length > 0 ? (
            <Blockers blockers={blockers} minimum={minimum} />
          ) : (
            <RequestForm key={quote.available} quote={quote} />
          )}
        </div>
        {stats.releases.length > 0 ? (
          <Releases title={t('payout.releases')} releases={stats.releases.slice(0, 8)} worth={worth} />
        ) : (
          <section className="rounded-lg bg-surface p-5 ring-1 ring-line">
            <h2 className="text-lg">{t('payout.releases')}</h2>
            <p className="mt-2 text-sm text-ink-3">{t('payout.noNext')}</p>
          </section>
        )}
      </div>
      {newest ? (
        <section className="mt-3.5 rounded-lg bg-surface px-4 pt-4 pb-2 ring-1 ring-line md:px-[22px]">
          <h2 className="text-lg">{t('payout.history')}</h2>
          <Chips
            label={t('payout.column.status')}
            name="status"
            className="mt-2 mb-2"
            tabs={[
              { label: t('payout.filter.all') },
              ...payoutStatuses.map((status) => ({ label: t(`payout.status.${status}`), value: status })),
            ]}
          />
          {list.data.length > 0 ? (
            <History payouts={list.data} />
          ) : (
            <p className="py-8 text-center text-sm text-ink-3">
              {filter('status') ? t('payout.empty.filtered') : t('payout.empty.title')}
            </p>
          )}
        </section>
      ) : (
        <EmptyState title={t('payout.empty.title')} className="py-12!">
          {blockers.some(({ code }) => code === 'PAYOUT_BELOW_MINIMUM') ? t('payout.empty.text', { minimum }) : null}
        </EmptyState>
      )}
      <Pagination total={list.total} />
    </>
  )
}

interface AvailableProps {
  quote: Quote
  stats: Reply<'GET /performer/earning/stats'>['data']
  worth: (tokens: number) => string
}
/** What may be paid out now, and what becomes available later. */
function Available({ quote, stats, worth }: AvailableProps) {
  const t = useT()
  const { shortDay } = useFormats()
  const { money } = useExact(quote.currency)
  const next = stats.releases.find(({ net }) => net > 0)
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2.5 sm:grid-cols-[1.5fr_1fr] md:gap-3.5">
      <div className="@container relative overflow-hidden rounded-lg bg-ink p-[18px] text-canvas md:px-[22px] md:py-5 dark:bg-token-soft dark:text-token-soft-ink">
        <Fanlight
          share={1}
          panes={7}
          className="pointer-events-none absolute -end-[52px] -top-[34px] w-[210px] rotate-12 opacity-16"
        />
        <p className="text-sm opacity-82">{t('payout.available')}</p>
        <p className="num mt-2 font-display text-[min(2.125rem,12cqi)] leading-tight font-heavy tracking-[-.03em] whitespace-nowrap">
          {money(quote.availableAmount)}
        </p>
        <p className="num mt-1 text-xs opacity-82">{t.tokens(quote.available)}</p>
      </div>
      <div className="rounded-lg bg-surface p-[18px] ring-1 ring-line md:px-[22px] md:py-5">
        <p className="text-sm text-ink-2">{t('payout.pending')}</p>
        <p className="num mt-2 font-display text-2xl font-heavy">{worth(stats.pending)}</p>
        <p className="num mt-1 text-xs text-ink-3">
          {next
            ? t('payout.next', { amount: worth(next.net), date: shortDay(next.date) })
            : stats.releases.length > 0
              ? t('studio.earnings.allOwed')
              : t.tokens(stats.pending)}
        </p>
        {stats.held > 0 ? (
          <p className="mt-2 text-xs text-ink-3">{t('payout.disputed', { amount: worth(stats.held) })}</p>
        ) : null}
      </div>
    </section>
  )
}

function History({ payouts }: { payouts: readonly OwnPayout[] }) {
  const t = useT()
  const { date } = useFormats()
  const { money } = useExact(payouts[0]?.currency ?? 'USD')
  const columns: Column<OwnPayout>[] = [
    {
      name: 'payout',
      title: t('payout.column.payout'),
      cell: (payout) => (
        <Link to={`/creator/payouts/${payout._id}`} className="block min-w-0">
          <bdi className="num font-strong">{payout.number}</bdi>
          <span className="block text-xs text-ink-3 md:hidden">{date(payout.createdAt)}</span>
          <Badge tone={payoutTones[payout.status]} className="mt-1 h-5! text-2xs! md:hidden">
            {t(`payout.status.${payout.status}`)}
          </Badge>
        </Link>
      ),
    },
    {
      name: 'status',
      title: t('payout.column.status'),
      wideOnly: true,
      cell: ({ status }) => <Badge tone={payoutTones[status]}>{t(`payout.status.${status}`)}</Badge>,
    },
    {
      name: 'to',
      title: t('payout.to'),
      wideOnly: true,
      cell: ({ destination }) => <PayoutDestination of={destination} />,
    },
    {
      name: 'date',
      title: t('payout.column.date'),
      wideOnly: true,
      cell: ({ createdAt }) => <span className="num whitespace-nowrap text-ink-2">{date(createdAt)}</span>,
    },
    {
      name: 'amount',
      title: t('payout.amount'),
      number: true,
      cell: (payout) => (
        <>
          <b>{money(payout.amount)}</b>
          <span className="block text-xs text-ink-3">{t.tokens(payout.tokens)}</span>
        </>
      ),
    },
  ]
  return <Table caption={t('payout.history')} rows={payouts} columns={columns} keyOf={({ _id }) => _id} />
}
