import type { Visit } from './api/visit.ts'

/** How much is new, for the badges. A page without badges is better than no page. */
export async function unreadOf(visit: Visit): Promise<{ messages: number; notifications: number }> {
  const total = async (route: string) => {
    try {
      const { data } = (await visit.api.call(route as never)) as { data: { total: number } }
      return data.total
    } catch {
      return 0
    }
  }
  return { messages: await total('GET /messages/total-unread-messages'), notifications: 0 }
}
