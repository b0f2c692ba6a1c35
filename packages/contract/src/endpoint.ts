import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { LimiterName } from './limiters.ts'

/**
 * Who may ask at all; whose object it is, is decided by the module (404 when it is not theirs to know).
 * `approved` is a performer whose verification is approved; `admin:x` is staff holding permission x,
 * `admin:any` staff whatever they hold.
 */
export type Who = 'public' | 'any' | 'user' | 'performer' | 'approved' | `admin:${Permission | 'any'}`
export type Permission = 'support' | 'moderation' | 'compliance' | 'finance' | 'content' | 'settings' | 'owner'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Route = `${Method} /${string}`

export interface EndpointSpec {
  /** Heading under which the reference page lists it. */
  group: string
  /** One plain sentence for the reference page. */
  summary: string
  who: Who
  limit: LimiterName
  /** A write that somebody suspended may still make: to leave, and to guard the account. */
  whileSuspended?: true
  /** Whoever is leaving may still make it: to stay after all, to look, to log out. */
  whileClosing?: true
  /** What somebody may ask whose account has no e-mail address or no username yet. Everything else is refused until it has. */
  whileUnfinished?: true
  /** What somebody may ask who has not accepted the terms now in force: to read and accept them, to log out, to leave. */
  whileTermsDue?: true
  /** Writes a row into the audit log when it succeeds. */
  audit?: boolean
  /** A POST because what it reads is too long for an address: nothing is kept of it, so staff need no row in the log. */
  changesNothing?: true
  /**
   * A write takes an Idempotency-Key if one is sent: the same key and body replays the reply, another body is 422. `own` demands one and
   * keeps it with the money row that it made, for ever. `none` refuses one, so that nobody relies on it: the answer carries a secret or
   * a cookie, another company is asked, or the body is a file.
   */
  idempotent?: 'own' | 'none'
  /** Refusals beyond the common ones (400, 401, 403, 404, 413, 415, 429, 451, 503). */
  refuses?: readonly ErrorCode[]
  /** A multipart upload: the names of its file fields. Text fields are validated by `body`. */
  files?: readonly string[]
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  reply: z.ZodType
}

export type Endpoint<R extends Route = Route, S extends EndpointSpec = EndpointSpec> = S & {
  route: R
  method: Method
  path: string
}

/** Declares a call. Validation, types, the browser's client and the reference page all come from this one value. */
export function endpoint<const R extends Route, const S extends EndpointSpec>(route: R, spec: S): Endpoint<R, S> {
  const [method, path] = route.split(' ') as [Method, string]
  return { ...spec, route, method, path }
}

/** One thing: `{"data": {…}}`. */
export const one = <T extends z.ZodType>(item: T) => z.object({ data: item })
/** A list: `{"data": […], "total": n, "nextCursor": s|null}`. */
export const many = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), total: z.int(), nextCursor: z.string().nullable() })
/** The answer of calls that have nothing to tell but that it is done. */
export const done = one(z.object({ success: z.literal(true) }))
