import type { ErrorCode } from '@fanlight/contract/errors'
import type { Problem } from '@fanlight/contract/problem'
import type { FieldErrorCode } from '@fanlight/contract/field-errors'

// spec: toast.error, error.login, error.update

export interface FieldError {
  path: string
  message: string
  /** Set where the error has its own message, so that a form can show it in the reader's language. */
  code?: ErrorCode | FieldErrorCode
  /** The value of `{{limit}}` in that message. */
  limit?: number
}
/** The plain shape of a refusal: what loaders and actions hand to a page. */
export interface ProblemData {
  status: number
  /** `SAID`: the page has written the message itself. */
  code: ErrorCode | 'OFFLINE' | 'UNKNOWN' | 'UPDATE_FAILED' | 'SAID'
  message: string
  errors: FieldError[]
  requestId: string | null
  details: Record<string, unknown>
}

/** A refusal of the API (RFC 9457), thrown by every call that was not a 2xx. */
export class ApiProblem extends Error {
  /** By shape: the one that server.ts throws and the one that the built pages know are two copies of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'ApiProblem'
  }

  readonly status: number
  readonly code: ProblemData['code']
  readonly errors: FieldError[]
  readonly requestId: string | null
  readonly details: Record<string, unknown>
  // The shape of the router's own `data(…, {status})`: thrown in a loader, a refusal reaches the error page whole,
  // with its status, where any other Error would arrive as "Unexpected Server Error".
  readonly type = 'DataWithResponseInit'
  readonly data: ProblemData
  readonly init: { status: number }

  constructor(data: ProblemData) {
    super(data.message)
    this.name = 'ApiProblem'
    this.status = data.status
    this.code = data.code
    this.errors = data.errors
    this.requestId = data.requestId
    this.details = data.details
    this.data = data
    this.init = { status: data.status || 503 }
  }
}

const known = new Set(['type', 'title', 'status', 'code', 'message', 'errors', 'requestId', 'instance', 'detail'])

/** Reads the body of an error response, whatever its shape: a proxy may have answered instead of our server. */
export function problemFrom(status: number, body: unknown, requestId: string | null): ApiProblem {
  const problem = (typeof body === 'object' && body !== null ? body : {}) as Partial<Problem>
  return new ApiProblem({
    status,
    code: problem.code ?? 'UNKNOWN',
    message: problem.message ?? 'Something went wrong, please try again later',
    errors: problem.errors ?? [],
    requestId: problem.requestId ?? requestId,
    details: Object.fromEntries(Object.entries(problem).filter(([name]) => !known.has(name))),
  })
}

export const offline = (): ApiProblem =>
  new ApiProblem({
    status: 0,
    code: 'OFFLINE',
    message: 'No answer came. Check your connection and try again.',
    errors: [],
    requestId: null,
    details: {},
  })

/** Refusals that speak of one field without naming it. */
const fieldOf: { [Code in ErrorCode]?: string } = {
  EMAIL_TAKEN: 'email',
  USERNAME_TAKEN: 'username',
  USERNAME_LOOKS_ALIKE: 'username',
  USERNAME_RESERVED: 'username',
  NAME_MISLEADING: 'name',
  USERNAME_CHANGED_RECENTLY: 'username',
  PASSWORD_TOO_SHORT: 'password',
  PASSWORD_BREACHED: 'password',
  PASSWORD_IS_NAME: 'password',
  TOO_YOUNG: 'dateOfBirth',
}

/** Turns anything caught into a refusal, so that a page always has something to say, at the field it is about. */
export function asProblem(error: unknown, fields: { [Code in ErrorCode]?: string } = {}): ProblemData {
  if (!(error instanceof ApiProblem)) return problemFrom(500, undefined, null).data
  const { code, message } = error
  const path = code in fields ? fields[code as ErrorCode] : fieldOf[code as ErrorCode]
  if (!path || error.errors.length > 0) return error.data
  return { ...error.data, errors: [{ path, message, code: code as ErrorCode }] }
}

/** The same for changes to a profile or a password: where the server has no specific message, these forms use their own. */
export function asUpdateProblem(error: unknown, fields?: Parameters<typeof asProblem>[1]): ProblemData {
  return asLoadProblem(asProblem(error, fields))
}
/** The same for conversations and messages that could not be loaded. */
// spec: error.loading
export const asLoadProblem = (problem: ProblemData): ProblemData =>
  updateFailures.has(problem.code) ? { ...problem, code: 'UPDATE_FAILED' } : problem
const updateFailures = new Set<ProblemData['code']>(['INTERNAL', 'UNKNOWN', 'OFFLINE'])
