import { chooseLocale, shippedLocales } from '@fanlight/contract/locales'
import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify'
import { randomBytes } from 'node:crypto'
import { addressOf } from '../app/api/address.ts'
import type { AnyRequestInput } from '../app/api/contract.ts'
import { type ApiProblem, problemFrom } from '../app/api/problem.ts'
import type { Api, Me, PublicSettings, RequestContext } from '../app/api/request-context.ts'
import type { WebOptions } from '../server.ts'
import type { PageSource } from './source.ts'

export type MutableRequestContext = RequestContext & { cookies: string[] }

/** Headers of the visitor that the API decides by. */
const passedOn = [
  'cookie',
  'authorization',
  'user-agent',
  'accept-language',
  'origin',
  'host',
  'referer',
  'x-forwarded-proto',
  'x-forwarded-host',
  'sec-fetch-site',
] as const

/** Everything that a page's loaders know about one request. The session and the settings are loaded on first use, once. */
export async function requestContextFor(
  app: FastifyInstance,
  source: PageSource,
  options: WebOptions,
  request: FastifyRequest,
  path: string,
): Promise<MutableRequestContext> {
  const cookies = readCookies(request.headers.cookie)
  const url = new URL(request.url, 'http://page')
  const api = apiFor(app, options, request, () => requestContext)
  const mayBeSignedIn = isForOne(cookies) || request.headers.authorization !== undefined
  const theme = cookies.get('theme')
  const requestedLocale = url.searchParams.get('locale')

  let me: Promise<Me | null> | undefined
  let settings: Promise<PublicSettings> | undefined
  let locale: Promise<string> | undefined
  const requestContext: MutableRequestContext = {
    api,
    config: options.publicConfig,
    handle: await source.handleAt(path),
    mayBeSignedIn,
    me: () => (me ??= mayBeSignedIn && !request.isGeoBlocked ? fetchMe(options, request) : Promise.resolve(null)),
    settings: () => (settings ??= api.call('GET /settings/public')),
    locale: () => (locale ??= findLocale()),
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    country: request.country,
    isGeoBlocked: request.isGeoBlocked,
    analytics: request.analytics,
    showAge: () => {
      throw new Response(null, { status: 302, headers: { location: agePath(request.url) } })
    },
    requestId: String(request.id),
    loadedAt: Date.now(),
    nonce: randomBytes(16).toString('base64'),
    origin: options.ownOrigin(request),
    cookies: [],
    setCookie: (cookie) => requestContext.cookies.push(cookie),
  }
  async function findLocale(): Promise<string> {
    const [account, site] = await Promise.all([
      requestContext.me().catch(() => null),
      requestContext.settings().catch(() => null),
    ])
    const hints = {
      query: requestedLocale,
      cookie: cookies.get('locale'),
      account: account?.locale,
      acceptLanguage: request.headers['accept-language'],
    }
    return chooseLocale(hints, site?.supportedLocales ?? shippedLocales, site?.defaultLocale ?? 'en-US')
  }
  if (requestedLocale && !path.endsWith('.data')) {
    const chosen = await requestContext.locale()
    if (cookies.get('locale') !== chosen)
      requestContext.setCookie(`locale=${chosen}; Path=/; Max-Age=31536000; SameSite=Lax`)
  }
  return requestContext
}

/** Null for a dead session, and under maintenance for all but staff; any other trouble is the page's to show. */
async function fetchMe(options: WebOptions, request: FastifyRequest): Promise<Me | null> {
  const { status, body } = await options.me(request)
  if (status < 300) return (body as { data: Me }).data
  const problem = problemFrom(status, body, String(request.id))
  if (status === 401 || problem.code === 'MAINTENANCE') return null
  throw problem
}

/** Calls the API in this process, as the visitor: reads are direct calls, all others are requests of their own. */
function apiFor(
  app: FastifyInstance,
  options: WebOptions,
  request: FastifyRequest,
  requestContext: () => MutableRequestContext,
): Api {
  const call = async (route: string, input: AnyRequestInput = {}) => {
    const { status, body } = (await options.request(request, route, input)) ?? (await send(route, input))
    if (status < 300) return body
    // A session that ended under a page leads to the log-in page; only the question who it is takes no for an answer.
    if (status === 401 && route !== 'GET /users/me' && !/^[A-Z]+ \/auth\//.test(route))
      throw new Response(null, { status: 302, headers: { location: logInPath(request.url) } })
    const problem = problemFrom(status, body, String(request.id))
    // What can't be an id or a cursor names nothing: the page is missing, like that of an id that nothing has.
    if (route.startsWith('GET ') && isAboutIds(problem, input))
      throw problemFrom(404, { code: 'NOT_FOUND' }, String(request.id))
    // Adult content redirects to the age page, and from there back.
    if (problem.code === 'AGE_REQUIRED' && request.method === 'GET')
      throw new Response(null, { status: 302, headers: { location: agePath(request.url) } })
    throw problem
  }
  /** Same cookie, same address, and no connection to ourselves. */
  const send = async (route: string, input: AnyRequestInput) => {
    const { method, path } = addressOf(route, input)
    const headers: Record<string, string> = { accept: 'application/json' }
    for (const name of passedOn) {
      const value = request.headers[name]
      if (typeof value === 'string') headers[name] = value
    }
    if (input.key) headers['idempotency-key'] = input.key
    const question: InjectOptions = {
      method: method as 'GET',
      url: options.publicConfig.apiUrl + path,
      headers,
      remoteAddress: request.address,
    }
    if (input.body instanceof FormData) question.payload = await multipart(input.body, headers)
    else if (input.body !== undefined) question.payload = input.body as object
    const answer = await app.inject(question)
    for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) requestContext().setCookie(cookie)
    return { status: answer.statusCode, body: answer.payload ? safeJson(answer.payload) : undefined }
  }
  return { call: call as Api['call'] }
}

/** Whether all that was wrong with a read are ids and cursors: parts of its path and query that the address of the page brought. */
function isAboutIds({ code, errors, details }: ApiProblem, { params }: AnyRequestInput): boolean {
  if (code !== 'INVALID_INPUT' && code !== 'RULE_BROKEN') return false
  const wrong = errors.length > 0 ? errors.map(({ path }) => path) : [String(details['field'])]
  return wrong.every((name) => name === 'cursor' || name.endsWith('Id') || Object.hasOwn(Object(params), name))
}

/** The log-in page, and where to go on from there. */
export const logInPath = (url: string): string =>
  `/auth/login?redirect=${encodeURIComponent(pageAt(url))}&reason=forbidden`

/** The URL of the page that requires an age. */
export const agePath = (url: string): string => `/age?back=${encodeURIComponent(pageAt(url))}`

/** The address of a page, of the request for it or for its data. */
const pageAt = (url: string): string => (url.replace(/\/?_?\.data(?=\?|$)/, '') || '/').replace(/[?&]_routes=[^&]*/, '')

/** A form with files, written out as the API would receive it from a browser. */
async function multipart(form: FormData, headers: Record<string, string>): Promise<Buffer> {
  const response = new Response(form)
  headers['content-type'] = response.headers.get('content-type') ?? ''
  return Buffer.from(await response.arrayBuffer())
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Signed in, or halfway there: the page between the two steps of a log-in is one person's. */
export const isForOne = (cookies: ReadonlyMap<string, string>): boolean =>
  cookies.has('token') || cookies.has('challenge')

export function readCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0) cookies.set(pair.slice(0, at).trim(), pair.slice(at + 1).trim())
  }
  return cookies
}

/** A form sent from another site must not act for the visitor. Browsers always say where a POST comes from. */
export function isForeignWrite(request: FastifyRequest, own: string): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false
  const { origin } = request.headers
  if (origin === undefined) return request.headers.cookie !== undefined
  return origin !== own
}
