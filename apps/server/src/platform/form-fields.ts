import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refuseField, refuseIf } from './refusal.ts'

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
  const fields: [string, unknown][] = []
  const parts = request.parts({
    limits: { files: 1, fields: fieldsMax, fieldSize: fieldBytesMax, parts: fieldsMax + 1 },
  })
  for await (const part of parts) {
    if (part.type === 'file') {
      part.file.resume()
      refuseField('INVALID_INPUT', part.fieldname.slice(0, 100), 'FILE_UNEXPECTED')
    }
    fields.push([part.fieldname, valueOf(part.fieldname, formField(part.value), body)])
  }
  return Object.fromEntries(fields)
}

/** A form has only text: a field that the body declares as true or false is read as that. */
function valueOf(name: string, text: string, body: z.ZodType): unknown {
  let field: unknown = body instanceof z.ZodObject && Object.hasOwn(body.shape, name) ? body.shape[name] : undefined
  while (field instanceof z.ZodOptional || field instanceof z.ZodDefault) field = field.unwrap()
  return field instanceof z.ZodBoolean && (text === 'true' || text === 'false') ? text === 'true' : text
}
