import type { Api } from '../../../api/request-context.ts'
import { type CreatorSummary, summaryOf } from '../../../parts/creators/creator-card.tsx'
import type { Room } from './room-card.tsx'

/** Rows as the list endpoints return them; only the fields that the front page renders. */
interface PerformerRow {
  _id: string
  name: string
  username: string
  avatar?: string | null
}
interface StreamRow {
  _id: string
  title?: string | null
  viewers?: number
  poster?: string | null
  performer?: PerformerRow
}
interface List<Row> {
  data: Row[]
  total: number
}

/** Who to show and what is on. A front page without one of them is still a front page. */
export async function frontPage(api: Api): Promise<{
  creators: CreatorSummary[]
  rooms: Room[]
  roomsTotal: number
}> {
  const [performers, streams] = await Promise.all([
    api.call('GET /performers/top', { query: { pageSize: 6 } }).then(
      ({ data }) => data,
      () => [],
    ),
    quietly<StreamRow>(api, 'GET /streaming/user/search', { pageSize: 5 }),
  ])
  const rooms = streams.data.flatMap(({ _id, title, viewers, poster, performer }) =>
    performer
      ? [
          {
            _id,
            title: title ?? performer.name,
            viewers: viewers ?? 0,
            poster: poster ?? null,
            name: performer.name,
            username: performer.username,
            avatar: performer.avatar ?? null,
          },
        ]
      : [],
  )
  return { creators: performers.map(summaryOf), rooms, roomsTotal: streams.total }
}

async function quietly<Row>(api: Api, route: string, query: object): Promise<List<Row>> {
  try {
    return (await api.call(route as never, { query } as never)) as List<Row>
  } catch {
    return { data: [], total: 0 }
  }
}
