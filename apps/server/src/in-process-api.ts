import { getMe, meOnPage } from '@fanlight/contract/accounts'
import { type Endpoint, one } from '@fanlight/contract/endpoint'
import type { Problem } from '@fanlight/contract/problem'
import type { z } from 'zod'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { presentAccount } from './modules/people/accounts/profile/me.ts'
import type { Context } from './platform/context.ts'
import { asProblem, type Call, notFoundProblem, type RouteEntry } from './platform/http/http.ts'
import { withEvenNotFound } from './platform/http/not-found-time.ts'
import { assert } from './platform/refusal.ts'
import { admitCall } from './platform/http/request-pipeline.ts'
import { routes } from './routes.ts'

export interface InProcessInput {
  params?: unknown
  query?: unknown
  body?: unknown
}
export interface InProcessReply {
  status: number
  body: unknown
}
export interface InProcessApi {
  /** Undefined for routes that must be called over HTTP. */
  request(request: FastifyRequest, route: string, input: InProcessInput): Promise<InProcessReply | undefined>
  /** The person who reads the page. */
  me(request: FastifyRequest): Promise<InProcessReply>
}

/**
 * The API for pages that are rendered in this process: the same pipeline as over HTTP, as the viewer of the page's own request, without a
 * second request. Only reads that answer with JSON, those of POST too; undefined for anything else.
 */
export function inProcessApi(ctx: Context): InProcessApi {
  const reads = new Map(
    routes
      .filter(({ endpoint }) => endpoint.method === 'GET' || endpoint.changesNothing)
      .map((route) => [route.endpoint.route as string, route]),
  )
  const replyWith = async (
    request: FastifyRequest,
    route: string,
    work: () => Promise<unknown>,
  ): Promise<InProcessReply> => {
    try {
      return { status: 200, body: await work() }
    } catch (error) {
      const problem: Problem = asProblem(error as Error, request)
      if (problem.code === 'INTERNAL') request.log.error({ err: error, route }, 'unexpected error')
      return { status: problem.status, body: problem }
    }
  }
  return {
    async request(request, route, input) {
      const entry = reads.get(route)
      if (!entry) return route.startsWith('GET ') ? { status: 404, body: notFoundProblem(request) } : undefined
      return replyWith(request, route, () => withEvenNotFound(() => answer(ctx, entry, request, input)))
    },
    me: (request) =>
      replyWith(request, getMe.route, async () => {
        const { viewer, account } = request
        admitCall(ctx, getMe, viewer, {})
        assert(viewer.kind === 'signed-in' && account, 'a page’s request found its account')
        return checked(getMe.route, one(meOnPage), { data: presentAccount(ctx, account, viewer) })
      }),
  }
}

// Headers of the reply are of no use to a page.
const noReply = { header: () => noReply } as unknown as FastifyReply

async function answer(
  ctx: Context,
  { endpoint, handle, cacheResult, makeText }: RouteEntry,
  request: FastifyRequest,
  { params, query, body }: InProcessInput,
): Promise<unknown> {
  const { viewer } = request
  const input = admitCall(ctx, endpoint, viewer, { params: asWritten(params), query: asWritten(query), body })
  const call = { ...input, viewer, key: '', request, reply: noReply } as unknown as Call<Endpoint>
  if (cacheResult) return JSON.parse((await cacheResult(ctx, call)).text)
  // A fast-path query makes JSON text; a page wants what the text says.
  if (makeText) return JSON.parse(await makeText(ctx, call))
  return checked(endpoint.route, endpoint.reply, await handle(ctx, call))
}

// What a call answers with again and again, as the same object, is checked once.
const checkedBefore = new WeakMap<object, unknown>()

function checked(route: string, schema: z.ZodType, made: unknown): unknown {
  const known = checkedBefore.get(made as object)
  if (known !== undefined) return known
  const { success, data } = schema.safeParse(made)
  // An answer that breaks its contract is our fault, not the page's.
  assert(success, `${route} answers as its contract says`)
  checkedBefore.set(made as object, data)
  return data
}

/** Values as an address would carry them: text, and nothing for what is not there. */
function asWritten(values: unknown): Record<string, string | string[]> {
  const written: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries((values ?? {}) as Record<string, unknown>)) {
    if (value === undefined || value === null || value === '') continue
    if (!Array.isArray(value)) written[name] = String(value)
    else if (value.length > 0) written[name] = value.length === 1 ? String(value[0]) : value.map(String)
  }
  return written
}
