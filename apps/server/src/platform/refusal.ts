import { type ErrorCode, errors, statusOf } from '@fanlight/contract/errors'
import type { FieldErrorCode } from '@fanlight/contract/field-errors'
import type { ProblemMembers } from '@fanlight/contract/problem-members'

/** An error in one field of a form. The answer adds the text of the code, in the language of its reader. */
export interface FieldRefusal {
  path: string
  code: ErrorCode | FieldErrorCode
  /** The value of `{{limit}}` in that text. */
  limit?: number
  /** For programmers: which value a schema wanted. */
  detail?: string
}

/** An expected no. Thrown anywhere, it leaves the server as an RFC 9457 problem with the code's status. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly detail: ProblemMembers
  readonly fields: FieldRefusal[] | undefined
  /** Where waiting helps: how long. HTTP says it in Retry-After. */
  readonly retryAfterSeconds: number | undefined
  constructor(code: ErrorCode, detail: ProblemMembers = {}, fields?: FieldRefusal[], retryAfterSeconds?: number) {
    super(errors[code][1])
    this.code = code
    this.detail = detail
    this.fields = fields
    this.retryAfterSeconds = retryAfterSeconds
  }
  get status(): number {
    return statusOf(this.code)
  }
}

export function refuse(code: ErrorCode, detail?: ProblemMembers): never {
  throw new Refusal(code, detail)
}

export function refuseIf(condition: boolean, code: ErrorCode, detail?: ProblemMembers): asserts condition is false {
  if (condition) throw new Refusal(code, detail)
}

/** Rejects one field of a form: the client shows the text under that field, that of the rule or else of the code. */
export function refuseField(
  code: Exclude<ErrorCode, 'RULE_BROKEN'>,
  path: string,
  rule?: FieldErrorCode,
  detail: ProblemMembers = {},
): never {
  throw new Refusal(code, detail, [{ path, code: rule ?? code }])
}

/** The same where the field breaks a rule. */
export function refuseRule(path: string, code: FieldErrorCode, limit?: number): never {
  throw new Refusal('RULE_BROKEN', {}, [broken(path, code, limit)])
}

/** The error for a field that breaks a rule. */
export const broken = (path: string, code: FieldErrorCode, limit?: number): FieldRefusal => ({
  path,
  code,
  ...(limit !== undefined && { limit }),
})

/** A condition that is always true; a false one is a bug and becomes a 500. */
export function assert(condition: unknown, what: string): asserts condition {
  if (!condition) throw new Error(`Assertion failed: ${what}`)
}
