import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { keyOf, parseFields } from '../../../platform/http/http.ts'
import { once } from '../../../platform/once.ts'
import { assert } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { receiveFiles, type UploadRule } from '../../media/intake/receive.ts'

/** The files that a form may carry beside the fields of a call. */
export interface FormFiles {
  rules: readonly UploadRule[]
  /** The fields that name them, made of their ids by form field and of the fields that were sent. */
  fieldsOf: (ids: Record<string, string>, fields: Record<string, unknown>) => Record<string, unknown>
}

/** Saves from JSON, or from a form with files: then files and item are stored in one transaction. A repeated key saves once. */
export async function saveFrom<Body extends z.ZodType>(
  ctx: Context,
  request: FastifyRequest,
  performer: SignedIn,
  { body, form }: { body: Body; form: FormFiles },
  save: (tx: Context, input: z.output<Body>) => Promise<string>,
): Promise<string> {
  if (request.isMultipart()) {
    const { saved } = await receiveFiles(ctx, request, form.rules, (tx, ids, fields) =>
      save(tx, parseFields(body, { ...fields, ...form.fieldsOf(ids, fields) })),
    )
    return saved
  }
  const input = parseFields(body, request.body)
  const key = keyOf(request)
  const { endpoint } = request.routeOptions.config
  assert(endpoint, 'a route of the contract')
  return key === undefined
    ? save(ctx, input)
    : once(ctx, performer.id, endpoint.route, key, { params: request.params, input }, (tx) => save(tx, input))
}
