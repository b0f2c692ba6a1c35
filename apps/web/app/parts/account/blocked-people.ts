import type { Api } from '../../api/request-context.ts'

const pageSize = 100
/** More than these are not shown on one page. */
const pagesMax = 50

/** The users whom the viewer has blocked, newest first: the first hundred, and as many hundreds as the URL requests. */
export async function blockedPeople(api: Api, request: Request) {
  const requested = Number(new URL(request.url).searchParams.get('blocked'))
  const pages = Number.isInteger(requested) ? Math.min(Math.max(requested, 1), pagesMax) : 1
  const found = await Promise.all(
    Array.from({ length: pages }, (_, at) => api.call('GET /block/users', { query: { current: at + 1, pageSize } })),
  )
  const data = found.flatMap((page) => page.data)
  const { total } = found[0]!
  return { data, total, next: total > data.length && pages < pagesMax ? `?blocked=${pages + 1}` : null }
}
