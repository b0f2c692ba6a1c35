import type { Api } from '../../../api/request-context.ts'
import { type CreatorSummary, summaryOf } from '../../../parts/creators/creator-card.tsx'
import type { Room } from './room-card.tsx'

const roomsShown = 5

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
    api.call('GET /streaming/user/search', { query: { pageSize: roomsShown } }).catch(() => ({ data: [], total: 0 })),
  ])
  return { creators: performers.map(summaryOf), rooms: streams.data, roomsTotal: streams.total }
}
