import { randomBytes } from 'node:crypto'
import { type CropArea, type FileKind, uploadBytesMax, type uploadedFile } from '@fanlight/contract/media'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { type FormField, formField, jsonOf } from '../../../platform/http/form-fields.ts'
import { keyOf, parseFields } from '../../../platform/http/http.ts'
import { newId } from '../../../platform/ids.ts'
import { once } from '../../../platform/once.ts'
import { refuse, refuseField, refuseIf } from '../../../platform/refusal.ts'
import { type Stored, storageOf, TooManyBytes } from '../../../platform/files/storage.ts'
import { idOf } from '../../../platform/viewer.ts'
import { isPixelLimit } from '../processing/pixels.ts'
import { sniff } from './sniff.ts'
import { requireRoom } from './storage-limit.ts'
import * as store from '../store.ts'
import { isContent } from '../vault/vault-files.ts'
import { processFileJob } from '../jobs.ts'

export interface UploadRule {
  /** The form field that carries the file. */
  fieldName: string
  /** What it is for: `feed-photo`, `avatar`, `comment` … */
  purpose: string
  kind: FileKind
  /** What else may come in this field: taken where the file is not of `kind`. */
  or?: Pick<UploadRule, 'purpose' | 'kind'>
  bytesMax?: number
  /** Reads the form's text fields before the file is stored: which part of an image is meant. */
  cropOf?: (fields: Record<string, unknown>) => CropArea | undefined
  /** Written with the file, in its transaction. */
  alongside?: (tx: Context, fileId: string, fields: Record<string, unknown>) => Promise<void>
}
export interface Upload {
  file: z.infer<typeof uploadedFile>
  /** The other fields of the same form, for parseFields. */
  fields: Record<string, unknown>
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
  const { files, fields } = await receiveFiles(ctx, request, [rule])
  return { ...(files[rule.fieldName] && { file: files[rule.fieldName] }), fields }
}

/** What was received, by the form field of each file; and what `save` returned. */
export interface ReceivedFiles<Saved> {
  files: Record<string, Upload['file']>
  fields: Upload['fields']
  saved: Saved
}
/** Writes what belongs to the files, in the transaction that stores them: if it is refused, nothing is stored. */
type SaveWith<Saved> = (tx: Context, ids: Record<string, string>, fields: Upload['fields']) => Promise<Saved>

/** Receives several named files of one form, each of which may be missing: all that are sent, or none. */
export async function receiveFiles<Saved = undefined>(
  ctx: Context,
  request: FastifyRequest,
  rules: readonly UploadRule[],
  save?: SaveWith<Saved>,
): Promise<ReceivedFiles<Saved>> {
  const repeatable = repeatableOf(request)
  const ownerId = idOf(request.viewer)
  if (ownerId === null) refuse('NOT_SIGNED_IN')
  refuseIf(!request.isMultipart(), 'UNSUPPORTED_CONTENT_TYPE')
  const { received, fields } = await readForm(ctx, request, rules)
  try {
    const prepared = await Promise.all(received.map((file) => inspected(ctx, file, fields)))
    return { ...(await storeFiles(ctx, ownerId, prepared, { fields, repeatable, save })), fields }
  } catch (error) {
    await removeAll(ctx, received)
    throw error
  }
}

interface ReceivedFile {
  rule: UploadRule
  key: string
  name: string
  stored: Stored
}
const removeAll = (ctx: Context, received: readonly ReceivedFile[]) =>
  Promise.all(received.map(({ key }) => storageOf(ctx.config).remove(key)))
const limitOf = ({ bytesMax, kind, or }: UploadRule): number =>
  bytesMax ?? Math.max(uploadBytesMax[kind], or ? uploadBytesMax[or.kind] : 0)

async function readForm(
  ctx: Context,
  request: FastifyRequest,
  rules: readonly UploadRule[],
): Promise<{ received: ReceivedFile[]; fields: Upload['fields'] }> {
  const limits = rules.map(limitOf)
  const bytesMax = limits.reduce((sum, limit) => sum + limit, 0)
  if (Number(request.headers['content-length'] ?? 0) > bytesMax + fieldsMax * fieldBytesMax)
    refuseField('TOO_LARGE', rules[0]!.fieldName, undefined, { bytesMax: limits[0] })
  const texts: FormField[] = []
  const received: ReceivedFile[] = []
  try {
    for await (const part of request.parts({
      limits: {
        fileSize: Math.max(...limits) + 1,
        files: rules.length + 1,
        fields: fieldsMax,
        fieldSize: fieldBytesMax,
        parts: fieldsMax + rules.length + 1,
      },
    })) {
      if (part.type === 'field') {
        texts.push([part.fieldname, formField(part.value)])
        continue
      }
      const rule = rules.find(({ fieldName }) => fieldName === part.fieldname)
      if (!rule || received.some((file) => file.rule === rule))
        refuseField('INVALID_INPUT', part.fieldname.slice(0, 100), 'FILE_UNEXPECTED')
      const key = originalKey()
      const stored = await storageOf(ctx.config)
        .put(key, part.file, { bytesMax: limitOf(rule) })
        .catch((error: unknown) => refuseUpload(ctx, error, rule.fieldName, limitOf(rule)))
      received.push({ rule, key, name: part.filename ?? '', stored })
    }
    const body = request.routeOptions.config.endpoint?.body
    const fields = jsonOf(texts, body)
    if (body) parseFields(body, fields)
    return { received, fields }
  } catch (error) {
    await removeAll(ctx, received)
    // The rest of the body is read and dropped, so that the sender gets to read the answer.
    request.raw.unpipe()
    request.raw.resume()
    // The parser of forms throws plain errors about bodies that are cut short or spelled wrongly.
    if (error instanceof Error && error.constructor === Error && !('code' in error)) refuse('MALFORMED_BODY')
    throw error
  }
}

interface InspectedFile extends ReceivedFile {
  id: string
  mime: string
  crop: CropArea | null
}
async function inspected(
  ctx: Context,
  { rule: asked, key, name, stored }: ReceivedFile,
  fields: Upload['fields'],
): Promise<InspectedFile> {
  const rule = await ruleFor(asked, stored.head)
  const crop = rule.cropOf?.(fields) ?? null
  if (stored.bytes === 0) refuseField('FILE_EMPTY', rule.fieldName)
  if (stored.bytes > limitOf(rule)) refuseField('TOO_LARGE', rule.fieldName, undefined, { bytesMax: limitOf(rule) })
  const mime = await mimeOf(rule.kind, stored.head, rule.fieldName)
  return { rule, key, name, stored, id: newId(ctx.clock.now().getTime()), mime, crop }
}

/** The rule for the kind that the file is of. */
async function ruleFor(rule: UploadRule, head: Buffer): Promise<UploadRule> {
  if (!rule.or || (await sniff(rule.kind, head)) || !(await sniff(rule.or.kind, head))) return rule
  const { or, ...rest } = rule
  return { ...rest, ...or }
}

/** The type of a file by its first bytes, if it is one that this kind of upload takes. */
export async function mimeOf(kind: FileKind, head: Buffer, fieldName: string): Promise<string> {
  const input = await sniff(kind, head)
  if (!input) refuseField('UNSUPPORTED_MEDIA', fieldName)
  // An image that is sold as it is, is never decoded.
  if (kind !== 'digital' && isPixelLimit(input.mime, head)) refuseField('FILE_TOO_MANY_PIXELS', fieldName)
  return input.mime
}

interface Storing<Saved> {
  fields: Upload['fields']
  repeatable: { route: string; key: string } | undefined
  save: SaveWith<Saved> | undefined
}
async function storeFiles<Saved>(
  ctx: Context,
  ownerId: string,
  received: readonly InspectedFile[],
  { fields, repeatable, save }: Storing<Saved>,
): Promise<Omit<ReceivedFiles<Saved>, 'fields'>> {
  const storeAll = async (tx: Context) => {
    const content = received.filter(({ rule }) => isContent(rule.purpose))
    if (content.length > 0)
      await requireRoom(
        tx,
        ownerId,
        content.reduce((sum, { stored }) => sum + stored.bytes, 0),
      )
    const files: Record<string, Upload['file']> = {}
    for (const file of received) files[file.rule.fieldName] = await insert(tx, ownerId, file, fields)
    const ids = Object.fromEntries(received.map(({ rule, id }) => [rule.fieldName, id]))
    return { files, saved: (await save?.(tx, ids, fields)) as Saved }
  }
  if (!repeatable) return ctx.transaction(storeAll)
  const sent = {
    fields,
    files: received.map(({ rule, name, stored }) => [rule.fieldName, name, stored.sha256.toString('hex')]),
  }
  const first = await once(ctx, ownerId, repeatable.route, repeatable.key, sent, storeAll)
  // The files of the first request with this key are the reply; what this one sent is not stored twice.
  await removeAll(
    ctx,
    received.filter(({ rule, id }) => first.files[rule.fieldName]?._id !== id),
  )
  return first
}

async function insert(
  tx: Context,
  ownerId: string,
  file: InspectedFile,
  fields: Upload['fields'],
): Promise<Upload['file']> {
  const { rule, id, key, name, stored, mime, crop } = file
  const { kind, purpose } = rule
  await recordFile(tx, {
    id,
    ownerId,
    kind,
    purpose,
    name: plainName(name),
    mime,
    stored,
    key,
    crop,
    isRetained: false,
  })
  await rule.alongside?.(tx, id, fields)
  return { _id: id, kind: rule.kind, type: rule.purpose, status: 'uploaded', progress: 0, mime, bytes: stored.bytes }
}

interface RecordedFile extends ProcessedFile {
  name: string
  mime: string
  stored: Stored
  key: string
  crop: CropArea | null
  isRetained: boolean
}
/** Writes a file whose bytes are stored, and enqueues its processing. */
export async function recordFile(tx: Context, { stored, ...file }: RecordedFile): Promise<void> {
  await store.insertFile(tx, { ...file, bytes: stored.bytes, sha256: stored.sha256 })
  await enqueueProcessing(tx, file)
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

export interface ProcessedFile {
  id: string
  kind: FileKind
  purpose: string
  ownerId: string
}
export const enqueueProcessing = (tx: Context, { id, kind, purpose, ownerId }: ProcessedFile) =>
  processFileJob.enqueue(
    tx,
    { fileId: id },
    {
      queue: longKinds.includes(kind) ? lanes.long : lanes.quick,
      key: `media:${id}`,
      owner: ownerId,
      first: firstPurposes.has(purpose),
    },
  )

export const originalKey = (): string => {
  const name = randomBytes(20).toString('hex')
  return `originals/${name.slice(0, 2)}/${name}`
}

export const plainName = (name: string) =>
  name
    .replace(/^.*[/\\]/s, '')
    .replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '')
    .slice(-200)

export function refuseUpload(ctx: Context, error: unknown, fieldName: string, bytesMax: number): never {
  if (error instanceof TooManyBytes) refuseField('TOO_LARGE', fieldName, undefined, { bytesMax })
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  // A full disk is ours to mend: the sender may come back.
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    ctx.log.error({ err: error }, 'the disk is full: uploads are refused')
    refuse('OVERLOADED')
  }
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'FST_PREMATURE_CLOSE')
    refuse('MALFORMED_BODY')
  throw error
}
