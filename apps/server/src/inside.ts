import type { Problem } from '@fanlight/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { openFor } from './closed.ts'
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
export type AskInside = (
  request: FastifyRequest,
  route: string,
  question: InsideQuestion,
) => Promise<InsideAnswer | undefined>

/**
 * Calls that pages make while they are drawn: the same refusals in the same order as over HTTP, as the viewer that the page's
 * own request was found to be, without a second request. Only reads that answer with JSON; undefined for anything else.
 */
export function insideCalls(ctx: Context): AskInside {
  const reads = new Map(
    routes.filter(({ endpoint }) => endpoint.method === 'GET').map((one) => [one.endpoint.route as string, one]),
  )
  return async (request, route, question) => {
    if (!route.startsWith('GET ')) return undefined
    const entry = reads.get(route)
    if (!entry) return { status: 404, body: notFoundProblem(request) }
    try {
      return { status: 200, body: await answer(ctx, entry, request, question) }
    } catch (error) {
      const problem: Problem = asProblem(error as Error, request)
      if (problem.code === 'INTERNAL') request.log.error({ err: error, route }, 'unexpected error')
      return { status: problem.status, body: problem }
    }
  }
}

async function answer(
  ctx: Context,
  { endpoint, handle, isHot }: RouteEntry,
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
  const made = await handle(ctx, {
    params: endpoint.params?.parse(asWritten(params)) ?? {},
    query: endpoint.query?.parse(asWritten(query)) ?? {},
    body: undefined,
    viewer: request.viewer,
    key: '',
    request,
    reply,
  } as unknown as Call<typeof endpoint>)
  if (text !== undefined) return JSON.parse(text)
  const checked = endpoint.reply.safeParse(made)
  // An answer that breaks its contract is our fault, not the page's question.
  assert(checked.success, `${endpoint.route} answers as its contract says`)
  return checked.data
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
