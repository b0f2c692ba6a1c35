import { createReadStream, mkdirSync } from 'node:fs'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import type { FileKind } from '@fanlight/contract/media'
import { uploadBytesMax } from '@fanlight/contract/media'
import { unfinishedHours, unfinishedUploadsMax, uploadKinds, uploadMetadata } from '@fanlight/contract/uploads'
import { type Configstore, FileStore } from '@tus/file-store'
import { Metadata, Server, Upload } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { newId } from '../../../platform/ids.ts'
import { Refusal, refuse, refuseField, refuseIf } from '../../../platform/refusal.ts'
import { storageOf } from '../../../platform/files/storage.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { mimeOf, originalKey, plainName, recordFile, refuseUpload } from './receive.ts'
import { requireRoom } from './storage-limit.ts'
import * as store from './upload-store.ts'

// Resumable uploads. The library speaks the protocol and writes the parts to a folder of this machine; the rows of `uploads` say whose
// they are. What is refused is decided here, before and after the library. A file whose last byte has arrived is received as one of a
// form is: inspected, stored, and queued for processing in one transaction, under the id of its upload. Finishing it twice,
// or again after a process was killed in between, stores one file.

/** Answers one request of the protocol. */
export async function createUpload(ctx: Context, viewer: SignedIn, request: FastifyRequest, reply: FastifyReply) {
  const { type, filename, keep } = metadataOf(request)
  const kind = uploadKinds[type]
  const bytes = lengthOf(request, kind)
  const id = newId(ctx.clock.now().getTime())
  await ctx.transaction(async (tx) => {
    // One after the other for each account, so that several at once don't pass the limits together.
    await store.lockUploadsOf(tx, viewer.id)
    refuseIf((await store.countUnfinished(tx, viewer.id)) >= unfinishedUploadsMax, 'TOO_MANY_UPLOADS')
    await requireRoom(tx, viewer.id, bytes)
    const isRetained = keep === 'true'
    await store.insertUpload(tx, {
      id,
      ownerId: viewer.id,
      kind,
      purpose: type,
      name: plainName(filename),
      bytes,
      isRetained,
    })
  })
  try {
    const response = await passOn(ctx, request, { id })
    const offset = Number(response.headers.get('upload-offset') ?? 0)
    if (offset > 0) await afterPart(ctx, (await store.uploadById(ctx, id))!, offset)
    return answer(reply, response)
  } catch (error) {
    // The sender never learnt its address.
    await discard(ctx, id)
    throw error
  }
}

export async function uploadOffset(
  ctx: Context,
  viewer: SignedIn,
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const upload = await ownUpload(ctx, viewer, id)
  if (upload.finishedAt) return answerFinished(reply, upload, 200)
  const response = await passOn(ctx, request)
  // All bytes had arrived when the process that received them was killed.
  if (Number(response.headers.get('upload-offset')) === upload.bytes) await finish(ctx, upload)
  return answer(reply, response)
}

export async function receivePart(
  ctx: Context,
  viewer: SignedIn,
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const upload = await ownUpload(ctx, viewer, id)
  if (upload.finishedAt) {
    refuseIf(request.headers['upload-offset'] !== String(upload.bytes), 'CONFLICT')
    return answerFinished(reply, upload, 204)
  }
  const response = await passOn(ctx, request)
  await afterPart(ctx, upload, Number(response.headers.get('upload-offset')))
  return answer(reply, response)
}

export async function cancelUpload(
  ctx: Context,
  viewer: SignedIn,
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const upload = await ownUpload(ctx, viewer, id)
  refuseIf(upload.finishedAt !== null, 'CONFLICT')
  const response = await passOn(ctx, request)
  await store.deleteUpload(ctx, id)
  return answer(reply, response)
}

/** Another's upload is as good as none. */
async function ownUpload(ctx: Context, viewer: SignedIn, id: string): Promise<store.UploadRow> {
  const upload = await store.uploadById(ctx, id)
  return upload && upload.ownerId === viewer.id ? upload : refuse('NOT_FOUND')
}

function metadataOf(request: FastifyRequest) {
  const header = request.headers['upload-metadata']
  try {
    return uploadMetadata.parse(Metadata.parse(typeof header === 'string' ? header : ''))
  } catch {
    return refuse('INVALID_INPUT', { header: 'Upload-Metadata' })
  }
}

/** The declared length. A file whose length is not known in advance is not taken. */
function lengthOf(request: FastifyRequest, kind: FileKind): number {
  const header = String(request.headers['upload-length'] ?? '')
  refuseIf(!/^\d{1,15}$/.test(header), 'INVALID_INPUT', { header: 'Upload-Length' })
  const bytes = Number(header)
  if (bytes === 0) refuseField('FILE_EMPTY', 'file')
  const bytesMax = uploadBytesMax[kind]
  if (bytes > bytesMax) refuseField('TOO_LARGE', 'file', undefined, { bytesMax })
  return bytes
}

async function afterPart(ctx: Context, upload: store.UploadRow, offset: number): Promise<void> {
  await store.touchUpload(ctx, upload.id)
  if (offset >= upload.bytes) await finish(ctx, upload)
  // What can't be taken is refused after its first part, not after its last.
  else if (!upload.isInspected && offset >= inspectedBytes) await inspectBeginning(ctx, upload)
}

const inspectedBytes = 64 * 1024
async function inspectBeginning(ctx: Context, upload: store.UploadRow): Promise<void> {
  const head = Buffer.alloc(inspectedBytes)
  const file = await open(pathOf(ctx, upload.id), 'r')
  try {
    await file.read(head, 0, inspectedBytes, 0)
  } finally {
    await file.close()
  }
  try {
    await mimeOf(upload.kind, head, 'file')
  } catch (error) {
    if (error instanceof Refusal) await discard(ctx, upload.id)
    throw error
  }
  await store.markInspected(ctx, upload.id)
}

const finishing = new Map<string, Promise<void>>()
/** Stores an upload that is complete as a file. A second call while the first runs waits for it. */
function finish(ctx: Context, upload: store.UploadRow): Promise<void> {
  const running = finishing.get(upload.id)
  if (running) return running
  const work = storeAsFile(ctx, upload).finally(() => finishing.delete(upload.id))
  finishing.set(upload.id, work)
  return work
}

async function storeAsFile(ctx: Context, upload: store.UploadRow): Promise<void> {
  const { id, ownerId, kind, purpose, name, isRetained } = upload
  const storage = storageOf(ctx.config)
  const key = originalKey()
  const bytesMax = uploadBytesMax[kind]
  try {
    // Copied, not moved: whatever still writes to the parts can't change what was inspected.
    const stored = await storage
      .put(key, createReadStream(pathOf(ctx, id)), { bytesMax })
      .catch((error: unknown) => refuseUpload(ctx, error, 'file', bytesMax))
    refuseIf(stored.bytes !== upload.bytes, 'CONFLICT')
    const mime = await mimeOf(kind, stored.head, 'file')
    const isFirst = await ctx.transaction(async (tx) => {
      const now = await store.lockUpload(tx, id)
      if (!now || now.finishedAt) return false
      await recordFile(tx, { id, ownerId, kind, purpose, name, mime, stored, key, crop: null, isRetained })
      await store.finishUpload(tx, id)
      return true
    })
    if (!isFirst) await storage.remove(key)
  } catch (error) {
    await storage.remove(key)
    if (error instanceof Refusal && finalRefusals.has(error.code)) await discard(ctx, id)
    throw error
  }
  await rm(pathOf(ctx, id), { force: true })
}
/** The same bytes would be refused again. */
const finalRefusals: ReadonlySet<string> = new Set([
  'UNSUPPORTED_MEDIA',
  'FILE_TOO_MANY_PIXELS',
  'TOO_LARGE',
  'FILE_EMPTY',
])

async function discard(ctx: Context, id: string): Promise<void> {
  await store.deleteUpload(ctx, id)
  await rm(pathOf(ctx, id), { force: true })
}

/** The library answers in its own words; only its numbers are used. */
async function passOn(ctx: Context, request: FastifyRequest, created?: { id: string }): Promise<Response> {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && !name.startsWith(':')) headers.set(name, value)
  headers.set(idHeader, created?.id ?? '')
  const { method } = request
  const hasBody = method === 'PATCH' || (method === 'POST' && headers.has('content-type'))
  const body = hasBody ? (Readable.toWeb(request.raw) as ReadableStream) : null
  const response = await serverOf(ctx).handleWeb(
    new Request(`http://localhost${request.url}`, { method, headers, body, ...(hasBody && { duplex: 'half' }) }),
  )
  if (response.status < 400) return response
  const reason = (await response.text()).trim()
  const problem = problemOf[response.status]
  if (problem === 'INVALID_INPUT') refuse(problem, { reason })
  // A connection that was lost is the usual case, and no problem of ours; the others are a full disk, or an upload that is locked.
  if (problem === undefined && !request.raw.destroyed)
    ctx.log.warn({ status: response.status, reason }, 'a part was not stored')
  refuse(problem ?? 'OVERLOADED')
}
const problemOf: Partial<Record<number, 'INVALID_INPUT' | 'NOT_FOUND' | 'CONFLICT' | 'TOO_LARGE'>> = {
  400: 'INVALID_INPUT',
  403: 'INVALID_INPUT',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  410: 'NOT_FOUND',
  412: 'INVALID_INPUT',
  413: 'TOO_LARGE',
  501: 'INVALID_INPUT',
}

function answer(reply: FastifyReply, response: Response): FastifyReply {
  for (const name of ['location', 'tus-resumable', 'upload-offset', 'upload-length', 'upload-metadata']) {
    const value = response.headers.get(name)
    if (value !== null) reply.header(name, value)
  }
  return reply.code(response.status).send()
}

/** One that was finished before: its sender had no answer, or asks again. */
const answerFinished = (reply: FastifyReply, { bytes }: store.UploadRow, status: 200 | 204): FastifyReply =>
  reply
    .headers({ 'tus-resumable': '1.0.0', 'upload-offset': bytes, ...(status === 200 && { 'upload-length': bytes }) })
    .code(status)
    .send()

const idHeader = 'x-upload-id'
const servers = new Map<string, Server>()
const folderOf = (ctx: Context): string => join(resolve(ctx.config.dataDir), 'uploads')
const pathOf = (ctx: Context, id: string): string => join(folderOf(ctx), id)

function serverOf(ctx: Context): Server {
  const directory = folderOf(ctx)
  let server = servers.get(directory)
  if (!server) {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    server = new Server({
      path: '/api/uploads',
      relativeLocation: true,
      namingFunction: (request) => request.headers.get(idHeader)!,
      datastore: new FileStore({ directory, configstore: rowsOf(ctx) }),
    })
    servers.set(directory, server)
  }
  return server
}

/** What the library has to remember of an upload is in its row. */
const rowsOf = (ctx: Context): Configstore => ({
  async get(id) {
    const upload = await store.uploadById(ctx, id)
    return upload && new Upload({ id, size: upload.bytes, offset: 0 })
  },
  set: () => Promise.resolve(),
  delete: (id) => store.deleteUpload(ctx, id),
})

/** Finishes uploads whose sender left after the last byte, and deletes what was not continued; a scheduled job. */
export async function cleanUploads(ctx: Context): Promise<void> {
  for (const upload of await store.idleUploads(ctx)) {
    const found = await stat(pathOf(ctx, upload.id)).catch(() => undefined)
    if (found?.size === upload.bytes)
      await finish(ctx, upload).catch((error: unknown) => {
        if (!(error instanceof Refusal)) ctx.log.warn({ err: error, uploadId: upload.id }, 'an upload was not finished')
      })
  }
  for (;;) {
    const expired = await store.deleteExpired(ctx, unfinishedHours)
    for (const id of expired) await rm(pathOf(ctx, id), { force: true })
    if (expired.length === 0) break
  }
  await removeUnknownParts(ctx)
}

/** Parts that no row knows: a process was killed between the two. */
async function removeUnknownParts(ctx: Context): Promise<void> {
  const before = Date.now() - unfinishedHours * 3_600_000
  const old: string[] = []
  for (const name of await readdir(folderOf(ctx)).catch(() => [])) {
    const found = await stat(pathOf(ctx, name)).catch(() => undefined)
    if (found?.isFile() && found.mtimeMs < before) old.push(name)
  }
  if (old.length === 0) return
  const known = await store.unfinishedAmong(ctx, old)
  for (const name of old) if (!known.has(name)) await rm(pathOf(ctx, name), { force: true })
}
