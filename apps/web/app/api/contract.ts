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

/** A call that takes files may be sent as a form. */
type Body<E> = E extends { files: readonly string[] } ? Part<E, 'body'> | { body: FormData } : Part<E, 'body'>

/** What a call takes: `params`, `query` and `body` as its contract says, and a `key` that makes a repeat harmless. */
export type RequestInput<R extends Route> = Part<Endpoints[R], 'params'> &
  Part<Endpoints[R], 'query'> &
  Body<Endpoints[R]> & { key?: string; signal?: AbortSignal }

/** The multipart fields in which a call takes files. */
export type FileField<R extends Route> = Endpoints[R] extends { files: readonly (infer F extends string)[] } ? F : never

/** What a call answers: the whole reply, `{data}` or `{data, total, nextCursor}`. */
export type Reply<R extends Route> = Endpoints[R] extends { reply: infer Z extends z.ZodType } ? z.output<Z> : never

/** Routes without required input may be called without a second argument. */
export type RequestArgs<R extends Route> =
  Partial<RequestInput<R>> extends RequestInput<R> ? [ask?: RequestInput<R>] : [ask: RequestInput<R>]

export interface AnyRequestInput {
  params?: unknown
  query?: unknown
  body?: unknown
  key?: string
  signal?: AbortSignal
}
