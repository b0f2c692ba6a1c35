import { changesState, type EndpointSpec, type Method, type Permission } from '@fanlight/contract/endpoint'
import { limiters } from '@fanlight/contract/limiters'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import { countRequest } from './limiter.ts'
import { networkOf } from './remote-address.ts'
import { refuse, refuseIf } from '../refusal.ts'
import { isInMaintenance, isSiteClosedTo } from './site-closed.ts'
import { hasPermission, type Viewer } from '../viewer.ts'

// The checks that every call passes, in the order in which they refuse:
//
//   geo 451 → maintenance 503 → limiter 429 → session 401 → policy 403 → validation 400, 422
//
// HTTP requests, pages that call inside the process and live sockets run these same functions. Nothing here knows a transport: a call
// is its declaration, the requester is a viewer (the owner of the session, found beforehand), and the input is plain values.
// HTTP alone has something in between: it reads the body after the policy and before validation, so it calls the steps one by one.

/** What the pipeline reads of a declaration: an endpoint of the contract, or a command of the live socket. */
type DeclaredCall = Pick<
  EndpointSpec,
  | 'who'
  | 'limit'
  | 'whileSuspended'
  | 'whileClosing'
  | 'whileUnfinished'
  | 'whileTermsDue'
  | 'whileGeoBlocked'
  | 'whileInMaintenance'
  | 'files'
  | 'params'
  | 'query'
  | 'body'
> & { method: Method }

interface CallInput {
  params?: unknown
  query?: unknown
  body?: unknown
}
type Output<T> = T extends z.ZodType ? z.output<T> : Record<string, never>
export interface ValidInput<C extends DeclaredCall> {
  params: Output<C['params']>
  query: Output<C['query']>
  body: Output<C['body']>
}

/** The whole pipeline, for callers that have the input at hand. */
export function admitCall<C extends DeclaredCall>(
  ctx: Context,
  call: C,
  viewer: Viewer,
  input: CallInput,
): ValidInput<C> {
  requireOpenSite(ctx, call, viewer)
  countCall(ctx, call, viewer)
  authorizeCall(call, viewer)
  return validateInput(call, input)
}

/** Whether the site is closed to this viewer's country. Staff pass everywhere. */
export const isGeoBlocked = (ctx: Context, viewer: Viewer): boolean =>
  isSiteClosedTo(ctx, viewer.country) && !isStaff(viewer)

/** 451 and 503. */
export function requireOpenSite(
  ctx: Context,
  call: Pick<DeclaredCall, 'whileGeoBlocked' | 'whileInMaintenance'>,
  viewer: Viewer,
): void {
  refuseIf(!call.whileGeoBlocked && isGeoBlocked(ctx, viewer), 'GEO_BLOCKED')
  refuseIf(!call.whileInMaintenance && isInMaintenance(ctx) && !isStaff(viewer), 'MAINTENANCE')
}

const isStaff = (viewer: Viewer): boolean => viewer.kind === 'signed-in' && viewer.role === 'admin'

/** 429: counts one call per account, or per network if no one is signed in or the limiter is defined that way. */
export function countCall(ctx: Context, { limit }: Pick<DeclaredCall, 'limit'>, viewer: Viewer): void {
  const byAccount = limiters[limit].by === 'account' && viewer.kind === 'signed-in'
  countRequest(ctx, limit, byAccount ? viewer.id : networkOf(viewer.address))
}

/** 401 and 403: whether this viewer may make this call at all. */
export function authorizeCall(call: DeclaredCall, viewer: Viewer): void {
  const { who } = call
  if (viewer.kind === 'signed-in') {
    // What an account has to finish first keeps it from what visitors may read, too.
    refuseIf(viewer.unfinished && !call.whileUnfinished, 'ACCOUNT_UNFINISHED')
    refuseIf(viewer.termsDue && !call.whileTermsDue, 'TERMS_NOT_ACCEPTED')
  }
  if (who === 'public') return
  if (viewer.kind === 'visitor') refuse('NOT_SIGNED_IN')
  refuseIf(viewer.status === 'closing' && !call.whileClosing, 'ACCOUNT_CLOSING')
  refuseIf(viewer.status === 'suspended' && changesState(call.method) && !call.whileSuspended, 'ACCOUNT_SUSPENDED')
  if (who === 'user') refuseIf(viewer.role !== 'user', 'NOT_ALLOWED')
  else if (who === 'performer' || who === 'approved') {
    refuseIf(viewer.role !== 'performer', 'NOT_ALLOWED')
    refuseIf(who === 'approved' && !viewer.approved, 'NOT_APPROVED')
  } else if (who.startsWith('admin:')) {
    const permission = who.slice('admin:'.length) as Permission | 'any'
    refuseIf(viewer.needsSecondFactor, 'SECOND_FACTOR_REQUIRED')
    refuseIf(viewer.role !== 'admin' || (permission !== 'any' && !hasPermission(viewer, permission)), 'NOT_ALLOWED')
  }
}

/** 400 and 422, as the ZodError of the first part that is wrong. The body of an upload is validated by its handler. */
export function validateInput<C extends DeclaredCall>(call: C, input: CallInput): ValidInput<C> {
  const { params, query, body } = schemasOf(call)
  return {
    params: params ? params.parse(input.params) : {},
    // A missing body is a wrong one, but where the call can do without.
    body: body ? body.parse(input.body ?? (body.isOptional() ? undefined : null)) : undefined,
    query: query ? query.parse(input.query) : {},
  } as ValidInput<C>
}

function schemasOf({ params, query, body, files }: DeclaredCall): {
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
} {
  return {
    ...(params && { params }),
    ...(query && { query }),
    ...(body && !files && { body }),
  }
}
