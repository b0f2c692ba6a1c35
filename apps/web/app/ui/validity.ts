import type { FieldErrorCode } from '@fanlight/contract/field-errors'
import type { FieldError } from '../api/problem.ts'

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The browser's validation error of a control, with the server's message: the browser's own may be in another language. */
export function errorOf(control: Control): FieldError {
  const { name, validity, validationMessage } = control
  const said = (code: FieldErrorCode | 'TOO_YOUNG', limit?: number): FieldError => ({
    path: name,
    code,
    message: validationMessage,
    ...(limit === undefined ? {} : { limit }),
  })
  const { type, minLength, maxLength, min, max } = control as HTMLInputElement
  const isDate = type.startsWith('date')
  if (validity.valueMissing || (validity.badInput && isDate)) return said(missing[type] ?? 'MISSING')
  if (validity.badInput) return said('AMOUNT_SHAPE')
  if (validity.typeMismatch) return said(type === 'email' ? 'EMAIL_SHAPE' : 'LINK_SHAPE')
  if (validity.patternMismatch) return said(shapes[name] ?? 'WRONG')
  if (validity.tooShort) return said('TOO_SHORT', minLength)
  if (validity.tooLong) return said('TOO_LONG', maxLength)
  if (validity.rangeOverflow && birthDates.has(name)) return said('TOO_YOUNG')
  if (isDate) return said(type === 'datetime-local' && validity.rangeUnderflow ? 'TIME_PAST' : 'DATE_WRONG')
  if (validity.rangeUnderflow) return said('TOO_SMALL', Number(min))
  if (validity.rangeOverflow) return said('TOO_BIG', Number(max))
  return said('WRONG')
}

/** Fields whose latest date is the youngest age. */
const birthDates: ReadonlySet<string> = new Set(['dateOfBirth', 'birthDate'])

const missing: Readonly<Record<string, FieldErrorCode>> = {
  checkbox: 'NOT_TICKED',
  radio: 'NOT_OFFERED',
  'select-one': 'NOT_OFFERED',
  file: 'FILE_MISSING',
  date: 'DATE_SHAPE',
  'datetime-local': 'DATE_SHAPE',
}
const shapes: Readonly<Record<string, FieldErrorCode>> = {
  username: 'USERNAME_SHAPE',
  code: 'SIX_DIGITS',
  priceFrom: 'AMOUNT_SHAPE',
  priceTo: 'AMOUNT_SHAPE',
}
