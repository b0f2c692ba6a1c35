import { fanNoteLengthMax } from './limits.ts'
import { z } from 'zod'
import { endpoint, one } from './endpoint.ts'
import { id, instant, text } from './fields.ts'

// Notes of a creator about a fan. No one else reads them.

const note = z.object({ text: z.string(), updatedAt: instant.nullable() })
const params = z.object({ id })

export const getFanNote = endpoint('GET /performer/fans/:id/note', {
  group: 'fan notes',
  summary: 'One’s own note about a fan; empty where there is none.',
  who: 'performer',
  limit: 'read',
  params,
  reply: one(note),
})
export const setFanNote = endpoint('PUT /performer/fans/:id/note', {
  group: 'fan notes',
  summary: 'Writes a note about a fan; an empty one deletes it.',
  who: 'performer',
  limit: 'write',
  params,
  body: z.strictObject({ text: text(0, fanNoteLengthMax) }),
  reply: one(note),
})
