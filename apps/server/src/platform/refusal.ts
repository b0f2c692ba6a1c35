import { type ErrorCode, errors, statusOf } from '@fanlight/contract/errors'
import { type FieldErrorCode, fieldErrors } from '@fanlight/contract/field-errors'

/** One field of a form. With `code` the words are the code's, and screens translate them. */
export interface FieldRefusal {
  path: string
  message: string
  code?: ErrorCode | FieldErrorCode
  /** What `{{limit}}` is in the words of the code. */
  limit?: number
}

/** An expected no. Thrown anywhere, it leaves the server as an RFC 9457 problem with the code's status. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly detail: Record<string, unknown>
  readonly fields: FieldRefusal[] | undefined
  constructor(code: ErrorCode, detail: Record<string, unknown> = {}, fields?: FieldRefusal[]) {
    super(errors[code][1])
    this.code = code
    this.detail = detail
    this.fields = fields
  }
  get status(): number {
    return statusOf(this.code)
  }
}

export function refuse(code: ErrorCode, detail?: Record<string, unknown>): never {
  throw new Refusal(code, detail)
}

export function refuseIf(
  condition: boolean,
  code: ErrorCode,
  detail?: Record<string, unknown>,
): asserts condition is false {
  if (condition) throw new Refusal(code, detail)
}

/** Refuses one field of a form: the screen says it under that field, in the words of the rule or else of the code. */
export function refuseField(
  code: Exclude<ErrorCode, 'RULE_BROKEN'>,
  path: string,
  rule?: FieldErrorCode,
  detail: Record<string, unknown> = {},
): never {
  const message = rule === undefined ? errors[code][1] : fieldErrors[rule]
  throw new Refusal(code, detail, [{ path, message, code: rule ?? code }])
}

/** The same where the field breaks a rule. */
export function refuseRule(path: string, code: FieldErrorCode, limit?: number): never {
  throw new Refusal('RULE_BROKEN', {}, [broken(path, code, limit)])
}

/** What a field refuses, with its limit in the words. */
export const broken = (path: string, code: FieldErrorCode, limit?: number): FieldRefusal => ({
  path,
  message: limit === undefined ? fieldErrors[code] : fieldErrors[code].replace('{{limit}}', String(limit)),
  code,
  ...(limit !== undefined && { limit }),
})

/** What must hold; a broken one is a bug and becomes a 500. */
export function assert(condition: unknown, what: string): asserts condition {
  if (!condition) throw new Error(`Assertion failed: ${what}`)
}
