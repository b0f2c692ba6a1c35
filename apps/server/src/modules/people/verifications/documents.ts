import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { documentBytesMax, documentTypes } from '@fanlight/contract/auth'
import { kindOfFile } from '@fanlight/contract/verifications'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import { formField } from '../../../platform/http/form-fields.ts'
import { keyFor, keysFor, nameOf } from '../../../platform/keys.ts'
import { isLeftBehind, ownFilePrefix } from '../../../platform/process/processes.ts'
import { Refusal, refuseField, refuseIf } from '../../../platform/refusal.ts'
import { readEncryptedFile, encryptFile } from '../../../platform/encryption.ts'
import { isPixelLimit } from '../../media/processing/pixels.ts'

// Identity documents: encrypted while they arrive, in a folder of their own, and decrypted only for staff, with an entry in the audit log.

export type FileField = keyof typeof kindOfFile
export interface IdentityDocument {
  kind: (typeof kindOfFile)[FileField]
  mime: string
  bytes: number
  sha256: Buffer
  storageKey: string
  keyId: string
}
export interface Upload {
  fields: Record<string, string>
  documents: IdentityDocument[]
  /** Deletes the files again if the form was rejected. */
  discard(): Promise<void>
}

const documentsPurpose = 'documents'
const documentsKey = (ctx: Context) => keyFor(ctx.secret, documentsPurpose)
/** Begins with the process that writes it, so that what a killed one leaves can be found. */
const newStorageKey = (): string => ownFilePrefix() + randomUUID()
/** Names the key a document is encrypted with, so that keys can change. */
export const presentKeyId = (ctx: Context): string => nameOf(documentsKey(ctx))
const folderOf = (ctx: Context) => join(ctx.config.dataDir, 'documents')
const limits = {
  fileSize: documentBytesMax + 1,
  files: 5,
  fields: 30,
  fieldNameSize: 100,
  fieldSize: 10_000,
  parts: 40,
  headerPairs: 50,
}

/** Reads a multipart form. Every file is encrypted while it arrives; if the form is rejected, nothing is stored. */
export async function readUpload(ctx: Context, request: FastifyRequest, files: readonly FileField[]): Promise<Upload> {
  refuseIf(!request.isMultipart(), 'UNSUPPORTED_CONTENT_TYPE')
  await mkdir(folderOf(ctx), { recursive: true, mode: 0o700 })
  const fields = new Map<string, string>()
  const documents = new Map<string, IdentityDocument>()
  const written: string[] = []
  const discard = async () => {
    await Promise.all(written.map((path) => rm(path, { force: true })))
  }
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        if (typeof part.value !== 'string' || part.valueTruncated || part.fieldnameTruncated)
          refuseField('INVALID_INPUT', part.fieldname)
        fields.set(part.fieldname, formField(part.value))
      } else if (!isOneOf(files, part.fieldname) || documents.has(part.fieldname)) {
        refuseField('INVALID_INPUT', part.fieldname.slice(0, 100), 'FILE_UNEXPECTED')
      } else documents.set(part.fieldname, await storeDocument(ctx, part.fieldname, part.file, written))
    }
  } catch (error) {
    await discard()
    throw readable(error)
  }
  return { fields: Object.fromEntries(fields), documents: [...documents.values()], discard }
}

const isOneOf = (files: readonly FileField[], name: string): name is FileField =>
  (files as readonly string[]).includes(name)

async function storeDocument(
  ctx: Context,
  field: FileField,
  source: AsyncIterable<Buffer>,
  written: string[],
): Promise<IdentityDocument> {
  const storageKey = newStorageKey()
  const path = join(folderOf(ctx), storageKey)
  written.push(path)
  const { bytes, sha256, head } = await encryptFile(documentsKey(ctx), path, storageKey, source, documentBytesMax)
  if (bytes === 0) refuseField('FILE_EMPTY', field)
  const mime = await documentType(head)
  if (!mime) refuseField('UNSUPPORTED_MEDIA', field, 'DOCUMENT_TYPE')
  if (isPixelLimit(mime, head)) refuseField('FILE_TOO_MANY_PIXELS', field)
  return { kind: kindOfFile[field], mime, bytes, sha256, storageKey, keyId: presentKeyId(ctx) }
}

/** What the file is, by its content; its name and what the browser calls it count for nothing. */
async function documentType(head: Buffer): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = (await fileTypeFromBuffer(head))?.mime
  const mime = found === 'image/heif' ? 'image/heic' : found
  return documentTypes.find((type) => type === mime)
}

/** A form cut short or badly made is the sender's mistake; trouble with our disk is not. */
function readable(error: unknown): unknown {
  if (error instanceof Refusal || !(error instanceof Error) || 'syscall' in error) return error
  return 'statusCode' in error ? error : new Refusal('MALFORMED_BODY')
}

export const openDocument = (ctx: Context, storageKey: string): Promise<Buffer> =>
  readEncryptedFile(keysFor(ctx, documentsPurpose), join(folderOf(ctx), storageKey), storageKey)

/** Encrypts a document again with the present key, as a new file. The old one stays until the row names the new one. */
export async function encryptAgain(ctx: Context, storageKey: string): Promise<{ storageKey: string; keyId: string }> {
  const plain = await openDocument(ctx, storageKey)
  const fresh = newStorageKey()
  await encryptFile(documentsKey(ctx), join(folderOf(ctx), fresh), fresh, Readable.from([plain]), documentBytesMax)
  return { storageKey: fresh, keyId: presentKeyId(ctx) }
}

export const removeDocument = (ctx: Context, storageKey: string): Promise<void> =>
  rm(join(folderOf(ctx), storageKey), { force: true })

const orphanMs = 24 * 60 * 60_000
/** What a process sent to the database before it was killed has been committed by then, or never will be. */
const killedMs = 5 * 60_000
/**
 * Files that neither a verification nor a participant names: their process ended before the form was saved, or their rows are deleted. Those of killed processes
 * go after minutes; for others a form may still be on its way.
 */
export async function removeOrphans(ctx: Context): Promise<void> {
  const names = await readdir(folderOf(ctx)).catch(() => [])
  if (names.length === 0) return
  const storedFiles = await rows(
    ctx.db,
    sql<{
      key: string
    }>`SELECT storage_key AS key FROM verification_documents WHERE storage_key = ANY(${names}::text[])
      UNION ALL SELECT storage_key FROM participant_documents WHERE storage_key = ANY(${names}::text[])`,
  )
  const known = new Set(storedFiles.map((entry) => entry.key))
  for (const name of names.filter((otherName) => !known.has(otherName))) {
    const path = join(folderOf(ctx), name)
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > (isLeftBehind(name) ? killedMs : orphanMs))
      await rm(path, { force: true })
  }
}
