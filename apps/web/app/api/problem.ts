import type { ErrorCode, Problem } from '@fanlight/contract/errors'

export interface FieldError {
  path: string
  message: string
}
/** The plain shape of a refusal: what loaders and actions hand to a page. */
export interface ProblemData {
  status: number
  code: ErrorCode | 'OFFLINE' | 'UNKNOWN'
  message: string
  errors: FieldError[]
  requestId: string | null
  details: Record<string, unknown>
}

/** A refusal of the API (RFC 9457), thrown by every call that was not a 2xx. */
export class ApiProblem extends Error {
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

/** Reads a refusal's body, whatever it is: a proxy in between may have answered in its own words. */
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
  new ApiProblem({ status: 0, code: 'OFFLINE', message: 'You’re offline. Nothing was sent.', errors: [], requestId: null, details: {} })

/** Turns anything caught into a refusal, so that a page always has something to say. */
export function asProblem(error: unknown): ProblemData {
  if (error instanceof ApiProblem) return error.data
  return problemFrom(500, undefined, null).data
}
