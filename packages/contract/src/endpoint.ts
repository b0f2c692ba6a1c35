import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { LimiterName } from './limiters.ts'

/**
 * Who may send the request; the module checks who owns the object (404 if the requester may not know of it).
 * `approved` is a performer whose verification is approved; `admin:x` is staff with permission x,
 * `admin:any` staff with any permissions.
 */
export type Who = 'public' | 'any' | 'user' | 'performer' | 'approved' | `admin:${Permission | 'any'}`
export type Permission = 'support' | 'moderation' | 'compliance' | 'finance' | 'content' | 'settings' | 'owner'

/** HEAD and PATCH are for resumable uploads alone: their protocol uses them. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'PATCH'
/** Whether a call with this method may change something. */
export const changesState = (method: Method): boolean => method !== 'GET' && method !== 'HEAD'
export type Route = `${Method} /${string}`

export interface EndpointSpec {
  /** Heading under which the reference page lists it. */
  group: string
  /** One plain sentence for the reference page. */
  summary: string
  who: Who
  limit: LimiterName
  /** A write that a suspended account may still send: to leave, and to secure the account. */
  whileSuspended?: true
  /** The person who is leaving may still make it: to stay after all, to look, to log out. */
  whileClosing?: true
  /** Allowed for accounts without an e-mail address or a username. All other calls are rejected until the account has both. */
  whileUnfinished?: true
  /** Allowed before the current terms are accepted: to read and accept them, to log out, to leave. */
  whileTermsDue?: true
  /** Allowed from a country that the site is closed to: whether it is closed, and what the page that says so needs to render. */
  whileGeoBlocked?: true
  /** What still answers while the site is being worked on; staff pass everywhere. */
  whileInMaintenance?: true
  /** Writes a row into the audit log when it succeeds. */
  audit?: boolean
  /** A POST because what it reads is too long for an address: nothing is stored of it, so staff need no row in the log. */
  changesNothing?: true
  /**
   * A write accepts an optional Idempotency-Key: the same key and body replays the reply, another body is 422. `own` requires a key and
   * stores it permanently with the money row that it created. `upload` stores it with the file once its body has arrived. `none` ignores
   * a key: the reply contains a secret or a cookie, or an external provider is called, and a repeat is harmless or refused.
   */
  idempotent?: 'own' | 'upload' | 'none'
  /** Refusals beyond those that follow from the policies and the input (`refusalsOf`). */
  refuses?: readonly ErrorCode[]
  /** A multipart upload: the names of its file fields. Text fields are validated by `body`. */
  files?: readonly string[]
  /** The body is JSON or a multipart form with the same fields; files travel in the form alone. */
  formOrJson?: true
  /**
   * A call of the upload protocol tus 1.0.0: its input and its reply are headers and bytes instead of JSON. It passes the same checks as
   * every other call; only problems are JSON.
   */
  protocol?: 'tus'
  /** How many bytes a JSON body may have, where that is not what all calls accept. */
  bodyBytesMax?: number
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** The reply is a file of one of these types instead of JSON. */
  sends?: readonly string[]
  reply: z.ZodType
}

export type Endpoint<R extends Route = Route, S extends EndpointSpec = EndpointSpec> = S & {
  route: R
  method: Method
  path: string
}

/**
 * Declares a call. Validation, types, the browser's client and the reference page all come from this one value. A body refuses fields
 * that it does not name, unless it is a `z.looseObject`; so does a form that has files alone.
 */
export function endpoint<const R extends Route, const S extends EndpointSpec>(route: R, spec: S): Endpoint<R, S> {
  const [method, path] = route.split(' ') as [Method, string]
  const body = spec.body ?? (spec.files && z.object({}))
  return { ...spec, ...(body && { body: strict(body) }), route, method, path }
}

function strict(body: z.ZodType): z.ZodType {
  if (body instanceof z.ZodObject) return body.def.catchall ? body : body.strict()
  if (body instanceof z.ZodOptional) return strict(body.unwrap() as z.ZodType).optional()
  if (body instanceof z.ZodNullable) return strict(body.unwrap() as z.ZodType).nullable()
  return body
}

/** One thing: `{"data": {…}}`. */
export const one = <T extends z.ZodType>(item: T) => z.object({ data: item })
/**
 * A list: `{"data": […], "total": n, "nextCursor": s|null}`. A list that stops counting at 1,000 says `"totalIsAtLeast": true` where it
 * holds more than `total`.
 */
export const many = <T extends z.ZodType>(item: T) =>
  z.object({
    data: z.array(item),
    total: z.int(),
    totalIsAtLeast: z.literal(true).optional(),
    nextCursor: z.string().nullable(),
  })
/** The reply of calls that return only that they succeeded. */
export const done = one(z.object({ success: z.literal(true) }))
