import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refuseField, refuseIf } from '../refusal.ts'

const fieldsMax = 40
const fieldBytesMax = 64 * 1024

/** A text field of a form. Its reader puts U+FFFD where the bytes are no UTF-8; otherwise it has no place in what people write. */
export function formField(value: unknown): string {
  const text = String(value)
  refuseIf(text.includes('\ufffd'), 'MALFORMED_BODY')
  return text
}

/** The fields of a multipart form as JSON would carry them. */
export async function readFormFields(request: FastifyRequest, body: z.ZodType): Promise<Record<string, unknown>> {
  const fields: FormField[] = []
  const parts = request.parts({
    limits: { files: 1, fields: fieldsMax, fieldSize: fieldBytesMax, parts: fieldsMax + 1 },
  })
  for await (const part of parts) {
    if (part.type === 'file') {
      part.file.resume()
      refuseField('INVALID_INPUT', part.fieldname.slice(0, 100), 'FILE_UNEXPECTED')
    }
    fields.push([part.fieldname, formField(part.value)])
  }
  return jsonOf(fields, body)
}

export type FormField = readonly [name: string, text: string]

/** Fields of a form as JSON would carry them: a form has only text, so the schema says what each is. */
export function jsonOf(fields: readonly FormField[], body: z.ZodType | undefined): Record<string, unknown> {
  const shape = body instanceof z.ZodObject ? body.shape : {}
  const texts = new Map<string, string[]>()
  for (const [name, text] of fields) texts.set(name, [...(texts.get(name) ?? []), text])
  return Object.fromEntries(
    [...texts].map(([name, all]) => [name, valueOf(name, all, Object.hasOwn(shape, name) ? shape[name] : undefined)]),
  )
}

/** Booleans as true or false, numbers as their digits, objects and lists of them as JSON, other lists as a repeated field or separated by commas; empty is null where null may be. */
function valueOf(name: string, texts: readonly string[], declared: unknown): unknown {
  const text = texts.at(-1)!
  let [field, isNullable] = [declared, false]
  while (field instanceof z.ZodOptional || field instanceof z.ZodDefault || field instanceof z.ZodNullable) {
    isNullable ||= field instanceof z.ZodNullable
    field = field.unwrap()
  }
  if (isNullable && text === '') return null
  if (field instanceof z.ZodBoolean) return text === 'true' || text === 'false' ? text === 'true' : text
  if (isNumber(field, text)) return Number(text)
  if (field instanceof z.ZodObject) return parsed(name, text)
  // A list of objects is one JSON text.
  if (field instanceof z.ZodArray && field.element instanceof z.ZodObject) return text === '' ? [] : parsed(name, text)
  if (field instanceof z.ZodArray)
    return (texts.length > 1 ? texts : text.split(',')).map((entry) => entry.trim()).filter((entry) => entry !== '')
  return text
}

/** Where the schema takes a number and no text. Digits that a float would bend are left as they are, and refused. */
const isNumber = (field: unknown, text: string): boolean =>
  field instanceof z.ZodType &&
  /^-?\d{1,15}(\.\d{1,2})?$/.test(text) &&
  !field.safeParse(text).success &&
  field.safeParse(Number(text)).success

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return refuseField('INVALID_INPUT', name, 'UNREADABLE')
  }
}
