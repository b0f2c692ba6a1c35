import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OutgoingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { isForOne, readCookies } from './request-context.ts'

export interface CachedPage {
  status: number
  headers: Record<string, string>
  body: Buffer
  /** Whether the next visitor may have it too. */
  keep: boolean
  /** Until when, in milliseconds of the machine's clock. */
  until: number
  /** How often the cache was invalidated before it was rendered. */
  invalidationsBefore?: number
  squeezed?: Partial<Record<Encoding, Promise<Buffer>>>
}
export type Encoding = 'br' | 'gzip'

const keepMs = 5_000
const pagesMax = 1_000
const pages = new Map<string, { page: Promise<CachedPage>; until: number }>()
let invalidations = 0

/** Deletes every cached page, including those in rendering. Called when something public changes. */
export function invalidatePages(): void {
  invalidations += 1
  pages.clear()
  ready.clear()
}

export const cacheKey = (request: FastifyRequest, locale: string, theme: string): string => {
  const { host, url, country, age } = request
  return [host, url, locale, theme, country ?? '', age, analyticsOf(request), closedPromosOf(request)].join('\n')
}

/** The same value for all visitors if the site measures nothing, whatever a browser sends or has stored. */
const analyticsOf = ({ analytics: { state, consentVersion } }: FastifyRequest): string => `${state} ${consentVersion}`

/** Which images of the site a reader put away: their pages are without them. */
const closedPromosOf = ({ headers }: FastifyRequest): string => readCookies(headers.cookie).get('promos') ?? ''

/** The cached page, or a new one; concurrent requests share the same rendering. */
export async function cachePage(key: string, render: () => Promise<CachedPage>): Promise<CachedPage> {
  const now = Date.now()
  const invalidationsBefore = invalidations
  const cached = pages.get(key)
  if (cached && cached.until > now) return cached.page
  const page = render()
  pages.delete(key)
  pages.set(key, { page, until: now + keepMs })
  const [oldest] = pages.keys()
  if (pages.size > pagesMax && oldest !== undefined) pages.delete(oldest)
  const remove = () => {
    if (pages.get(key)?.page === page) pages.delete(key)
  }
  page.then((made) => {
    made.until = now + keepMs
    made.invalidationsBefore = invalidationsBefore
    if (!made.keep) remove()
  }, remove)
  return page
}

/** What of a request decides which cached page it gets; none for who may be signed in. */
const signatureOf = (request: FastifyRequest): string | undefined => {
  const { headers, host, method, url, country, age } = request
  if ((method !== 'GET' && method !== 'HEAD') || headers.authorization !== undefined) return undefined
  // The response to a language choice sets a cookie, so it has its own headers.
  if (url.includes('locale=')) return undefined
  const cookies = readCookies(headers.cookie)
  if (isForOne(cookies)) return undefined
  const parts = [
    cookies.get('locale'),
    cookies.get('theme'),
    cookies.get('promos'),
    headers['accept-language'],
    country,
    age,
    analyticsOf(request),
  ]
  return [host, url, ...parts.map((part) => part ?? '')].join('\n')
}

/** Pages ready to leave, by signature: several signatures (languages written differently) may lead to one page. */
const ready = new Map<string, { page: CachedPage; until: number; headers: OutgoingHttpHeaders }>()

/** Remembers that requests like this one get this page, with the headers that every page here leaves with. */
export function cacheRendered(request: FastifyRequest, reply: FastifyReply, page: CachedPage): void {
  const signature = page.keep ? signatureOf(request) : undefined
  if (signature === undefined || page.invalidationsBefore !== invalidations || page.until <= Date.now()) return
  const headers = { ...reply.getHeaders() } as OutgoingHttpHeaders
  for (const own of ['x-request-id', 'set-cookie', 'content-encoding', 'content-length', 'date', 'connection'])
    delete headers[own]
  ready.delete(signature)
  ready.set(signature, { page, until: page.until, headers })
  const [oldest] = ready.keys()
  if (ready.size > pagesMax && oldest !== undefined) ready.delete(oldest)
}

/** Answers from what is ready, before any other work is done for the request; false when there is nothing. */
export function sendReady(request: FastifyRequest, reply: FastifyReply): boolean {
  const signature = ready.size === 0 ? undefined : signatureOf(request)
  const found = signature === undefined ? undefined : ready.get(signature)
  if (!found || found.until <= Date.now()) return false
  const { page, headers } = found
  const encoding = encodingFor(request, page)
  const send = (body: Buffer) => {
    reply.raw.writeHead(page.status, {
      ...headers,
      'x-request-id': String(request.id),
      ...(encoding && { 'content-encoding': encoding }),
      'content-length': body.length,
    })
    reply.raw.end(request.method === 'HEAD' ? undefined : body)
  }
  reply.hijack()
  if (encoding) squeezed(page, encoding).then(send, () => reply.raw.destroy())
  else send(page.body)
  return true
}

export const encodingFor = ({ headers }: FastifyRequest, { body }: CachedPage): Encoding | null =>
  body.length < 1024 ? null : acceptsEncoding(headers['accept-encoding'])

function acceptsEncoding(header: string | string[] | undefined): Encoding | null {
  const text = String(header ?? '')
  return /\bbr\b/.test(text) ? 'br' : /\bgzip\b/.test(text) ? 'gzip' : null
}

/** The page's compressed body, created once and stored for as long as the page is cached. */
export function squeezed(page: CachedPage, encoding: Encoding): Promise<Buffer> {
  page.squeezed ??= {}
  page.squeezed[encoding] ??=
    encoding === 'br'
      ? promisify(brotliCompress)(page.body, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
        })
      : promisify(gzip)(page.body, { level: 5 })
  return page.squeezed[encoding]
}
