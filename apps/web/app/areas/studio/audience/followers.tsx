import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { call, type Reply } from '../../../api/client.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { MessageButton } from '../../../parts/messages/message-button.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { Table } from '../../../ui/table.tsx'
import { tableQuery } from '../../../ui/table-state.ts'
import { AudienceTabs } from '../pieces/audience-tabs.tsx'
import { ExportCsv } from '../pieces/export-csv.tsx'

export const handle = { messages: ['studio'] }
export const clientMiddleware = [withMessages('studio')]

type Follower = Reply<'GET /follows/followers'>['data'][number]
const start = { sortBy: 'createdAt' }

export function loader({ request, context }: LoaderFunctionArgs) {
  const { current, pageSize, sort } = tableQuery(new URL(request.url), start)
  return apiOf(context).call('GET /follows/followers', { query: { current, pageSize, sort, sortBy: 'createdAt' } })
}

/** Who follows, the newest first. The address holds the order. */
export default function Followers() {
  const t = useT()
  const { date } = useFormats()
  const { data, total } = useLoaderData<typeof loader>()
  const rows = async () => {
    const found: Follower[] = []
    let cursor: string | null = null
    do {
      const page: Reply<'GET /follows/followers'> = await call('GET /follows/followers', {
        query: { sortBy: 'createdAt', sort: 'asc', pageSize: 100, ...(cursor && { cursor }) },
      })
      found.push(...page.data)
      cursor = page.nextCursor
    } while (cursor)
    return found.map((row) => [row.name, row.username ?? '', row.followedAt])
  }
  return (
    <>
      <PageTitle>{t('studio.audience.followers')}</PageTitle>
      <PageHead
        title={t('studio.audience.followers')}
        detail={t('studio.audience.followersDetail')}
        actions={
          <ExportCsv
            name="followers"
            head={[t('studio.audience.name'), t('studio.audience.username'), t('studio.audience.since')]}
            rows={rows}
            disabled={total === 0}
          />
        }
      />
      <AudienceTabs />
      {data.length === 0 ? (
        <EmptyState title={t('studio.audience.noFollowers')}>{t('studio.audience.noFollowersHint')}</EmptyState>
      ) : (
        <div className="rounded-lg bg-surface px-4 py-2 ring-1 ring-line md:px-5">
          <Table<Follower>
            caption={t('studio.audience.followers')}
            rows={data}
            keyOf={({ _id }) => _id}
            columns={[
              {
                name: 'name',
                title: t('studio.audience.name'),
                cell: (row) => (
                  <span className="flex min-w-0 items-center gap-3">
                    <Avatar src={row.avatar} size={36} />
                    <span className="grid min-w-0 leading-tight">
                      <bdi className="truncate font-strong">{row.name || t('studio.orders.closedAccount')}</bdi>
                      {row.username ? <bdi className="truncate text-xs text-ink-3">@{row.username}</bdi> : null}
                    </span>
                    {row.username ? <MessageButton source="user" person={row} size="sm" /> : null}
                  </span>
                ),
              },
              {
                name: 'createdAt',
                title: t('studio.audience.since'),
                sortable: true,
                number: true,
                cell: ({ followedAt }) => <time dateTime={followedAt}>{date(followedAt)}</time>,
              },
            ]}
          />
        </div>
      )}
      <Pagination total={total} />
    </>
  )
}
