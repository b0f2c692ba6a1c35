import { audiencePageMax } from '@fanlight/contract/audience-groups'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator, useSearchParams } from 'react-router'
import { call } from '../../../api/client.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { tableQuery, useTableState } from '../../../ui/table-state.ts'
import { toast } from '../../../ui/toast.tsx'
import { AddToList } from './add-to-list.tsx'
import { audiencePageSize, audienceQuery, type Chosen, chosenPeople, segmentOf } from './audience-query.ts'
import { ExportAudience } from './export-audience.tsx'
import { Filters } from './filters.tsx'
import { GroupNav, useCounted } from './group-nav.tsx'
import { ListHead } from './list-head.tsx'
import { MessageSheet } from './message-sheet.tsx'
import { PeopleTable } from './people-table.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useSelection } from './use-selection.ts'

export const handle = { messages: ['studio', 'audience'] }
export const clientMiddleware = [withMessages('studio', 'audience')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams
  const api = apiOf(context)
  const { current } = tableQuery(search)
  const [found, counts, lists] = await Promise.all([
    api.call('GET /performer/audience', { query: { ...audienceQuery(search), current, pageSize: audiencePageSize } }),
    api.call('GET /performer/audience/groups'),
    api.call('GET /performer/fan-lists', { query: { pageSize: 100 } }),
  ])
  return { found, counts: counts.data, lists: lists.data }
}

/** Everybody around the creator: subscribers, followers, segments and lists. The address holds group, search, filters and order. */
export default function Audience() {
  const t = useT()
  const { number } = useFormats()
  const shown = useCounted()
  const { found, counts, lists } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [search] = useSearchParams()
  const { hrefWith } = useTableState()
  const query = audienceQuery(search)
  const { group, listId = null, q, type, spentAtLeast } = query
  const list = lists.find(({ _id }) => _id === listId)
  const segment = segmentOf(query)
  const { chosen, isSelected, select, selectEverybody, clear } = useSelection(listId ?? group, segment)
  const [isWriting, setWriting] = useState(false)
  const [adding, setAdding] = useState<Chosen | null>(null)
  const [isCounting, setCounting] = useState(false)
  const count = chosen.counted.total
  const selectAll = async () => {
    // The page counts to a thousand.
    if (!found.totalIsAtLeast) return selectEverybody({ total: found.total })
    setCounting(true)
    try {
      selectEverybody((await call('GET /performer/audience/total', { query: segment })).data)
    } catch (error) {
      toast.problem(error)
    } finally {
      setCounting(false)
    }
  }
  const isFiltered = q !== undefined || type !== undefined || spentAtLeast !== undefined
  const emptyKind = group === 'subscribers' || group === 'followers' || group === 'list' ? group : 'other'
  // Beyond what was counted, one page at a time.
  const { current } = tableQuery(search)
  const reached = current * audiencePageSize + (found.nextCursor ? 1 : 0)
  const total = found.totalIsAtLeast ? Math.max(found.total, reached) : found.total
  const { new: newSubscribers, newFollowers } = counts
  const growth = t('audience.growth', {
    subscribers: t('audience.newSubscribers', { count: newSubscribers.total, shown: shown(newSubscribers) }),
    followers: t('audience.newFollowers', { count: newFollowers.total, shown: shown(newFollowers) }),
  })
  return (
    <>
      <PageTitle>{t('audience.title')}</PageTitle>
      <PageHead
        title={t('audience.title')}
        detail={newSubscribers.total + newFollowers.total > 0 ? growth : undefined}
        actions={<ExportAudience disabled={found.total === 0} />}
      />
      <div className="xl:grid xl:grid-cols-[232px_minmax(0,1fr)] xl:items-start xl:gap-5">
        <GroupNav group={group} listId={listId} counts={counts} lists={lists} />
        <div className="min-w-0">
          {list ? <ListHead list={list} onChanged={revalidate} /> : null}
          <Filters people={t('audience.people', { count: found.total, shown: shown(found) })} />
          {found.data.length === 0 ? (
            <EmptyState
              title={isFiltered ? t('audience.noMatch') : t(`audience.empty.${emptyKind}`)}
              action={
                isFiltered ? (
                  <Link to={hrefWith({ q: null, type: null, spent: null })} className="link">
                    {t('audience.clear')}
                  </Link>
                ) : undefined
              }
            >
              {isFiltered ? t('audience.noMatchHint') : t(`audience.emptyHint.${emptyKind}`)}
            </EmptyState>
          ) : (
            <PeopleTable
              group={group}
              people={found.data}
              isSelected={isSelected}
              onSelect={(people, isOn) => {
                if (!select(people, isOn, found.data))
                  toast.refuse(t('audience.selectionFull', { most: number(audiencePageMax) }))
              }}
              listId={listId}
              onAdd={(people) => setAdding(chosenPeople(people))}
              onChanged={() => void revalidate()}
            />
          )}
          {count > 0 ? (
            <SelectionBar
              counted={chosen.counted}
              all={chosen.people && count < found.total ? found : null}
              isCounting={isCounting}
              onAll={() => void selectAll()}
              onMessage={() => setWriting(true)}
              onAdd={() => setAdding(chosen)}
              onClear={clear}
            />
          ) : null}
          <Pagination total={total} pageSize={audiencePageSize} />
        </div>
      </div>
      {isWriting && count > 0 ? (
        <MessageSheet
          chosen={chosen}
          onLeaveOut={(person) => select([person], false, found.data)}
          onClose={() => setWriting(false)}
          onSent={() => {
            setWriting(false)
            clear()
          }}
        />
      ) : null}
      {adding ? (
        <AddToList
          chosen={adding}
          lists={lists}
          onClose={() => setAdding(null)}
          onAdded={() => {
            setAdding(null)
            clear()
            void revalidate()
          }}
        />
      ) : null}
    </>
  )
}
