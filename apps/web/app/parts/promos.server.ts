import type { Api } from '../api/visit.ts'
import type { Promo } from './promos.tsx'

/** At most so many in one place. */
const shownMax = 3
const id = /^[0-9a-f-]{36}$/
const idsMax = 10

/** What the site shows in this place, without what the reader put away. A page without it is still a page. */
export async function promosFor(api: Api, request: Request, position: Promo['position']): Promise<Promo[]> {
  const closed = new Set(closedPromos(request))
  return api.call('GET /site-promo/search', { query: { position } }).then(
    ({ data }) => data.filter(({ _id }) => !closed.has(_id)).slice(0, shownMax),
    () => [],
  )
}

export function closedPromos(request: Request): string[] {
  const kept = /(?:^|;\s*)promos=([^;]*)/.exec(request.headers.get('cookie') ?? '')?.[1] ?? ''
  return kept.split('.').filter((one) => id.test(one))
}

/** The cookie that remembers one more; the oldest are forgotten. */
export function closingCookie(request: Request, promoId: string): string | null {
  if (!id.test(promoId)) return null
  const ids = [...closedPromos(request).filter((one) => one !== promoId), promoId].slice(-idsMax)
  return `promos=${ids.join('.')}; Path=/; Max-Age=2592000; SameSite=Lax`
}
