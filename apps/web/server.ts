import { Readable } from 'node:stream'
import type { Analytics } from '@fanlight/contract/analytics'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequest } from '@remix-run/node-fetch-server'
import type { PublicConfig } from './app/page.ts'
import {
  cacheKey,
  invalidatePages,
  encodingFor,
  cachePage,
  cacheRendered,
  type CachedPage,
  squeezed,
} from './serve/page-cache.ts'
import { deferScripts } from './serve/defer-scripts.ts'
import { inlineStyles } from './serve/page-styles.ts'
import { plainPage } from './serve/plain-page.ts'
import { type Origins, policyFor } from './serve/policy.ts'
import { type TranslationOverrides, type PageSource, builtPages, livePages } from './serve/source.ts'
import { isForeignWrite, type MutableRequestContext, requestContextFor } from './serve/request-context.ts'

export type { PublicConfig } from './app/page.ts'
export type { Origins } from './serve/policy.ts'
export { invalidatePages } from './serve/page-cache.ts'

export interface WebOptions {
  /** Serves the pages from source, with hot reloading. */
  dev: boolean
  publicConfig: PublicConfig
  /** API reads without a separate request; undefined for calls that must use HTTP. */
  request(
    request: FastifyRequest,
    route: string,
    question: { params?: unknown; query?: unknown },
  ): Promise<{ status: number; body: unknown } | undefined>
  /** The user who requests the page: found with the session, so that a page need not request it again. */
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
    /** The client address of the request, as far as it can be trusted. The server sets these before it handles a page. */
    address: string
    /** Two characters (ISO 3166), or null if the address does not determine a country. */
    country: string | null
    /** The site refuses visitors from this country. */
    isGeoBlocked: boolean
    /** What the visitor's browser has shown of their age. */
    age: 'none' | 'declared' | 'assured'
    /** What is answered shows work for adults. */
    showsAdult: boolean
    /** What the visitor's browser has answered to being measured. */
    analytics: Analytics
  }
}

/** Paths that belong to the API and to files: what they do not know is a plain 404, and never a page. */
const notPages = /^\/(?:api|assets|t|media|socket\.io)(?:\/|$)/
const bodyBytesMax = 50 * 1024 * 1024

export interface Pages {
  /** Renders pages with these translations of the site instead of the shipped ones, by locale and key. */
  overrideTranslations(overrides: TranslationOverrides): Promise<void>
}

/** Mounts the pages in the API's own Fastify. Register it last: it answers every path that nothing else answered. */
export async function registerWeb(app: FastifyInstance, options: WebOptions): Promise<Pages> {
  // React reads it when it is first imported, which is below.
  process.env['NODE_ENV'] ??= options.dev ? 'development' : 'production'
  const source = options.dev ? await livePages(app) : await builtPages(app)
  invalidatePages()
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
          request.log.error({ err: error }, 'a page could not be rendered')
          reply.code(500)
          return reply.send(plainPage(request, reply))
        }
      },
    })
  })
  return {
    async overrideTranslations(overrides) {
      await source.overrideTranslations(overrides)
      invalidatePages()
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

  const requestContext = await requestContextFor(app, source, options, request, path)
  const shared =
    !options.dev &&
    (request.method === 'GET' || request.method === 'HEAD') &&
    !requestContext.mayBeSignedIn &&
    !requestContext.handle.hydrated &&
    !isData(path)
  if (!shared) return sendFresh(source, options, requestContext, request, reply)

  const key = cacheKey(request, await requestContext.locale(), requestContext.theme)
  const page = await cachePage(key, () => renderShared(source, options, requestContext, request, reply))
  return sendCached(page, requestContext, request, reply)
}

const isData = (path: string) => path.endsWith('.data') || path === '/__manifest'

/** A page for one person: its scripts run at once, under a nonce of its own. */
async function sendFresh(
  source: PageSource,
  options: WebOptions,
  requestContext: MutableRequestContext,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const response = await source.handle(webRequest(request, reply, requestContext), requestContext)
  reply.code(response.status)
  copyHeaders(response.headers, reply)
  safeHeaders(reply, requestContext)
  if (!options.dev && isHtml(response.headers)) {
    reply.header('content-security-policy', policyFor({ nonce: requestContext.nonce, origins: options.origins }))
  }
  reply.header('cache-control', response.headers.get('cache-control') ?? 'private, no-cache')
  addCookies(reply, requestContext)
  return reply.send(response.body ? Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]) : null)
}

/** A page for all signed-out visitors: complete without scripts, which load at the first sign of intent. */
async function renderShared(
  source: PageSource,
  options: WebOptions,
  requestContext: MutableRequestContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<CachedPage> {
  requestContext.nonce = undefined
  const response = await source.handle(webRequest(request, reply, requestContext), requestContext)
  const headers = Object.fromEntries(
    [...response.headers, ...Object.entries(labels(request))].filter(
      ([name]) => name !== 'set-cookie' && name !== 'content-length',
    ),
  )
  const text = await response.text()
  if (!isHtml(response.headers))
    return { status: response.status, headers, body: Buffer.from(text), keep: false, until: 0 }
  const page = cachedPage(source, options, text, response.status, headers)
  return { ...page, keep: page.keep && response.headers.getSetCookie().length === 0 }
}

/** A cached page is labelled as it was when it was rendered. */
const labels = ({ showsAdult }: FastifyRequest): Record<string, string> => (showsAdult ? { rating: adultLabel } : {})
/** “Restricted to Adults”, as filters and search engines read it. */
const adultLabel = 'RTA-5042-1996-1400-1577-RTA'

function cachedPage(
  source: PageSource,
  options: WebOptions,
  text: string,
  status: number,
  headers: Record<string, string>,
): CachedPage {
  const { html: deferred, hashes } = deferScripts(text, source.intentUrl)
  const { html, hash } = inlineStyles(deferred, source.sheets)
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

async function sendCached(
  page: CachedPage,
  requestContext: MutableRequestContext,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  reply.code(page.status).headers(page.headers)
  safeHeaders(reply, requestContext)
  reply.header('cache-control', 'private, no-cache').header('vary', 'cookie, accept-language, accept-encoding')
  addCookies(reply, requestContext)
  if (requestContext.cookies.length === 0) cacheRendered(request, reply, page)
  const encoding = encodingFor(request, page)
  if (!encoding) return reply.send(page.body)
  reply.header('content-encoding', encoding)
  return reply.send(await squeezed(page, encoding))
}

/** The router sees our own address, so that no name which a request was sent to reaches a page. */
const webRequest = (request: FastifyRequest, reply: FastifyReply, { origin }: MutableRequestContext): Request => {
  const { protocol, host } = new URL(origin)
  return createRequest(request.raw, reply.raw, { protocol, host })
}

const isHtml = (headers: Headers): boolean => headers.get('content-type')?.startsWith('text/html') ?? false

function copyHeaders(headers: Headers, reply: FastifyReply): void {
  for (const [name, value] of headers) if (name !== 'set-cookie') reply.header(name, value)
  for (const cookie of headers.getSetCookie()) reply.header('set-cookie', cookie)
}

function addCookies(reply: FastifyReply, requestContext: MutableRequestContext): void {
  for (const cookie of requestContext.cookies) reply.header('set-cookie', cookie)
}

function safeHeaders(reply: FastifyReply, requestContext: MutableRequestContext): void {
  reply
    .header('x-content-type-options', 'nosniff')
    // The origin is always sent: a form request without an origin looks like a request from another site.
    .header(
      'referrer-policy',
      requestContext.handle.secretAddress ? 'strict-origin' : 'strict-origin-when-cross-origin',
    )
    .header('cross-origin-opener-policy', 'same-origin')
    .header('permissions-policy', 'geolocation=(), payment=(self), camera=(self), microphone=(self)')
    .header('x-request-id', requestContext.requestId)
  if (requestContext.handle.signIn === 'required') reply.header('x-robots-tag', 'noindex')
  if ((reply.statusCode === 503 || reply.statusCode === 429) && !reply.hasHeader('retry-after'))
    reply.header('retry-after', '2')
}
