import { z } from 'zod'
import { changesState, type Endpoint } from './endpoint.ts'
import { type ErrorCode, errors } from './errors.ts'

/** A call about a performer, who may be hidden from the viewer. */
export const performerRefusals = ['PERFORMER_NOT_FOUND', 'AGE_REQUIRED', 'GEO_BLOCKED'] as const
/** A call about an item, which may be hidden or locked. */
export const itemRefusals = [
  'NOT_SIGNED_IN',
  'FOLLOW_REQUIRED',
  'NOT_ON_LIST',
  'SUBSCRIPTION_REQUIRED',
  'PURCHASE_REQUIRED',
  'AGE_REQUIRED',
  'GEO_BLOCKED',
] as const

type Policies = Omit<Endpoint, 'reply' | 'route' | 'path' | 'group' | 'summary'>

/** Every code that a call may be refused with: those that follow from its policies and its input, and those that it declares itself. */
export function refusalsOf(call: Policies): ErrorCode[] {
  const codes: (ErrorCode | false | undefined)[] = [
    'MISDIRECTED_REQUEST',
    !call.whileGeoBlocked && 'GEO_BLOCKED',
    !call.whileInMaintenance && 'MAINTENANCE',
    'TOO_MANY_REQUESTS',
    ...ofSession(call),
    ...ofInput(call),
    ...(call.refuses ?? []),
    'OVERLOADED',
    'INTERNAL',
  ]
  return [...new Set(codes.filter((code) => code !== undefined && code !== false))]
}

function ofSession({ who, method, ...call }: Policies): (ErrorCode | false)[] {
  const codes: (ErrorCode | false)[] = [
    !call.whileUnfinished && 'ACCOUNT_UNFINISHED',
    !call.whileTermsDue && 'TERMS_NOT_ACCEPTED',
    changesState(method) && 'FOREIGN_ORIGIN',
  ]
  if (who === 'public') return codes
  return [
    'NOT_SIGNED_IN',
    ...codes,
    !call.whileClosing && 'ACCOUNT_CLOSING',
    changesState(method) && !call.whileSuspended && 'ACCOUNT_SUSPENDED',
    who !== 'any' && 'NOT_ALLOWED',
    who === 'approved' && 'NOT_APPROVED',
    who.startsWith('admin:') && 'SECOND_FACTOR_REQUIRED',
  ]
}

function ofInput({ method, params, query, body, files, idempotent }: Policies): (ErrorCode | false)[] {
  const writes = changesState(method)
  const hasInput = params !== undefined || query !== undefined || body !== undefined || files !== undefined
  return [
    (hasInput || writes) && 'INVALID_INPUT',
    hasInput && 'RULE_BROKEN',
    'MALFORMED_BODY',
    hasInput && 'NOT_FOUND',
    writes && 'TOO_LARGE',
    writes && 'UNSUPPORTED_CONTENT_TYPE',
    ...(files ? uploadRefusals : []),
    ...(body instanceof z.ZodObject && 'captcha' in body.shape ? captchaRefusals : []),
    idempotent === 'own' && 'KEY_REQUIRED',
    writes && idempotent !== 'none' && 'KEY_REUSED',
  ]
}
const uploadRefusals: ErrorCode[] = ['FILE_EMPTY', 'FILE_TOO_MANY_PIXELS', 'UNSUPPORTED_MEDIA']
const captchaRefusals: ErrorCode[] = ['CAPTCHA_REQUIRED']

/** The refusals by their status. */
export function byStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  const groups = new Map<number, ErrorCode[]>()
  for (const code of codes) groups.set(errors[code][0], [...(groups.get(errors[code][0]) ?? []), code])
  return new Map([...groups].sort(([left], [right]) => left - right))
}
