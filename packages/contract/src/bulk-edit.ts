import { z } from 'zod'
import { endpoint, one } from './endpoint.ts'
import { errors } from './errors.ts'
import { amount, id, instant } from './fields.ts'
import { gate, itemKindNames, participantIds, tag } from './items.ts'

/** How many items one call changes. */
export const bulkItemsMax = 100

const tagList = z.array(tag).max(20)
/** A change of several items, of any kinds. What is not sent stays as it is. */
export const bulkChanges = z.strictObject({
  /** Not of products, which have a price alone. */
  gate: gate.optional(),
  /** Of a product its price; other items are sold for it. */
  price: amount.optional(),
  addTags: tagList.optional(),
  removeTags: tagList.optional(),
  /** Of one’s own participants. What is published takes only people who have consented, and keeps those it names. */
  addParticipantIds: participantIds.optional(),
  removeParticipantIds: participantIds.optional(),
  /** When drafts are published; null: at once. */
  publishAt: instant.nullable().optional(),
  status: z.enum(['published', 'archived']).optional(),
})
export type BulkChanges = z.output<typeof bulkChanges>

export const bulkResult = z.object({
  _id: id,
  kind: z.enum(itemKindNames).nullable(),
  result: z.enum(['changed', 'deleted', 'archived', 'refused']),
  /** Why it was refused, as its own call would say. */
  code: z.enum(Object.keys(errors) as [string, ...string[]]).nullable(),
  message: z.string().nullable(),
})
export type BulkResult = z.infer<typeof bulkResult>

const ids = z.array(id).min(1).max(bulkItemsMax)
const call = { group: 'items', limit: 'write', idempotent: 'none', reply: one(z.array(bulkResult)) } as const

export const changeItems = endpoint('PUT /performer/items', {
  ...call,
  summary: 'Changes several items of one’s own, each by itself, and says of each whether it was changed.',
  who: 'approved',
  body: z.strictObject({ ids, changes: bulkChanges }),
})
export const deleteItems = endpoint('POST /performer/items/deletion', {
  ...call,
  summary: 'Deletes several items of one’s own. Those that were bought are archived.',
  who: 'performer',
  body: z.strictObject({ ids }),
})
