import { z } from 'zod'
import { done, endpoint, many, one } from './endpoint.ts'
import { id, instant } from './fields.ts'
import { mediaFile } from './media.ts'

// Items that their creator deleted. They are deleted for good after 30 days.

export const trashDays = 30

const kind = z.enum(['feed', 'video', 'gallery', 'product'])
const restoredAs = z.enum(['draft', 'archived', 'hidden'])
const params = z.object({ id })

export const listTrash = endpoint('GET /performer/trash', {
  group: 'content',
  summary: 'Items that one deleted within the last 30 days, the newest first.',
  who: 'performer',
  limit: 'read',
  query: z.object({
    pageSize: z.coerce.number().int().min(1).max(100).default(20),
    cursor: z.string().max(500).optional(),
  }),
  reply: many(
    z.object({
      _id: z.string(),
      kind,
      title: z.string(),
      /** The beginning of it. */
      text: z.string(),
      restoredAs,
      deletedAt: instant,
      deletedForGoodAt: instant,
      image: mediaFile.nullable(),
    }),
  ),
})
export const restoreTrashed = endpoint('POST /performer/trash/:id/restoration', {
  group: 'content',
  summary: 'Takes an item out of the trash: as a draft, or archived if it was published.',
  who: 'performer',
  limit: 'write',
  params,
  reply: one(z.object({ kind, status: restoredAs })),
})
export const deleteTrashed = endpoint('DELETE /performer/trash/:id', {
  group: 'content',
  summary: 'Deletes an item of the trash for good.',
  who: 'performer',
  limit: 'write',
  params,
  reply: done,
})
