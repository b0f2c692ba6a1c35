import type { endpoints } from '@fanlight/contract'
import type { z } from 'zod'

// Types only: no schema reaches the browser.

export type Endpoints = typeof endpoints
/** A call's name, such as 'POST /auth/login'. */
export type Route = keyof Endpoints & string

type Input<E, K extends string> = E extends { [P in K]: infer Z extends z.ZodType } ? z.input<Z> : undefined
type Part<E, K extends string> =
  Input<E, K> extends undefined
    ? { [P in K]?: undefined }
    : Partial<Input<E, K>> extends Input<E, K>
      ? { [P in K]?: Input<E, K> }
      : { [P in K]: Input<E, K> }

/** What a call takes: `params`, `query` and `body` as its contract says, and a `key` that makes a repeat harmless. */
export type Ask<R extends Route> = Part<Endpoints[R], 'params'> &
  Part<Endpoints[R], 'query'> &
  Part<Endpoints[R], 'body'> & { key?: string; signal?: AbortSignal }

/** What a call answers: the whole reply, `{data}` or `{data, total, nextCursor}`. */
export type Reply<R extends Route> = Endpoints[R] extends { reply: infer Z extends z.ZodType } ? z.output<Z> : never

/** Calls that need nothing may be asked without a second argument. */
export type Asked<R extends Route> = Partial<Ask<R>> extends Ask<R> ? [ask?: Ask<R>] : [ask: Ask<R>]

export interface LooseAsk {
  params?: unknown
  query?: unknown
  body?: unknown
  key?: string
  signal?: AbortSignal
}
