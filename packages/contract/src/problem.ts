import { z } from 'zod'
import { type ErrorCode, errors } from './errors.ts'
import { type FieldErrorCode, fieldErrors } from './field-errors.ts'

const codesOf = <const Code extends string>(known: Record<Code, unknown>) => z.enum(Object.keys(known) as Code[])
const errorCode = codesOf<ErrorCode>(errors)

/** RFC 9457 problem, as every refusal leaves the server. Its other fields belong to the refusal, such as `missing` tokens. */
export const problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: errorCode,
  message: z.string(),
  /** Which fields are wrong, and why. */
  errors: z
    .array(
      z.object({
        path: z.string(),
        message: z.string(),
        code: errorCode.or(codesOf<FieldErrorCode>(fieldErrors)),
        limit: z.number().optional(),
        /** For programmers, in English: which value a schema wanted. */
        detail: z.string().optional(),
      }),
    )
    .optional(),
  requestId: z.string(),
})
export type Problem = z.infer<typeof problem>
