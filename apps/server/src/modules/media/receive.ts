import { randomBytes } from 'node:crypto'
import { type CropArea, type FileKind, uploadBytesMax, type uploadedFile } from '@fanlight/contract/media'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { formField } from '../../platform/form-fields.ts'
import { keyOf, parseFields } from '../../platform/http.ts'
import { newId } from '../../platform/ids.ts'
import { once } from '../../platform/once.ts'
import { enqueue } from '../../platform/queue.ts'
import { refuse, refuseField, refuseIf } from '../../platform/refusal.ts'
import { type Stored, storageOf, TooManyBytes } from '../../platform/storage.ts'
import { idOf } from '../../platform/viewer.ts'
import { isPixelLimit } from './pixels.ts'
import { sniff } from './sniff.ts'
import * as store from './store.ts'

export interface UploadRule {
  /** The form field that carries the file. */
  fieldName: string
  /** What it is for: `feed-photo`, `avatar`, `comment` … */
  purpose: string
  kind: FileKind
  bytesMax?: number
  /** Reads the form's text fields before the file is stored: which part of an image is meant. */
  cropOf?: (fields: Record<string, string>) => CropArea | undefined
  /** Written with the file, in its transaction. */
  alongside?: (tx: Context, fileId: string) => Promise<void>
}
export interface Upload {
  file: z.infer<typeof uploadedFile>
  /** Text fields of the same form that came before the file, for parseFields. */
  fields: Record<string, string>
}

const fieldsMax = 40
const fieldBytesMax = 64 * 1024

/** Receives one file of a form: completely or not at all. It is inspected, stored, and queued for processing in one transaction. */
export async function receiveUpload(ctx: Context, request: FastifyRequest, rule: UploadRule): Promise<Upload> {
  const received = await receiveForm(ctx, request, rule)
  if (!received.file) refuseField('INVALID_INPUT', rule.fieldName)
  return { file: received.file, fields: received.fields }
}

/** The same for forms whose file may be missing. */
export async function receiveForm(
  ctx: Context,
  request: FastifyRequest,
  rule: UploadRule,
): Promise<{ file?: Upload['file']; fields: Upload['fields'] }> {
  const repeatable = repeatableOf(request)
  const ownerId = idOf(request.viewer)
  if (ownerId === null) refuse('NOT_SIGNED_IN')
  refuseIf(!request.isMultipart(), 'UNSUPPORTED_CONTENT_TYPE')
  const bytesMax = rule.bytesMax ?? uploadBytesMax[rule.kind]
  if (Number(request.headers['content-length'] ?? 0) > bytesMax + fieldsMax * fieldBytesMax)
    refuseField('TOO_LARGE', rule.fieldName, undefined, { bytesMax })

  const fields: Record<string, string> = {}
  let received: { key: string; name: string; stored: Stored } | undefined
  const storage = storageOf(ctx.config)
  try {
    for await (const part of request.parts({
      limits: { fileSize: bytesMax + 1, files: 2, fields: fieldsMax, fieldSize: fieldBytesMax, parts: fieldsMax + 2 },
    })) {
      if (part.type === 'field') {
        fields[part.fieldname] = formField(part.value)
        continue
      }
      if (part.fieldname !== rule.fieldName || received)
        refuseField('INVALID_INPUT', part.fieldname.slice(0, 100), 'FILE_UNEXPECTED')
      const key = originalKey()
      const stored = await storage
        .put(key, part.file, { bytesMax })
        .catch((error: unknown) => refuseUpload(error, rule.fieldName, bytesMax))
      received = { key, name: part.filename ?? '', stored }
    }
    validateFields(request, fields)
  } catch (error) {
    if (received) await storage.remove(received.key)
    // The rest of the body is read and dropped, so that the sender gets to read the answer.
    request.raw.unpipe()
    request.raw.resume()
    // The parser of forms throws plain errors about bodies that are cut short or spelled wrongly.
    if (error instanceof Error && error.constructor === Error && !('code' in error)) refuse('MALFORMED_BODY')
    throw error
  }
  if (!received) return { fields }
  const file = await storeFile(ctx, ownerId, rule, received, fields, repeatable).catch(async (error: unknown) => {
    await storage.remove(received.key)
    throw error
  })
  return { file, fields }
}

/** The text fields against the body that the contract declares. */
function validateFields(request: FastifyRequest, fields: Record<string, string>): void {
  const body = request.routeOptions.config.endpoint?.body
  if (body) parseFields(body, fields)
}

async function storeFile(
  ctx: Context,
  ownerId: string,
  rule: UploadRule,
  { key, name, stored }: { key: string; name: string; stored: Stored },
  fields: Record<string, string>,
  repeatable: { route: string; key: string } | undefined,
): Promise<Upload['file']> {
  const crop = rule.cropOf?.(fields) ?? null
  if (stored.bytes === 0) refuseField('FILE_EMPTY', rule.fieldName)
  const input = await sniff(rule.kind, stored.head)
  if (!input) refuseField('UNSUPPORTED_MEDIA', rule.fieldName)
  // An image that is sold as it is, is never decoded.
  if (rule.kind !== 'digital' && isPixelLimit(input.mime, stored.head))
    refuseField('FILE_TOO_MANY_PIXELS', rule.fieldName)
  const id = newId(ctx.clock.now().getTime())
  const insert = async (tx: Context): Promise<Upload['file']> => {
    await store.insertFile(tx, {
      id,
      ownerId,
      kind: rule.kind,
      purpose: rule.purpose,
      name: plainName(name),
      mime: input.mime,
      bytes: stored.bytes,
      sha256: stored.sha256,
      key,
      crop,
    })
    await enqueueProcessing(tx, { id, kind: rule.kind, purpose: rule.purpose, ownerId })
    await rule.alongside?.(tx, id)
    return {
      _id: id,
      kind: rule.kind,
      type: rule.purpose,
      status: 'uploaded',
      progress: 0,
      mime: input.mime,
      bytes: stored.bytes,
    }
  }
  if (!repeatable) return ctx.transaction(insert)
  const sent = { fields, name, sha256: stored.sha256.toString('hex') }
  const file = await once(ctx, ownerId, repeatable.route, repeatable.key, sent, insert)
  // The file of the first request with this key is the reply; what this one sent is not stored twice.
  if (file._id !== id) await storageOf(ctx.config).remove(key)
  return file
}

/** Of a call that stores the key of an upload: the key that was sent. */
function repeatableOf(request: FastifyRequest): { route: string; key: string } | undefined {
  const { endpoint } = request.routeOptions.config
  const key = endpoint?.idempotent === 'upload' ? keyOf(request) : undefined
  return endpoint && key !== undefined ? { route: endpoint.route, key } : undefined
}

/** Each has its own queue: short jobs do not wait for long ones, nor a new video for the higher qualities of an older one. */
export const lanes = { quick: 'media', long: 'media-long', higherQualities: 'media-higher' } as const
const longKinds: readonly FileKind[] = ['video', 'teaser', 'audio']
/** Images that people wait for in a conversation or beside their name. */
const firstPurposes = new Set(['avatar', 'comment'])

interface ProcessedFile {
  id: string
  kind: FileKind
  purpose: string
  ownerId: string
}
export const enqueueProcessing = (tx: Context, { id, kind, purpose, ownerId }: ProcessedFile) =>
  enqueue(
    tx,
    'media.process',
    { fileId: id },
    {
      queue: longKinds.includes(kind) ? lanes.long : lanes.quick,
      key: `media:${id}`,
      attemptsMax: 25,
      owner: ownerId,
      first: firstPurposes.has(purpose),
    },
  )

export const originalKey = (): string => {
  const name = randomBytes(20).toString('hex')
  return `originals/${name.slice(0, 2)}/${name}`
}

const plainName = (name: string) =>
  name
    .replace(/^.*[/\\]/s, '')
    .replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '')
    .slice(-200)

function refuseUpload(error: unknown, fieldName: string, bytesMax: number): never {
  if (error instanceof TooManyBytes) refuseField('TOO_LARGE', fieldName, undefined, { bytesMax })
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  // A full disk is ours to mend: the sender may come back.
  if (code === 'ENOSPC' || code === 'EDQUOT') refuse('OVERLOADED')
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'FST_PREMATURE_CLOSE')
    refuse('MALFORMED_BODY')
  throw error
}
