import { EgressError, egressTo, type Incoming, type Outgoing } from '../../../../platform/egress.ts'
import { refuse } from '../../../../platform/refusal.ts'

/** The user waits for each of these requests, and one sign-in makes up to three. */
const deadlineMs = 4_000
const bytesMax = 256 * 1024

/** One request to a provider. Private addresses, such as that of a test double, are allowed only if they are configured. */
export const reach = (base: { url: string; isPublic: boolean }, url: string, request: Outgoing): Promise<Incoming> =>
  egressTo(base.url, { isOwn: !base.isPublic }).send(url, { ...request, deadlineMs, bytesMax })

/** What went wrong on the way there: no answer, too late, a fault of theirs. */
export function isUnavailable(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (cause instanceof EgressError || /Timeout|Abort/.test(cause.name)) return true
    const { status, code } = cause as { status?: unknown; code?: unknown }
    if (typeof status === 'number' && (status >= 500 || status === 429)) return true
    if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT' || code === 'ERR_JWKS_TIMEOUT') return true
    if (cause.cause instanceof Response && (cause.cause.status >= 500 || cause.cause.status === 429)) return true
  }
  return false
}

export const unavailable = (): never => refuse('PROVIDER_UNAVAILABLE')
