import type { FastifyRequest } from 'fastify'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export interface KeptPage {
  status: number
  headers: Record<string, string>
  body: Buffer
  /** Whether the next visitor may have it too. */
  keep: boolean
  squeezed?: Partial<Record<Encoding, Promise<Buffer>>>
}
export type Encoding = 'br' | 'gzip'

const keepMs = 5_000
const pagesMax = 1_000
const pages = new Map<string, { page: Promise<KeptPage>; until: number }>()

/** Forgets every kept page. Called when something public changes. */
export function dropPages(): void {
  pages.clear()
}

export const cacheKey = (request: FastifyRequest, locale: string, theme: string, country: string | null): string =>
  [request.host, request.url, locale, theme, country ?? ''].join('\n')

/** The kept page, or a new one; visitors who ask at the same moment wait for the same rendering. */
export async function keepPage(key: string, render: () => Promise<KeptPage>): Promise<KeptPage> {
  const now = Date.now()
  const kept = pages.get(key)
  if (kept && kept.until > now) return kept.page
  const page = render()
  pages.delete(key)
  pages.set(key, { page, until: now + keepMs })
  const [oldest] = pages.keys()
  if (pages.size > pagesMax && oldest !== undefined) pages.delete(oldest)
  const forget = () => {
    if (pages.get(key)?.page === page) pages.delete(key)
  }
  page.then(({ keep }) => keep || forget(), forget)
  return page
}

export function acceptsEncoding(header: string | string[] | undefined): Encoding | null {
  const text = String(header ?? '')
  return /\bbr\b/.test(text) ? 'br' : /\bgzip\b/.test(text) ? 'gzip' : null
}

/** The page's compressed body, made once for as long as the page is kept. */
export function squeezed(page: KeptPage, encoding: Encoding): Promise<Buffer> {
  page.squeezed ??= {}
  page.squeezed[encoding] ??=
    encoding === 'br'
      ? promisify(brotliCompress)(page.body, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
        })
      : promisify(gzip)(page.body, { level: 5 })
  return page.squeezed[encoding]
}
