import { z } from 'zod'
import { commenters } from './commenters.ts'
import { says } from './field-errors.ts'
import { amount, id, instant, listQuery, text, tokens } from './fields.ts'
import { mediaFile } from './media.ts'

// What posts, videos, galleries and products have in common: the fields that a creator writes, and those that viewers get.

/** The kinds of items, as they are named on the wire: of items, reactions, charges and purchases. */
export const itemKindNames = ['feed', 'gallery', 'video', 'photo', 'product'] as const

/** A person as lists show them. */
export const personSummary = z.object({
  _id: z.string(),
  name: z.string(),
  username: z.string().nullable(),
  avatar: z.string(),
})
/** A creator as lists and items show them. */
export const performerSummary = personSummary.extend({ isVerified: z.boolean() })
/** The same beside what they wrote. `locale` is the language of their account, which screen readers take for it; left out where none is set. */
export const authorSummary = performerSummary.extend({ locale: z.string().optional() })

/** At most this many items of a creator and a kind are pinned; the newest remain. */
export const pinnedMax = 3

export const itemStats = z.object({ views: z.int(), likes: z.int(), comments: z.int(), bookmarks: z.int() })

/** The fields of an item of any kind. */
export const shownItem = z.object({
  _id: z.string(),
  performer: authorSummary,
  title: z.string(),
  /** Empty while the item is locked. */
  text: z.string(),
  tags: z.array(z.string()),
  /** Left out once it is published. */
  createdAt: instant.optional(),
  publishedAt: instant.nullable(),
  /** From then on only those who bought it have it. Left out where there is no such time. */
  expiresAt: instant.optional(),
  /** Only what is for sale has a price, and `terms`: the version of all that is shown of it, which a purchase sends back as `expectedTerms`. */
  gate: z.object({ type: z.string(), price: tokens.optional(), terms: z.string().optional() }),
  /** Where its performer is hidden from the viewer, who bought it: it can be viewed and nothing else. */
  isClosed: z.literal(true).optional(),
  /** By what the viewer has it, where it is not open to everyone. */
  openBy: z.enum(['purchase', 'subscription']).optional(),
  can: z.object({ view: z.boolean(), unlock: z.boolean(), comment: z.boolean(), edit: z.boolean() }),
  /** Why it is locked, or null. `price` is in tokens. */
  locked: z
    .object({
      reason: z.enum(['sign-in', 'follow', 'subscribe', 'buy', 'list']),
      price: tokens.nullable(),
      alsoBySubscribing: z.boolean(),
    })
    .nullable(),
  stats: itemStats,
  isLiked: z.boolean(),
  isBookmarked: z.boolean(),
  isPinned: z.boolean(),
  isFollowed: z.boolean(),
})
export type ShownItem = z.infer<typeof shownItem>

/** What only the performer of an item gets, in the studio. */
export const studioItemFields = {
  status: z.string(),
  statusReason: z.string().nullable(),
  createdAt: instant,
  publishAt: instant.nullable(),
  expiresAt: instant.nullable(),
  updatedAt: instant,
  gate: z.object({
    type: z.string(),
    price: tokens.nullable(),
    planIds: z.array(z.string()),
    listIds: z.array(z.string()),
    freeForSubscribers: z.boolean(),
  }),
  /** The item is published only when `ready` equals `total`. */
  processing: z.object({ ready: z.int(), total: z.int(), failed: z.int() }),
  /**
   * Of an item that was published: the files that take the place of its own when all of them are processed. `problem` says why they
   * won't: one of them failed, or what they leave out was sold meanwhile. Saving it clears that.
   */
  awaitedFiles: z
    .object({
      problem: z.enum(['failed', 'sold']).nullable(),
      files: z.array(
        z.object({ role: z.enum(['main', 'thumbnail', 'teaser', 'cover']), name: z.string(), file: mediaFile }),
      ),
    })
    .nullable(),
  sales: z.int(),
  /** Where staff hid or removed it: why, and until when that can be appealed. */
  decision: z
    .object({
      _id: z.string(),
      action: z.enum(['hide', 'remove']),
      statement: z.string(),
      appealUntil: z.string(),
      canAppeal: z.boolean(),
    })
    .nullable(),
  /** How many bought it and keep it, counted to `buyersCountedMax`: while there are any, its files can’t be removed or replaced. */
  buyers: z.int(),
  /** Who may comment on it; null: who may comment on everything that its creator publishes. */
  whoMayComment: z.enum(commenters).nullable(),
  /** What its sales brought in tokens, after the commission and what was returned. */
  earned: tokens,
  /** The people whom it shows, as the creator named them. It is published when all are `verified`. */
  participants: z.array(
    z.object({ _id: id, name: z.string(), status: z.string(), mayDownload: z.boolean().nullable() }),
  ),
}

/** A gate as it is written. A paid thing says its price in tokens; a plan gate names the plans, a list gate the lists. */
export const gate = z
  .strictObject({
    type: z.enum(['public', 'followers', 'subscribers', 'plan', 'paid', 'list']),
    price: amount.optional(),
    planIds: z.array(id).min(1).max(20).optional(),
    listIds: z.array(id).min(1).max(20).optional(),
    freeForSubscribers: z.boolean().optional(),
  })
  .refine((entry) => (entry.type === 'paid') === (entry.price !== undefined), {
    path: ['price'],
    message: says('PRICE_OUT_OF_PLACE'),
  })
  .refine((entry) => (entry.type === 'plan') === (entry.planIds !== undefined), {
    path: ['planIds'],
    message: says('PLANS_MISSING'),
  })
  .refine((entry) => (entry.type === 'list') === (entry.listIds !== undefined), {
    path: ['listIds'],
    message: says('LISTS_MISSING'),
  })
export type GateInput = z.output<typeof gate>

export const tag = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[\p{L}\p{N}_-]{1,40}$/u, says('TAG_SHAPE'))
const tags = z.array(tag).max(20)

/** Files of an item in their order, none twice. */
export const fileIds = (max: number) =>
  z
    .array(id)
    .max(max)
    .refine((ids) => new Set(ids).size === ids.length, says('FILE_TWICE'))

/** The people whom an item shows. The item is published when all of them have consented. */
export const participantsMax = 50
export const participantIds = z
  .array(id)
  .max(participantsMax)
  .refine((ids) => new Set(ids).size === ids.length, says('PERSON_TWICE'))

/** Null: who may comment on everything that the creator publishes. */
const whoMayComment = z.enum(commenters).nullish()

/** The fields that a creator writes for a new item of any kind. */
export const itemFields = {
  title: text(0, 200).default(''),
  text: text(0, 10_000).default(''),
  gate: gate.default({ type: 'public' }),
  /** Published at this instant; at once where it is missing or past. */
  publishAt: instant.nullish(),
  /** Archived at this instant. */
  expiresAt: instant.nullish(),
  status: z.enum(['draft', 'published']).default('published'),
  tags: tags.default([]),
  isPinned: z.boolean().default(false),
  whoMayComment,
  participantIds: participantIds.default([]),
}
/** The same for a change: what is not sent stays as it is. A published item can be archived, an archived one published again. */
export const itemChangeFields = {
  title: text(0, 200).optional(),
  text: text(0, 10_000).optional(),
  gate: gate.optional(),
  publishAt: instant.nullish(),
  expiresAt: instant.nullish(),
  status: z.enum(['draft', 'published', 'archived']).optional(),
  tags: tags.optional(),
  isPinned: z.boolean().optional(),
  whoMayComment,
  participantIds: participantIds.optional(),
  /** The `updatedAt` of the item that was edited: refused with ITEM_CHANGED if it was saved since, for example on another device. */
  basedOn: instant.optional(),
}
const itemChanges = z.object(itemChangeFields)
export type ItemChanges = z.output<typeof itemChanges>

/** What a call that saves an item may be refused with. */
export const itemWriteRefusals = [
  'PRICE_OUT_OF_RANGE',
  'PLAN_NOT_AVAILABLE',
  'UNSUPPORTED_MEDIA',
  'FILE_IN_USE',
  'FILE_BROKEN',
  'SOLD_FILES_STAY',
  'RULE_BROKEN',
  'ITEM_PUBLISHED',
  'ITEM_NOT_PUBLISHED',
  'ITEM_CHANGED',
] as const

/** The list of one’s own items of a kind. */
export const studioListQuery = {
  ...listQuery(['updatedAt', 'createdAt', 'publishedAt', 'likes', 'comments', 'views', 'sales', 'earned']),
  status: z
    .enum(['draft', 'scheduled', 'processing', 'pending_review', 'published', 'hidden', 'removed', 'archived'])
    .optional(),
  q: text(0, 100).optional(),
}
/** To its viewers an item is new when it is published; corrections do not bring it up again. */
export const readerOrders = ['publishedAt', 'updatedAt'] as const
/** The list of published items of a kind: of everyone, or of one creator; with `q` those that match, which alone have a relevance. */
export const browseQuery = {
  ...listQuery([...readerOrders, 'relevance']),
  performerId: id.optional(),
  tag: tag.optional(),
  q: text(0, 100).optional(),
}
export const bookmarkQuery = listQuery(['createdAt', 'updatedAt'])
