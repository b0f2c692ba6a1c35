import { subscriptionStatuses } from '@fanlight/contract/subscription-states'
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { call, type Reply } from '../../../api/client.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { MessageButton } from '../../../parts/messages/message-button.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { tableQuery } from '../../../ui/table-state.ts'
import { Chips } from '../../../ui/tabs.tsx'
import { AudienceTabs } from '../pieces/audience-tabs.tsx'
import { ExportCsv } from '../pieces/export-csv.tsx'
import { ListSearch } from '../pieces/list-search.tsx'

export const handle = { messages: ['studio', 'wallet'] }
export const clientMiddleware = [withMessages('studio', 'wallet')]

type Subscriber = Reply<'GET /subscriptions/performer/search'>['data'][number]
const orders = ['createdAt', 'updatedAt', 'currentPeriodEnd'] as const
const tones: Record<Subscriber['status'], Tone> = {
  active: 'leaf',
  trialing: 'sky',
  paused: 'lamp',
  past_due: 'lamp',
  incomplete: 'lamp',
  expired: 'quiet',
  revoked: 'quiet',
}

function subscribersQuery(search: URLSearchParams) {
  const { current, pageSize, sort, sortBy } = tableQuery(search, { sortBy: 'createdAt' })
  const status = subscriptionStatuses.find((value) => value === search.get('status'))
  const q = search.get('q')?.trim().slice(0, 80)
  return {
    current,
    pageSize,
    sort,
    sortBy: orders.find((order) => order === sortBy) ?? ('createdAt' as const),
    ...(status ? { status } : search.get('status') === 'all' ? {} : { active: 'true' as const }),
    ...(q ? { q } : {}),
  }
}

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  apiOf(context).call('GET /subscriptions/performer/search', {
    query: subscribersQuery(new URL(request.url).searchParams),
  })

/** Who subscribes. The address holds filter, search and order. */
export default function Subscribers() {
  const t = useT()
  const { data, total } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const columns = useColumns()
  const q = search.get('q') ?? ''
  const rows = async () => {
    const { current: _current, ...query } = subscribersQuery(search)
    const found: Subscriber[] = []
    let cursor: string | null = null
    do {
      const page: Reply<'GET /subscriptions/performer/search'> = await call('GET /subscriptions/performer/search', {
        query: { ...query, sortBy: 'createdAt', sort: 'asc', pageSize: 100, ...(cursor && { cursor }) },
      })
      found.push(...page.data)
      cursor = page.nextCursor
    } while (cursor)
    return found.map((row) => [
      row.user?.name ?? '',
      row.user?.username ?? '',
      t(`wallet.subs.status.${row.status}`),
      row.startedAt,
      row.accessUntil ?? '',
      row.price,
      row.currency,
    ])
  }
  return (
    <>
      <PageTitle>{t('studio.audience.subscribers')}</PageTitle>
      <PageHead
        title={t('studio.audience.subscribers')}
        detail={t('studio.audience.subscribersDetail')}
        actions={
          <ExportCsv
            name="subscribers"
            head={[
              t('studio.audience.name'),
              t('studio.audience.username'),
              t('studio.column.status'),
              t('studio.audience.since'),
              t('studio.audience.until'),
              t('studio.audience.price'),
              t('studio.audience.currency'),
            ]}
            rows={rows}
            disabled={total === 0}
          />
        }
      />
      <AudienceTabs />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Chips
          label={t('studio.column.status')}
          name="status"
          className="max-w-full"
          tabs={[
            { label: t('studio.audience.now') },
            { label: t('wallet.subs.status.trialing'), value: 'trialing' },
            { label: t('wallet.subs.status.past_due'), value: 'past_due' },
            { label: t('wallet.subs.status.expired'), value: 'expired' },
            { label: t('studio.all'), value: 'all' },
          ]}
        />
        <ListSearch label={t('studio.audience.search')} lengthMax={80} keep={['status']} />
      </div>
      {data.length === 0 ? (
        <EmptyState title={t(q || search.has('status') ? 'studio.audience.noMatch' : 'studio.audience.noSubscribers')}>
          {t('studio.audience.noSubscribersHint')}
        </EmptyState>
      ) : (
        <div className="mt-4 rounded-lg bg-surface px-4 py-2 ring-1 ring-line md:px-5">
          <Table caption={t('studio.audience.subscribers')} rows={data} columns={columns} keyOf={({ _id }) => _id} />
        </div>
      )}
      <Pagination total={total} />
    </>
  )
}

function useColumns(): Column<Subscriber>[] {
  const t = useT()
  const { date, money } = useFormats()
  return [
    {
      name: 'name',
      title: t('studio.audience.name'),
      cell: ({ user }) => (
        <span className="flex min-w-0 items-center gap-3">
          <Avatar src={user?.avatar} size={36} />
          <span className="grid min-w-0 leading-tight">
            <bdi className="truncate font-strong">{user?.name ?? t('studio.orders.closedAccount')}</bdi>
            {user?.username ? <bdi className="truncate text-xs text-ink-3">@{user.username}</bdi> : null}
          </span>
          {user?.username ? <MessageButton source="user" person={user} size="sm" /> : null}
        </span>
      ),
    },
    {
      name: 'status',
      title: t('studio.column.status'),
      cell: ({ status, cancelAtPeriodEnd }) => (
        <Badge tone={cancelAtPeriodEnd ? 'quiet' : tones[status]}>
          {t(cancelAtPeriodEnd && status === 'active' ? 'wallet.subs.status.stopping' : `wallet.subs.status.${status}`)}
        </Badge>
      ),
    },
    {
      name: 'createdAt',
      title: t('studio.audience.since'),
      sortable: true,
      wideOnly: true,
      cell: ({ startedAt }) => <time dateTime={startedAt}>{date(startedAt)}</time>,
    },
    {
      name: 'currentPeriodEnd',
      title: t('studio.audience.until'),
      sortable: true,
      wideOnly: true,
      cell: ({ accessUntil }) => (accessUntil ? <time dateTime={accessUntil}>{date(accessUntil)}</time> : '–'),
    },
    {
      name: 'price',
      title: t('studio.audience.price'),
      number: true,
      cell: ({ price, currency }) => money(price, currency),
    },
  ]
}
