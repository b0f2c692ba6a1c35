import { useEffect, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator, useSearchParams } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { dot } from '../../../ui/dot.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { withChange } from '../../../ui/table-state.ts'
import { Chips } from '../../../ui/tabs.tsx'
import { OlderNewer } from '../pieces/older-newer.tsx'
import { RoomPanel } from './room-panel.tsx'
import { RoomTile } from './room-tile.tsx'
import { Suspended } from './suspended.tsx'

export const handle = { messages: ['wall', 'live'] }
export const clientMiddleware = [withMessages('wall', 'live')]
export const meta = () => [{ name: 'robots', content: 'noindex' }]

export type LiveRoom = Reply<'GET /admin/live'>['data'][number]
const types = ['public', 'subscribers', 'ticket', 'private', 'group'] as const satisfies readonly LiveRoom['type'][]
const filters = ['reported', ...types] as const
const refreshMs = 5_000
const pageSize = 24

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const filter = filters.find((value) => value === searchParams.get('filter'))
  const cursor = searchParams.get('cursor')
  return {
    ...(await apiOf(context).call('GET /admin/live', {
      query: {
        pageSize,
        ...(filter === 'reported' ? { reported: 'true' as const } : filter && { type: filter }),
        ...(cursor && { cursor }),
      },
    })),
    now: new Date().toISOString(),
  }
}

/** Everything that is live at once, for staff. It is read anew every few seconds while the page is looked at. */
export default function LiveWall() {
  const t = useT()
  const { number } = useFormats()
  const { data, total, nextCursor, counts, makesStills, suspended, now } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const [opened, setOpened] = useState<LiveRoom | null>(null)
  useRefresh()
  const viewers = data.reduce((sum, room) => sum + room.viewers, 0)
  const isFiltered = search.has('filter')
  return (
    <>
      <PageTitle>{t('wall.title')}</PageTitle>
      <h1 className="text-xl">{t('wall.title')}</h1>
      <p className="mt-0.5 text-xs text-ink-3">
        {t('wall.lead', { rooms: number(total), viewers: number(viewers) })}
        {makesStills ? `${dot}${t('wall.kept')}` : null}
      </p>
      {makesStills ? null : (
        <p role="status" className="mt-2 rounded-sm bg-token-soft px-3 py-2 text-xs text-token-soft-ink">
          {t('wall.noDecoder')}
        </p>
      )}
      <Chips
        label={t('wall.filter')}
        className="mt-3"
        tabs={([null, ...filters] as const).map((value) => ({
          label: t(value ? `wall.filter.${value}` : 'wall.all'),
          count: number(
            value === null
              ? counts.all
              : value === 'reported'
                ? counts.reported
                : (counts.types.find(({ type }) => type === value)?.rooms ?? 0),
          ),
          to: `?${withChange(search, { filter: value, cursor: null })}`,
          current: search.get('filter') === value,
        }))}
      />
      {data.length > 1 ? <p className="mt-2 text-xs text-ink-3">{t('wall.order')}</p> : null}
      {data.length === 0 ? (
        <EmptyState title={t(isFiltered ? 'wall.noneHere' : 'wall.none')}>{t('wall.noneHint')}</EmptyState>
      ) : (
        <ul
          aria-label={t('wall.title')}
          className="mt-4 grid grid-cols-2 gap-3 md:grid-cols-[repeat(auto-fill,minmax(15rem,1fr))]"
        >
          {data.map((room) => (
            <RoomTile key={room._id} room={room} now={now} onOpen={() => setOpened(room)} />
          ))}
        </ul>
      )}
      <OlderNewer nextCursor={nextCursor} />
      <Suspended suspended={suspended} />
      {opened ? (
        <RoomPanel
          key={opened._id}
          room={data.find(({ _id }) => _id === opened._id) ?? opened}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </>
  )
}

function useRefresh(): void {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (state !== 'idle') return
    const timer = setTimeout(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, refreshMs)
    const seen = () => {
      if (document.visibilityState === 'visible') void revalidate()
    }
    document.addEventListener('visibilitychange', seen)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [revalidate, state])
}
