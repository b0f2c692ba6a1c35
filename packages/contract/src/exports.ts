import { z } from 'zod'
import { endpoint, many, one } from './endpoint.ts'
import { id, instant, text } from './fields.ts'

// Everything the site holds about a person, as one archive for them to keep.

export const exportDays = 7

const exported = z.object({
  _id: z.string(),
  status: z.enum(['working', 'ready', 'failed', 'removed']),
  bytes: z.int().nullable(),
  /** Where to fetch it while it is there: signed, and only for whoever asked. */
  address: z.string().nullable(),
  createdAt: instant,
  readyAt: instant.nullable(),
  expiresAt: instant.nullable(),
})

export const askExport = endpoint('POST /users/me/exports', {
  group: 'users',
  summary: 'Begins an archive of everything about oneself. One at a time, and one a day.',
  who: 'any',
  whileSuspended: true,
  whileClosing: true,
  limit: 'write',
  idempotent: 'none',
  refuses: ['EXPORT_UNDER_WAY', 'EXPORT_TOO_SOON'],
  reply: one(exported),
})
export const listExports = endpoint('GET /users/me/exports', {
  group: 'users',
  summary: 'The archives one asked for, the newest first.',
  who: 'any',
  whileClosing: true,
  limit: 'read',
  reply: many(exported),
})
export const fetchExport = endpoint('GET /users/me/exports/:id/file', {
  group: 'users',
  summary: 'The archive itself, by its signed address, for seven days.',
  who: 'any',
  whileClosing: true,
  limit: 'read',
  params: z.object({ id }),
  query: z.object({ signature: text(1, 100) }),
  reply: z.any(),
})
