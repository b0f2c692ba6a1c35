import { getMe, meOnPage } from '@fanlight/contract/accounts'
import { one } from '@fanlight/contract/endpoint'
import type { Problem } from '@fanlight/contract/errors'
import type { z } from 'zod'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { openFor } from './closed.ts'
import { presentAccount } from './modules/accounts/me.ts'
import type { Context } from './platform/context.ts'
import { admit, asProblem, type Call, countCall, notFoundProblem, type RouteEntry } from './platform/http.ts'
import { assert } from './platform/refusal.ts'
import { routes } from './routes.ts'

export interface InsideQuestion {
  params?: unknown
  query?: unknown
}
export interface InsideAnswer {
  status: number
  body: unknown
}
export interface InsideCalls {
  /** Undefined for what must be asked over HTTP. */
  ask(request: FastifyRequest, route: string, question: InsideQuestion): Promise<InsideAnswer | undefined>
  /** Whoever reads the page. */
  me(request: FastifyRequest): Promise<InsideAnswer>
}

/**
 * Calls that pages make while they are drawn: the same refusals in the same order as over HTTP, as the viewer that the page's
 * own request was found to be, without a second request. Only reads that answer with JSON; undefined for anything else.
 */
export function insideCalls(ctx: Context): InsideCalls {
  const reads = new Map(
    routes.filter(({ endpoint }) => endpoint.method === 'GET').map((one) => [one.endpoint.route as string, one]),
  )
  const told = async (request: FastifyRequest, route: string, work: () => Promise<unknown>): Promise<InsideAnswer> => {
    try {
      return { status: 200, body: await work() }
    } catch (error) {
      const problem: Problem = asProblem(error as Error, request)
      if (problem.code === 'INTERNAL') request.log.error({ err: error, route }, 'unexpected error')
      return { status: problem.status, body: problem }
    }
  }
  return {
    async ask(request, route, question) {
      if (!route.startsWith('GET ')) return undefined
      const entry = reads.get(route)
      if (!entry) return { status: 404, body: notFoundProblem(request) }
      return told(request, route, () => answer(ctx, entry, request, question))
    },
    me: (request) =>
      told(request, getMe.route, async () => {
        const { viewer, account } = request
        openFor(ctx, request, viewer, `/api${getMe.path}`)
        countCall(ctx, getMe, request, noReply)
        admit(getMe, viewer)
        assert(viewer.kind === 'signed-in' && account, 'a page’s request found its account')
        return checked(getMe.route, one(meOnPage), { data: presentAccount(ctx, account, viewer) })
      }),
  }
}

const noReply = { header: () => noReply } as unknown as FastifyReply

async function answer(
  ctx: Context,
  { endpoint, handle, keep, isHot }: RouteEntry,
  request: FastifyRequest,
  { params, query }: InsideQuestion,
): Promise<unknown> {
  let text: string | undefined
  // Lists that are read often leave as text; a page wants what the text says.
  const reply = {
    header: () => reply,
    type: () => reply,
    send(made: unknown) {
      assert(typeof made === 'string', `${endpoint.route} answers with text`)
      text = made
      return reply
    },
  } as unknown as FastifyReply
  openFor(ctx, request, request.viewer, `/api${endpoint.path}`)
  countCall(ctx, endpoint, request, reply)
  if (!isHot) admit(endpoint, request.viewer)
  const call = {
    params: endpoint.params?.parse(asWritten(params)) ?? {},
    query: endpoint.query?.parse(asWritten(query)) ?? {},
    body: undefined,
    viewer: request.viewer,
    key: '',
    request,
    reply,
  } as unknown as Call<typeof endpoint>
  if (keep) return JSON.parse((await keep(ctx, call)).text)
  const made = await handle(ctx, call)
  if (text !== undefined) return JSON.parse(text)
  return checked(endpoint.route, endpoint.reply, made)
}

// What a call answers with again and again, as the same object, is checked once.
const checkedBefore = new WeakMap<object, unknown>()

function checked(route: string, schema: z.ZodType, made: unknown): unknown {
  const known = checkedBefore.get(made as object)
  if (known !== undefined) return known
  const { success, data } = schema.safeParse(made)
  // An answer that breaks its contract is our fault, not the page's question.
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
