import type { Duplex } from 'node:stream'
import { type ErrorCode, errors, type Problem } from '@fanlight/contract/errors'
import type { Endpoint } from '@fanlight/contract/endpoint'
import { type LimiterName, limiters } from '@fanlight/contract/limiters'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Context } from './context.ts'
import { isDatabaseAway } from './db.ts'
import { newId, sha256 } from './ids.ts'
import { type KeptAnswer, sendKept } from './kept-answer.ts'
import { once } from './once.ts'
import { fieldsOf, isShape } from './field-rules.ts'
import { Refusal, refuse, refuseIf } from './refusal.ts'
import type { AddressOf } from './remote-address.ts'
import { sabotaged } from './sabotage.ts'
import { Limiter } from './limiter.ts'
import type { AgeProof, Asker, SignedIn, Viewer } from './viewer.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route asks who its viewer is in its own statement. */
    isHot?: boolean
  }
  interface FastifyInstance {
    /** Where a request comes from, as far as it can be believed. */
    addressOf: AddressOf
    countries: { of(address: string): string | null }
    /** What the cookie of this name proves. */
    ageOf(cookie: string | undefined): AgeProof
  }
  interface FastifyRequest {
    /** Who asks. A hot read finds it out in its own statement; before that it is there only where the site asked for it. */
    viewer: Viewer
    asker: Asker
    /** The account that limiters count by. */
    countedAs: string | undefined
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
  isHot?: boolean
  /** The answer itself, for pages that ask inside. */
  keep?: (ctx: Context, call: Call<Endpoint>) => Promise<KeptAnswer>
  handle: (ctx: Context, call: Call<Endpoint>) => Promise<unknown>
}

/** Ties a call of the contract to the code that answers it. The policy stands in the contract. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (ctx: Context, call: Call<E>) => Promise<z.input<E['reply']>>,
): RouteEntry {
  return { endpoint, handle: handle as unknown as RouteEntry['handle'] }
}

/** What the handler of a hot read is given: who asks is known by the token alone. */
export interface HotCall<E extends Endpoint> {
  params: Out<E['params']>
  query: Out<E['query']>
  asker: Asker
  request: FastifyRequest
  reply: FastifyReply
}

/** A call of docs/hot-reads.md: one prepared statement finds out who asks and makes the JSON text, which leaves as it is. */
export function hotRead<E extends Endpoint>(
  endpoint: E & { who: 'public' },
  handle: (ctx: Context, call: HotCall<E>) => Promise<string>,
): RouteEntry {
  return {
    endpoint,
    isHot: true,
    handle: async (ctx, { params, query, request, reply }) =>
      sendJson(reply, await handle(ctx, { params, query, asker: request.asker, request, reply } as HotCall<E>)),
  }
}

/** A list that is the same for everybody who asks in one language: made once, then sent as it is. */
export function keptRead<E extends Endpoint>(
  endpoint: E & { who: 'public' },
  keep: (ctx: Context, call: Call<E>) => Promise<KeptAnswer>,
): RouteEntry {
  return {
    endpoint,
    keep: keep as unknown as RouteEntry['keep'] & {},
    handle: async (ctx, call) => sendKept(call.request, call.reply, await keep(ctx, call as unknown as Call<E>)),
  }
}

/** Sends JSON text as the reply, without another validation. */
export const sendJson = (reply: FastifyReply, text: string): FastifyReply =>
  reply.header('content-type', 'application/json; charset=utf-8').send(text)

/** Registers all routes under /api. A call without a route, or a route without a call, stops the boot. */
export function registerRoutes(
  app: FastifyInstance,
  ctx: Context,
  declared: readonly Endpoint[],
  routes: RouteEntry[],
): void {
  const answered = new Map(routes.map((one) => [one.endpoint.route, one]))
  const missing = declared.filter((one) => !answered.has(one.route)).map((one) => one.route)
  const undeclared = routes.filter((one) => !declared.includes(one.endpoint)).map((one) => one.endpoint.route)
  const twice = routes.length - answered.size
  if (missing.length + undeclared.length + twice > 0)
    throw new Error(
      `Routes and contract differ. Without code: ${missing.join(', ') || '–'}. Outside the contract: ${undeclared.join(', ') || '–'}. Doubled: ${twice}.`,
    )
  for (const one of routes) register(app, ctx, one)
}

const limitersByContext = new WeakMap<Context, Record<LimiterName, Limiter>>()

/** One set: a page's reads count like any other. */
function limitersOf(ctx: Context): Record<LimiterName, Limiter> {
  const known = limitersByContext.get(ctx)
  if (known) return known
  const opened = Object.entries(limiters).map(([name, { max, seconds }]) => [
    name,
    new Limiter(Math.ceil(max * ctx.config.rateLimitFactor), seconds * 1000),
  ])
  const made = Object.fromEntries(opened) as Record<LimiterName, Limiter>
  limitersByContext.set(ctx, made)
  return made
}

/** Counts one call of this endpoint, by account or by network. Too many are refused. */
export function countCall(ctx: Context, { limit }: Endpoint, request: FastifyRequest, reply: FastifyReply): void {
  if (sabotaged('S13')) return
  const key = (limiters[limit].by === 'account' && request.countedAs) || networkOf(request.asker.address)
  limitersOf(ctx)[limit].admit(key, reply)
}

function register(app: FastifyInstance, ctx: Context, { endpoint, handle, isHot = false }: RouteEntry): void {
  for (const policy of ['who', 'limit', 'reply'] as const)
    if (!endpoint[policy] && !sabotaged('S1'))
      throw new Error(`${endpoint.route} declares no ${policy}: a route without a policy does not start.`)
  app.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    schema: {
      tags: [endpoint.group],
      summary: endpoint.summary,
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && {
        querystring:
          sabotaged('S5') && 'sortBy' in endpoint.query.shape
            ? endpoint.query.extend({ sortBy: z.string().default('updatedAt') })
            : endpoint.query,
      }),
      ...(endpoint.body &&
        !endpoint.files && {
          body: sabotaged('S4') && endpoint.body instanceof z.ZodObject ? endpoint.body.loose() : endpoint.body,
        }),
      ...(endpoint.files && { consumes: ['multipart/form-data'] }),
      response: { 200: endpoint.reply },
    },
    config: { endpoint, isHot },
    onRequest: (request, reply, done) => done(attempt(() => countCall(ctx, endpoint, request, reply))),
    // After the limiter (onRequest), before the body is read: 429, 401, 403, then 415, 413, 400.
    preParsing: (request, reply, payload, done) =>
      done(
        attempt(() => {
          if (!isHot) admit(endpoint, request.viewer)
          else if (request.viewer) requireNothingOwed(endpoint, request.viewer)
          if (endpoint.method !== 'GET' && request.byCookie) requireOwnOrigin(ctx, request)
          if (endpoint.body && !endpoint.files) limitBodyTime(request, reply)
        }),
        payload,
      ),
    handler: async (request, reply) => {
      const key = keyOf(request)
      refuseIf(endpoint.idempotent === 'own' && !key, 'KEY_REQUIRED')
      refuseIf(endpoint.idempotent === 'none' && key !== undefined, 'KEY_NOT_TAKEN')
      const call = {
        params: request.params,
        query: request.query,
        body: request.body,
        viewer: request.viewer,
        key: key ?? '',
        request,
        reply,
      } as Call<Endpoint>
      if (endpoint.method === 'GET' || endpoint.idempotent === 'own' || key === undefined) return handle(ctx, call)
      const { params, query, body } = call
      return once(ctx, keeperOf(request), endpoint.route, key, { params, query, body }, (tx) => handle(tx, call))
    },
  })
}

/** A body of JSON is small: one that has not arrived by then is not coming. Files take the time they take. */
const bodyMsMax = 10_000

function limitBodyTime({ raw }: FastifyRequest, reply: FastifyReply): void {
  // Nearly every body is here by the time it is known who asks.
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

/** Whether this viewer may make this call at all. */
export function admit(endpoint: Endpoint, viewer: Viewer): void {
  const { who } = endpoint
  requireNothingOwed(endpoint, viewer)
  if (who === 'public') return
  if (viewer.kind === 'visitor') refuse('NOT_SIGNED_IN')
  refuseIf(viewer.status === 'closing' && !endpoint.whileClosing, 'ACCOUNT_CLOSING')
  if (viewer.status === 'suspended' && endpoint.method !== 'GET' && !endpoint.whileSuspended)
    refuse('ACCOUNT_SUSPENDED')
  if (who === 'user') refuseIf(viewer.role !== 'user', 'NOT_ALLOWED')
  else if (who === 'performer' || who === 'approved') {
    refuseIf(viewer.role !== 'performer', 'NOT_ALLOWED')
    refuseIf(who === 'approved' && !viewer.approved && !sabotaged('T1'), 'NOT_APPROVED')
  } else if (who.startsWith('admin:')) {
    const permission = who.slice('admin:'.length)
    refuseIf(viewer.needsSecondFactor, 'SECOND_FACTOR_REQUIRED')
    refuseIf(
      (viewer.role !== 'admin' ||
        (permission !== 'any' && !viewer.permissions.some((one) => one === permission || one === 'owner'))) &&
        !sabotaged('S2'),
      'NOT_ALLOWED',
    )
  }
}

/** What an account still has to do before anything else is open to it, also what visitors may read. */
function requireNothingOwed({ whileUnfinished, whileTermsDue }: Endpoint, viewer: Viewer): void {
  if (viewer.kind === 'visitor') return
  refuseIf(viewer.unfinished && !whileUnfinished, 'ACCOUNT_UNFINISHED')
  refuseIf(viewer.termsDue && !whileTermsDue, 'TERMS_NOT_ACCEPTED')
}

/** A write that came with the cookie must come from a page of ours: Origin equal to the address it was sent to. */
function requireOwnOrigin(ctx: Context, request: FastifyRequest): void {
  const origin = request.headers.origin
  const own = ctx.config.publicUrl ?? `${request.protocol}://${request.headers.host}`
  refuseIf(origin !== own && !sabotaged('S7'), 'FOREIGN_ORIGIN')
}

function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  refuseIf(typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key), 'INVALID_INPUT', { header: 'Idempotency-Key' })
  return key as string
}

/** Whose keys these are: the account's, or those of a visitor's network, as the id that its hash makes. */
function keeperOf({ viewer, asker }: FastifyRequest): string {
  if (viewer.kind === 'signed-in') return viewer.id
  return sha256(`visitor ${networkOf(asker.address)}`)
    .toString('hex')
    .slice(0, 32)
}

/** An IPv6 visitor owns a /64; limiters count that. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail = ''] = address.toLowerCase().split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const groups = address.includes('::')
    ? [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
    : left
  return `${groups.slice(0, 4).join(':')}::/64`
}

const problem = (request: FastifyRequest, code: ErrorCode, more: Partial<Problem> = {}): Problem => ({
  type: 'about:blank',
  title: code,
  status: errors[code][0],
  code,
  message: errors[code][1],
  requestId: request.id,
  ...more,
})

/** Turns everything thrown into one shape. Known refusals keep their code; anything else is a bug and says nothing of itself. */
export function answerErrors(app: FastifyInstance, ctx: Context): void {
  app.setErrorHandler((error: Error & { code?: string; statusCode?: number }, request, reply) => {
    const answer = asProblem(error, request)
    if (answer.status >= 500 && answer.code === 'INTERNAL') request.log.error({ err: error }, 'unexpected error')
    if (answer.code === 'OVERLOADED' && !(error instanceof Refusal))
      request.log.warn({ code: error.code, reason: error.message }, 'the database did not answer')
    if ((answer.status === 503 || answer.status === 429) && !reply.hasHeader('retry-after'))
      reply.header('retry-after', '2')
    return reply.status(answer.status).type('application/problem+json').send(JSON.stringify(answer))
  })
  void ctx
}

/** What is not HTTP at all, or has a head without end, gets the same shape, and the connection is let go. */
export function answerBrokenHttp(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  const [status, code] =
    error.code === 'HPE_HEADER_OVERFLOW' ? [431, 'TOO_LARGE' as const] : [400, 'MALFORMED_BODY' as const]
  const id = newId()
  const body = JSON.stringify({
    type: 'about:blank',
    title: code,
    status,
    code,
    message: errors[code][1],
    requestId: id,
  })
  socket.end(
    `HTTP/1.1 ${status} ${code}\r\ncontent-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
      `x-request-id: ${id}\r\nconnection: close\r\n\r\n${body}`,
  )
}

export const notFoundProblem = (request: FastifyRequest) => problem(request, 'NOT_FOUND')

/** What is told of something thrown. */
export function asProblem(error: Error & { code?: string; statusCode?: number }, request: FastifyRequest): Problem {
  if (error instanceof Refusal)
    return problem(request, error.code, { ...error.detail, ...(error.fields && { errors: error.fields }) })
  if (hasZodFastifySchemaValidationErrors(error))
    return invalid(
      request,
      // The issue is taken apart on its way here.
      error.validation.map(
        ({ keyword, instancePath, message = '', params }) =>
          ({ ...params, code: keyword, path: instancePath.split('/').filter(Boolean), message }) as z.core.$ZodIssue,
      ),
    )
  if (error instanceof z.ZodError) return invalid(request, error.issues)
  if (error.statusCode === 429) return problem(request, 'TOO_MANY_REQUESTS')
  if (error.statusCode === 413) return problem(request, 'TOO_LARGE')
  if (error.statusCode === 415) return problem(request, 'UNSUPPORTED_CONTENT_TYPE')
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) return problem(request, 'MALFORMED_BODY')
  // A form cut short or badly made: its reader throws errors without a code.
  if (/^(Multipart: |Unexpected end of |Part terminated early)/.test(error.message) && !sabotaged('S3'))
    return problem(request, 'MALFORMED_BODY')
  if (isDatabaseAway(error)) return problem(request, 'OVERLOADED')
  return problem(request, 'INTERNAL')
}

// A wrong shape is 400; a right shape that breaks a rule (too short, too much, not an e-mail) is 422.
function invalid(request: FastifyRequest, issues: readonly z.core.$ZodIssue[]): Problem {
  const malformed = issues.some(isShape)
  return problem(request, malformed ? 'INVALID_INPUT' : 'RULE_BROKEN', { errors: issues.flatMap(fieldsOf) })
}

/** Validates the text fields of a multipart upload like a JSON body. */
export function parseFields<S extends z.ZodType>(schema: S, fields: unknown): z.output<S> {
  return schema.parse(fields)
}
