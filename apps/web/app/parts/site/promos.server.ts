import type { Api } from '../../api/request-context.ts'
import type { Promo } from './promos.tsx'

/** The maximum number of promos in one position. */
const shownMax = 3
const id = /^[0-9a-f-]{36}$/
const idsMax = 10

/** The promos of this position, without those that the reader closed. On an error, the page is rendered without promos. */
export async function promosFor(api: Api, request: Request, position: Promo['position']): Promise<Promo[]> {
  const closed = new Set(closedPromos(request))
  return api.call('GET /site-promo/search', { query: { position } }).then(
    ({ data }) => data.filter(({ _id }) => !closed.has(_id)).slice(0, shownMax),
    () => [],
  )
}

export function closedPromos(request: Request): string[] {
  const dismissed = /(?:^|;\s*)promos=([^;]*)/.exec(request.headers.get('cookie') ?? '')?.[1] ?? ''
  return dismissed.split('.').filter((part) => id.test(part))
}

/** The cookie with one more dismissed promo; the oldest are removed. */
export function closingCookie(request: Request, promoId: string): string | null {
  if (!id.test(promoId)) return null
  const ids = [...closedPromos(request).filter((promo) => promo !== promoId), promoId].slice(-idsMax)
  return `promos=${ids.join('.')}; Path=/; Max-Age=2592000; SameSite=Lax`
}
