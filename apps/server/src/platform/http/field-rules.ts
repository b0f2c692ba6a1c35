import { type FieldErrorCode, fieldErrors } from '@fanlight/contract/field-errors'
import type { z } from 'zod'
import { broken, type FieldRefusal } from '../refusal.ts'

// Converts schema validation errors to rule codes that clients have messages for.

type Issue = z.core.$ZodIssue

/** One issue, at each field it is about: a field too many is named itself, not what holds it. */
export function fieldsOf(issue: Issue): FieldRefusal[] {
  const [code, limit] = ruleOf(issue)
  const keys = issue.code === 'unrecognized_keys' ? (issue.keys ?? []).slice(0, 10) : []
  const paths = keys.length > 0 ? keys.map((key) => [...issue.path, key]) : [issue.path]
  return paths.map((at) => {
    const field = broken(at.join('.').slice(0, 200), code, limit)
    // A wrong shape is a program's mistake: its programmer reads which.
    return isShape(issue) ? { ...field, detail: issue.message } : field
  })
}

/** Whether a program sent the wrong thing, rather than a person. */
export const isShape = (issue: Issue): boolean => shapes.has(issue.code)
const shapes = new Set([
  'invalid_type',
  'unrecognized_keys',
  'invalid_union',
  'invalid_value',
  'invalid_key',
  'invalid_element',
])

const codes = new Map<string, FieldErrorCode>(
  Object.entries(fieldErrors).map(([code, text]) => [text, code as FieldErrorCode]),
)

/** The rule's code, and the limit that its message contains. */
function ruleOf(issue: Issue): [FieldErrorCode, number?] {
  const own = codes.get(issue.message)
  if (own) return [own]
  switch (issue.code) {
    case 'invalid_type':
      return [issue.message.endsWith('received undefined') ? 'MISSING' : 'WRONG']
    case 'invalid_value':
      return [issue.values.length === 1 && issue.values[0] === true ? 'NOT_TICKED' : 'NOT_OFFERED']
    case 'invalid_format':
      return [formats[issue.format] ?? 'WRONG']
    case 'too_small':
      return Number(issue.minimum) === 1 && issue.origin === 'string'
        ? ['MISSING']
        : [(issue.inclusive === false ? above : least)[issue.origin] ?? 'WRONG', Number(issue.minimum)]
    case 'too_big':
      return [most[issue.origin] ?? 'WRONG', Number(issue.maximum)]
    default:
      return ['WRONG']
  }
}
const formats: Partial<Record<string, FieldErrorCode>> = {
  email: 'EMAIL_SHAPE',
  url: 'LINK_SHAPE',
  date: 'DATE_SHAPE',
  datetime: 'DATE_SHAPE',
}
const least: Partial<Record<string, FieldErrorCode>> = { string: 'TOO_SHORT', number: 'TOO_SMALL', array: 'TOO_FEW' }
const above: typeof least = { number: 'NOT_ABOVE' }
const most: typeof least = { string: 'TOO_LONG', number: 'TOO_BIG', array: 'TOO_MANY' }
