import { z } from 'zod'
import { done, endpoint, many, one } from './endpoint.ts'
import { id, instant, line, listQuery, text } from './fields.ts'
import { itemKindNames } from './items.ts'
import { mediaFile } from './media.ts'
import { uploadPurposes } from './uploads.ts'

// The vault: a creator's own files, whatever they were uploaded for. A file can be in several posts, videos and products, and in one
// gallery. One that nothing uses is deleted after a week, unless it is retained.

/** How the vault groups files: a thumbnail is a photo, a teaser a video, the file of a product a file. */
export const vaultKinds = ['photo', 'video', 'audio', 'file'] as const
export const vaultUses = ['used', 'unused', 'duplicate'] as const
export const fileNameMax = 200
/** How many files one call deletes. */
export const deletedFilesMax = 100

export const vaultFile = z.object({
  _id: id,
  name: z.string(),
  kind: z.enum(vaultKinds),
  /** What it was uploaded for: only such items take it. */
  type: z.string(),
  bytes: z.number(),
  mime: z.string(),
  createdAt: instant,
  /** Not deleted, although nothing uses it. */
  isRetained: z.boolean(),
  /** When it is deleted if nothing uses it by then. */
  deletesAt: instant.nullable(),
  /** The items it is in, newest first: the first ones, and how many there are. */
  uses: z.array(z.object({ _id: id, kind: z.enum(itemKindNames), title: z.string(), status: z.string() })),
  useCount: z.int(),
  /** An older file with the same bytes, uploaded for the same. */
  duplicateOf: z.object({ _id: id, name: z.string() }).nullable(),
  /** It can be saved as it was uploaded. */
  canDownload: z.boolean(),
  file: mediaFile,
})
export type VaultFile = z.infer<typeof vaultFile>

const group = 'files'
const params = z.object({ id })

export const listFiles = endpoint('GET /performer/files', {
  group,
  summary: 'One’s own files: by kind, by whether something uses them, by name, by their bytes.',
  who: 'performer',
  limit: 'read',
  query: z.object({
    ...listQuery(['createdAt', 'bytes', 'name']),
    kind: z.enum(vaultKinds).optional(),
    type: z.enum(uploadPurposes as [string, ...string[]]).optional(),
    use: z.enum(vaultUses).optional(),
    q: text(0, 100).optional(),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
  }),
  reply: many(vaultFile),
})
export const fileSummary = endpoint('GET /performer/files/summary', {
  group,
  summary: 'How many files one has and how much they weigh, by kind, and how much one may store.',
  who: 'performer',
  limit: 'read',
  reply: one(
    z.object({
      storedBytes: z.number(),
      /** Of uploads on their way, as large as they will be: counted in the limit beside what is stored. */
      arrivingBytes: z.number(),
      limitBytes: z.number(),
      files: z.int(),
      kinds: z.array(z.object({ kind: z.enum(vaultKinds), files: z.int(), bytes: z.number() })),
      unused: z.int(),
      duplicates: z.object({ files: z.int(), bytes: z.number() }),
    }),
  ),
})
export const changeFile = endpoint('PUT /performer/files/:id', {
  group,
  summary: 'Renames a file of one’s own, or retains it although nothing uses it.',
  who: 'performer',
  limit: 'write',
  params,
  body: z.strictObject({ name: line(1, fileNameMax).optional(), isRetained: z.boolean().optional() }),
  reply: one(vaultFile),
})
export const linkToFile = endpoint('GET /performer/files/:id/download-link', {
  group,
  summary: 'A link under which a file of one’s own is saved as it was uploaded, good for ten minutes.',
  who: 'performer',
  limit: 'read',
  params,
  reply: one(z.object({ url: z.string(), expiresAt: instant })),
})
export const deleteFile = endpoint('DELETE /performer/files/:id', {
  group,
  summary: 'Deletes a file of one’s own that nothing uses.',
  who: 'performer',
  limit: 'write',
  refuses: ['FILE_IN_USE', 'SOLD_FILES_STAY'],
  params,
  reply: done,
})
export const deleteFiles = endpoint('POST /performer/files/deletion', {
  group,
  summary: 'Deletes those of these files that nothing uses, and says which were not deleted.',
  who: 'performer',
  limit: 'write',
  idempotent: 'none',
  body: z.strictObject({ ids: z.array(id).min(1).max(deletedFilesMax) }),
  reply: one(z.object({ deleted: z.array(id), inUse: z.array(id) })),
})
