import { Readable } from 'node:stream'
import type { Measuring } from '@fanlight/contract/measuring'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequest } from '@remix-run/node-fetch-server'
import type { PublicConfig } from './app/page.ts'
import { cacheKey, dropPages, encodingFor, keepPage, keepReady, type KeptPage, squeezed } from './serve/page-cache.ts'
import { deferScripts } from './serve/defer-scripts.ts'
import { inlineStyles } from './serve/page-styles.ts'
import { plainPage } from './serve/plain-page.ts'
import { type Origins, policyFor } from './serve/policy.ts'
import { type OwnWords, type PageSource, builtPages, livePages } from './serve/source.ts'
import { isForeignWrite, type MutableVisit, visitFor } from './serve/visit.ts'

export type { PublicConfig } from './app/page.ts'
export type { Origins } from './serve/policy.ts'
export { dropPages } from './serve/page-cache.ts'

export interface WebOptions {
  /** Serves the pages from source, with hot reloading. */
  dev: boolean
  publicConfig: PublicConfig
  /** Reads of the API without a request of their own; undefined for what must be asked over HTTP. */
  ask(
    request: FastifyRequest,
    route: string,
    question: { params?: unknown; query?: unknown },
  ): Promise<{ status: number; body: unknown } | undefined>
  /** Whoever reads the page: found with the session, so that a page need not ask again. */
  me(request: FastifyRequest): Promise<{ status: number; body: unknown }>
  /** Where our pages are, whatever name the request was sent to. */
  ownOrigin(request: FastifyRequest): string
  /** Other origins that pages may show media from, connect to or frame. */
  origins?: Origins
}

declare module 'fastify' {
  interface FastifyContextConfig {
    isPage?: boolean
  }
  interface FastifyRequest {
    /** Where the visitor's request comes from, as far as it can be believed. The server sets these before a page is asked for. */
    address: string
    /** Two letters, or nothing when the address tells none. */
    country: string | null
    /** The site refuses visitors from this country. */
    isGeoBlocked: boolean
    /** What the visitor's browser has shown of their age. */
    age: 'none' | 'declared' | 'assured'
    /** What is answered shows work for adults. */
    showsAdult: boolean
    /** What the visitor's browser has answered to being measured. */
    measuring: Measuring
  }
}

/** Paths that belong to the API and to files: what they do not know is a plain 404, and never a page. */
const notPages = /^\/(?:api|assets|t|media|socket\.io)(?:\/|$)/
const bodyBytesMax = 50 * 1024 * 1024

export interface Pages {
  /** Draws pages with these words of the site in place of shipped ones, by locale and key. */
  overrideWords(words: OwnWords): Promise<void>
}

/** Mounts the pages in the API's own Fastify. Register it last: it answers every path that nothing else answered. */
export async function registerWeb(app: FastifyInstance, options: WebOptions): Promise<Pages> {
  // React reads it when it is first imported, which is below.
  process.env['NODE_ENV'] ??= options.dev ? 'development' : 'production'
  const source = options.dev ? await livePages(app) : await builtPages(app)
  dropPages()
  await app.register(async (web) => {
    // Forms reach their actions as they were sent: nothing reads the body before the page does.
    web.removeAllContentTypeParsers()
    web.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    // Whatever was turned down before a page could begin has the API's shape; a reader gets it as a page.
    web.addHook('onSend', async (request, reply, payload) =>
      String(reply.getHeader('content-type')).startsWith('application/problem+json')
        ? plainPage(request, reply)
        : payload,
    )
    web.route({
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: '/*',
      config: { isPage: true },
      handler: async (request, reply) => {
        try {
          return await answer(app, source, options, request, reply)
        } catch (error) {
          request.log.error({ err: error }, 'a page could not be drawn')
          reply.code(500)
          return reply.send(plainPage(request, reply))
        }
      },
    })
  })
  return {
    async overrideWords(words) {
      await source.overrideWords(words)
      dropPages()
    },
  }
}

async function answer(
  app: FastifyInstance,
  source: PageSource,
  options: WebOptions,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const path = request.url.split('?', 1)[0] ?? '/'
  if (notPages.test(path)) return reply.callNotFound()
  if (isForeignWrite(request, options.ownOrigin(request)))
    return reply.code(403).type('text/plain').send('This request came from another site.')
  if (Number(request.headers['content-length'] ?? 0) > bodyBytesMax)
    return reply.code(413).type('text/plain').send('This is too big.')

  const visit = await visitFor(app, source, options, request, path)
  const shared =
    !options.dev &&
    (request.method === 'GET' || request.method === 'HEAD') &&
    !visit.mayBeSignedIn &&
    !visit.handle.awake &&
    !isData(path)
  if (!shared) return sendFresh(source, options, visit, request, reply)

  const key = cacheKey(request, await visit.locale(), visit.theme)
  const page = await keepPage(key, () => renderShared(source, options, visit, request, reply))
  return sendKept(page, visit, request, reply)
}

const mayDraw = ({ dev }: WebOptions, { method, url }: FastifyRequest): boolean =>
  !dev && method === 'GET' && !isData(url.split('?', 1)[0] ?? '/')

const isData = (path: string) => path.endsWith('.data') || path === '/__manifest'

/** A page for one person: its scripts run at once, under a nonce of its own. */
async function sendFresh(
  source: PageSource,
  options: WebOptions,
  visit: MutableVisit,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const text = mayDraw(options, request) ? await source.draw(request, visit) : undefined
  if (text !== undefined) {
    safeHeaders(reply, visit)
    reply
      .header('content-security-policy', policyFor({ nonce: visit.nonce, origins: options.origins }))
      .header('cache-control', 'private, no-cache')
      .type('text/html; charset=utf-8')
    addCookies(reply, visit)
    return reply.send(Buffer.from(text))
  }
  const response = await source.handle(webRequest(request, reply, visit), visit)
  reply.code(response.status)
  copyHeaders(response.headers, reply)
  safeHeaders(reply, visit)
  if (!options.dev && isHtml(response.headers)) {
    reply.header('content-security-policy', policyFor({ nonce: visit.nonce, origins: options.origins }))
  }
  reply.header('cache-control', response.headers.get('cache-control') ?? 'private, no-cache')
  addCookies(reply, visit)
  return reply.send(response.body ? Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]) : null)
}

/** A page for everybody who is signed out: complete without scripts, which wait for the first sign of intent. */
async function renderShared(
  source: PageSource,
  options: WebOptions,
  visit: MutableVisit,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<KeptPage> {
  visit.nonce = undefined
  const drawn = await source.draw(request, visit)
  if (drawn !== undefined)
    return keptPage(source, options, drawn, 200, { 'content-type': 'text/html; charset=utf-8', ...labels(request) })
  const response = await source.handle(webRequest(request, reply, visit), visit)
  const headers = Object.fromEntries(
    [...response.headers, ...Object.entries(labels(request))].filter(
      ([name]) => name !== 'set-cookie' && name !== 'content-length',
    ),
  )
  const text = await response.text()
  if (!isHtml(response.headers))
    return { status: response.status, headers, body: Buffer.from(text), keep: false, until: 0 }
  const page = keptPage(source, options, text, response.status, headers)
  return { ...page, keep: page.keep && response.headers.getSetCookie().length === 0 }
}

/** A kept page is labelled as it was when it was drawn. */
const labels = ({ showsAdult }: FastifyRequest): Record<string, string> => (showsAdult ? { rating: adultLabel } : {})
/** “Restricted to Adults”, as filters and search engines read it. */
const adultLabel = 'RTA-5042-1996-1400-1577-RTA'

function keptPage(
  source: PageSource,
  options: WebOptions,
  text: string,
  status: number,
  headers: Record<string, string>,
): KeptPage {
  const { html: asleep, hashes } = deferScripts(text, source.intentUrl)
  const { html, hash } = inlineStyles(asleep, source.sheets)
  return {
    status,
    headers: {
      ...headers,
      'content-security-policy': policyFor({ hashes, styleHash: hash, origins: options.origins }),
    },
    body: Buffer.from(html),
    keep: status === 200,
    until: 0,
  }
}

async function sendKept(page: KeptPage, visit: MutableVisit, request: FastifyRequest, reply: FastifyReply) {
  reply.code(page.status).headers(page.headers)
  safeHeaders(reply, visit)
  reply.header('cache-control', 'private, no-cache').header('vary', 'cookie, accept-language, accept-encoding')
  addCookies(reply, visit)
  if (visit.cookies.length === 0) keepReady(request, reply, page)
  const encoding = encodingFor(request, page)
  if (!encoding) return reply.send(page.body)
  reply.header('content-encoding', encoding)
  return reply.send(await squeezed(page, encoding))
}

/** The router sees our own address, so that no name which a request was sent to reaches a page. */
const webRequest = (request: FastifyRequest, reply: FastifyReply, { origin }: MutableVisit): Request => {
  const { protocol, host } = new URL(origin)
  return createRequest(request.raw, reply.raw, { protocol, host })
}

const isHtml = (headers: Headers): boolean => headers.get('content-type')?.startsWith('text/html') ?? false

function copyHeaders(headers: Headers, reply: FastifyReply): void {
  for (const [name, value] of headers) if (name !== 'set-cookie') reply.header(name, value)
  for (const cookie of headers.getSetCookie()) reply.header('set-cookie', cookie)
}

function addCookies(reply: FastifyReply, visit: MutableVisit): void {
  for (const cookie of visit.cookies) reply.header('set-cookie', cookie)
}

function safeHeaders(reply: FastifyReply, visit: MutableVisit): void {
  reply
    .header('x-content-type-options', 'nosniff')
    // The origin is always told: a form that says nothing of where it comes from looks like one from another site.
    .header('referrer-policy', visit.handle.secretAddress ? 'strict-origin' : 'strict-origin-when-cross-origin')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('permissions-policy', 'geolocation=(), payment=(self), camera=(self), microphone=(self)')
    .header('x-request-id', visit.requestId)
  if ((reply.statusCode === 503 || reply.statusCode === 429) && !reply.hasHeader('retry-after'))
    reply.header('retry-after', '2')
}
