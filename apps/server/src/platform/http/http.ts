import { channel } from 'node:diagnostics_channel'
import type { Duplex } from 'node:stream'
import { type ErrorCode, errors } from '@fanlight/contract/errors'
import { changesState, type Endpoint } from '@fanlight/contract/endpoint'
import type { FieldErrorCode } from '@fanlight/contract/field-errors'
import type { Problem } from '@fanlight/contract/problem'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { isDatabaseAway, sqlState } from '../db/db.ts'
import { newId, sha256 } from '../ids.ts'
import { type CachedResponse, sendCached } from './cached-response.ts'
import { once } from '../once.ts'
import { type ErrorText, readerOfBytes } from './error-text.ts'
import { fieldsOf, isShape } from './field-rules.ts'
import { readFormFields } from './form-fields.ts'
import { withEvenNotFound } from './not-found-time.ts'
import { type FieldRefusal, Refusal, refuse, refuseIf } from '../refusal.ts'
import { type AddressOf, networkOf } from './remote-address.ts'
import { authorizeCall, countCall, validateInput } from './request-pipeline.ts'
import type { AgeAssurance, Requester, SignedIn, Viewer } from '../viewer.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the contract declares of the route's call. */
    endpoint?: Endpoint
  }
  interface FastifyInstance {
    /** Where a request comes from, as far as it can be believed. */
    addressOf: AddressOf
    countries: { of(address: string): string | null }
    errorText: ErrorText
    /** What the cookie of this name proves. */
    ageOf(cookie: string | undefined): AgeAssurance
  }
  interface FastifyRequest {
    /** The account that the session of this request belongs to, or a visitor. */
    viewer: Viewer
    requester: Requester
    /** The session came with the cookie, so a write needs our own Origin. */
    byCookie: boolean
  }
}

type Out<T> = T extends z.ZodType ? z.output<T> : Record<string, never>
type ViewerOf<E extends Endpoint> = E['who'] extends 'public' ? Viewer : SignedIn

/** What a handler is given: validated once, at the edge. */
export interface Call<E extends Endpoint> {
  params: Out<E['params']>
  query: Out<E['query']>
  body: Out<E['body']>
  viewer: ViewerOf<E>
  /** Idempotency-Key; present where the endpoint says `own`. */
  key: string
  request: FastifyRequest
  reply: FastifyReply
}

export interface RouteEntry {
  endpoint: Endpoint
  /** The reply as JSON text, where the call is a fast-path query. */
  makeText?: (ctx: Context, call: Call<Endpoint>) => Promise<string>
  /** The reply itself, for pages that call inside the process. */
  cacheResult?: (ctx: Context, call: Call<Endpoint>) => Promise<CachedResponse>
  handle: (ctx: Context, call: Call<Endpoint>) => Promise<unknown>
}

/** Ties a call of the contract to the code that answers it. The policy is in the contract. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (ctx: Context, call: Call<E>) => Promise<z.input<E['reply']>>,
): RouteEntry {
  return { endpoint, handle: handle as unknown as RouteEntry['handle'] }
}

/**
 * A fast-path query (docs/fast-path-queries.md): its handler gets the JSON text of the reply from one prepared statement, and the text is
 * sent unchanged. All steps before the handler are the same as in any other call.
 */
export function fastPath<E extends Endpoint>(
  endpoint: E,
  makeText: (ctx: Context, call: Call<E>) => Promise<string>,
): RouteEntry {
  return {
    endpoint,
    makeText: makeText as unknown as RouteEntry['makeText'] & {},
    handle: async (ctx, call) => sendJson(call.reply, await makeText(ctx, call as unknown as Call<E>)),
  }
}

/** A list that is identical for all requests in one language: generated once, then sent unchanged. */
export function cachedRead<E extends Endpoint>(
  endpoint: E & { who: 'public' },
  cacheResult: (ctx: Context, call: Call<E>) => Promise<CachedResponse>,
): RouteEntry {
  return {
    endpoint,
    cacheResult: cacheResult as unknown as RouteEntry['cacheResult'] & {},
    handle: async (ctx, call) =>
      sendCached(call.request, call.reply, await cacheResult(ctx, call as unknown as Call<E>)),
  }
}

/** Sends JSON text as the reply, without another validation. */
const sendJson = (reply: FastifyReply, text: string): FastifyReply =>
  reply.header('content-type', 'application/json; charset=utf-8').send(text)

/** Registers all routes under /api. A call without a route, or a route without a call, stops the boot. */
export function registerRoutes(
  app: FastifyInstance,
  ctx: Context,
  declared: readonly Endpoint[],
  routes: RouteEntry[],
): void {
  const answered = new Map(routes.map((route) => [route.endpoint.route, route]))
  const missing = declared.filter((entry) => !answered.has(entry.route)).map((entry) => entry.route)
  const undeclared = routes.filter((route) => !declared.includes(route.endpoint)).map((route) => route.endpoint.route)
  const twice = routes.length - answered.size
  if (missing.length + undeclared.length + twice > 0)
    throw new Error(
      `Routes and contract differ. Without code: ${missing.join(', ') || '–'}. Outside the contract: ${undeclared.join(', ') || '–'}. Doubled: ${twice}.`,
    )
  for (const route of routes) if (route.endpoint.protocol !== 'tus') register(app, ctx, route)
  // Only these calls take bytes without a form around them; they read them from the request themselves.
  app.register((uploads, _options, done) => {
    uploads.addContentTypeParser('application/offset+octet-stream', (_request, _payload, parsed) => parsed(null))
    for (const route of routes) if (route.endpoint.protocol === 'tus') register(uploads, ctx, route)
    done()
  })
}

function register(app: FastifyInstance, ctx: Context, { endpoint, handle }: RouteEntry): void {
  for (const policy of ['who', 'limit', 'reply'] as const)
    if (!endpoint[policy])
      throw new Error(`${endpoint.route} declares no ${policy}: a route without a policy does not start.`)
  app.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    // The reference page is made from the contract (reference.ts); here the schema only says how a reply is written.
    schema: { response: { 200: endpoint.reply } },
    config: { endpoint },
    ...(endpoint.bodyBytesMax !== undefined && { bodyLimit: endpoint.bodyBytesMax }),
    onRequest: (request, _reply, done) => done(attempt(() => countCall(ctx, endpoint, request.viewer))),
    // After the limiter (onRequest), before the body is read: 429, 401, 403, then 415, 413, 400.
    preParsing: (request, reply, payload, done) =>
      done(
        attempt(() => {
          authorizeCall(endpoint, request.viewer)
          if (changesState(endpoint.method) && request.byCookie) requireOwnOrigin(ctx, request)
          if (endpoint.body && !endpoint.files && !request.isMultipart()) limitBodyTime(request, reply)
        }),
        payload,
      ),
    handler: async (request, reply) => {
      requireUtf8(request.url)
      if (endpoint.formOrJson && !endpoint.files && request.isMultipart())
        request.body = await readFormFields(request, endpoint.body!)
      const input = validateInput(endpoint, request)
      const key = keyOf(request)
      refuseIf(endpoint.idempotent === 'own' && !key, 'KEY_REQUIRED')
      const call = {
        ...input,
        viewer: request.viewer,
        key: key ?? '',
        request,
        reply,
      } as Call<Endpoint>
      if (!changesState(endpoint.method) || endpoint.idempotent !== undefined || key === undefined)
        return withEvenNotFound(() => handle(ctx, call))
      return withEvenNotFound(() =>
        once(ctx, cacheWriterOf(request.viewer), endpoint.route, key, input, (tx) => handle(tx, call)),
      )
    },
  })
}

/** A query string that decodes to no UTF-8 would be read with U+FFFD in its place. */
function requireUtf8(url: string): void {
  const query = url.indexOf('?')
  if (query === -1 || !/%[89a-f]/i.test(url)) return
  try {
    decodeURIComponent(url.slice(query).replace(/%(?![0-9a-f]{2})/gi, '%25'))
  } catch {
    refuse('MALFORMED_BODY')
  }
}

/** A body of JSON is small: one that has not arrived by then is not coming. Files take the time they take. */
const bodyMsMax = 10_000

function limitBodyTime({ raw }: FastifyRequest, reply: FastifyReply): void {
  // Nearly every body has been received completely by the time the requester is identified.
  if (raw.complete) return
  const late = setTimeout(() => {
    if (raw.complete || reply.sent || raw.listenerCount('error') === 0) return
    void reply.header('connection', 'close')
    // The reader of the body hears it and refuses; destroying the stream would take the answer's way.
    raw.emit('error', new Refusal('MALFORMED_BODY'))
  }, bodyMsMax)
  late.unref()
  raw.once('close', () => clearTimeout(late))
}

/** What Fastify's hooks want: the error, if there is one. */
export function attempt(work: () => void): Error | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return error as Error
  }
}

/** A write that came with the cookie must come from a page of ours: Origin equal to the address it was sent to. */
function requireOwnOrigin(ctx: Context, request: FastifyRequest): void {
  const origin = request.headers.origin
  const own = ctx.config.publicUrl ?? `${request.protocol}://${request.headers.host}`
  refuseIf(origin !== own, 'FOREIGN_ORIGIN')
}

/** The Idempotency-Key, if one was sent. */
export function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  refuseIf(typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key), 'INVALID_INPUT', { header: 'Idempotency-Key' })
  return key as string
}

/** Whose keys these are: the account's, or those of a visitor's network, as the id that its hash makes. */
function cacheWriterOf(viewer: Viewer): string {
  if (viewer.kind === 'signed-in') return viewer.id
  return sha256(`visitor ${networkOf(viewer.address)}`)
    .toString('hex')
    .slice(0, 32)
}

function problem(
  request: FastifyRequest,
  code: ErrorCode,
  more: Record<string, unknown> = {},
  fields?: FieldRefusal[],
): Problem {
  const retryAfter = more['retryAfter']
  const text = (of: ErrorCode | FieldErrorCode, limit?: number) => request.server.errorText(request, of, limit)
  return {
    type: 'about:blank',
    title: code,
    status: errors[code][0],
    code,
    message: text(code, typeof retryAfter === 'number' ? retryAfter : undefined),
    requestId: request.id,
    ...more,
    ...(fields && { errors: fields.map((field) => ({ ...field, message: text(field.code, field.limit) })) }),
  }
}

/** What tests hear of each refusal, to compare it with what the contract declares. */
export interface RefusedCall {
  endpoint: Endpoint | undefined
  code: ErrorCode
}
const refusals = channel('fanlight:refusal')

/** Turns everything thrown into one shape. Known refusals keep their code; anything else is a bug and says nothing of itself. */
export function answerErrors(app: FastifyInstance, ctx: Context): void {
  app.setErrorHandler((error: Error & { code?: string; statusCode?: number }, request, reply) => {
    const answer = asProblem(error, request)
    if (refusals.hasSubscribers)
      refusals.publish({ endpoint: request.routeOptions.config.endpoint, code: answer.code } satisfies RefusedCall)
    if (answer.status >= 500 && answer.code === 'INTERNAL') request.log.error({ err: error }, 'unexpected error')
    if (answer.code === 'OVERLOADED' && !(error instanceof Refusal))
      request.log.warn({ code: error.code, reason: error.message }, 'the database did not answer')
    if ((answer.status === 503 || answer.status === 429) && !reply.hasHeader('retry-after')) {
      const seconds = (error instanceof Refusal && error.retryAfterSeconds) || 2
      reply.header('retry-after', String(seconds))
    }
    // A cache may keep 404 and 451 unless it is told otherwise, and what is refused to one viewer is open to the next.
    if (!String(reply.getHeader('cache-control')).includes('no-store')) reply.header('cache-control', 'no-store')
    return reply.status(answer.status).type('application/problem+json').send(JSON.stringify(answer))
  })
  void ctx
}

/** What is not HTTP at all, or has a head without end, gets the same shape, and the connection is let go. */
export function answerBrokenHttp(
  error: Error & { code?: string; rawPacket?: unknown },
  socket: Duplex,
  errorText: ErrorText,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  const [status, code] =
    error.code === 'HPE_HEADER_OVERFLOW' ? [431, 'TOO_LARGE' as const] : [400, 'MALFORMED_BODY' as const]
  const id = newId()
  const body = JSON.stringify({
    type: 'about:blank',
    title: code,
    status,
    code,
    message: errorText(readerOfBytes(error.rawPacket), code),
    requestId: id,
  })
  socket.end(
    `HTTP/1.1 ${status} ${code}\r\ncontent-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
      `x-request-id: ${id}\r\nconnection: close\r\n\r\n${body}`,
  )
}

export const notFoundProblem = (request: FastifyRequest) => problem(request, 'NOT_FOUND')

const diskFull = '53100'

/** The problem that the reply reports for a thrown error. */
export function asProblem(error: Error & { code?: string; statusCode?: number }, request: FastifyRequest): Problem {
  if (error instanceof Refusal) return problem(request, error.code, error.detail, error.fields)
  if (error instanceof z.ZodError) return invalid(request, error.issues)
  if (error.statusCode === 429) return problem(request, 'TOO_MANY_REQUESTS')
  if (error.statusCode === 413) return problem(request, 'TOO_LARGE')
  if (error.statusCode === 415) return problem(request, 'UNSUPPORTED_CONTENT_TYPE')
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) return problem(request, 'MALFORMED_BODY')
  // A form cut short or badly made: its reader throws errors without a code.
  if (/^(Multipart: |Unexpected end of |Part terminated early)/.test(error.message))
    return problem(request, 'MALFORMED_BODY')
  if (isDatabaseAway(error)) {
    if (sqlState(error) === diskFull) request.log.error({ err: error }, 'the disk of the database is full')
    return problem(request, 'OVERLOADED')
  }
  return problem(request, 'INTERNAL')
}

// A wrong shape is 400; a right shape that breaks a rule (too short, too much, not an e-mail) is 422.
function invalid(request: FastifyRequest, issues: readonly z.core.$ZodIssue[]): Problem {
  const malformed = issues.some(isShape)
  return problem(request, malformed ? 'INVALID_INPUT' : 'RULE_BROKEN', {}, issues.flatMap(fieldsOf))
}

/** Validates the text fields of a multipart upload like a JSON body. */
export function parseFields<S extends z.ZodType>(schema: S, fields: unknown): z.output<S> {
  return schema.parse(fields)
}
