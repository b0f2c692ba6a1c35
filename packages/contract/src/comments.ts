import { z } from 'zod'
import { says } from './field-errors.ts'
import { done, endpoint, many, one } from './endpoint.ts'
import { performerSummary } from './items.ts'
import { id, instant, listQuery, text } from './fields.ts'
import { openFile } from './media.ts'
import { itemRefusals } from './refusals.ts'

export const commentLengthMax = 1000

export const shownComment = z.object({
  _id: z.string(),
  itemId: z.string(),
  parentId: z.string().nullable(),
  /** Empty once deleted: the server never sends the text again. */
  text: z.string(),
  isDeleted: z.boolean(),
  /** Until it is processed, only its author sees that there is one. */
  image: openFile.nullable(),
  author: performerSummary.nullable(),
  likes: z.int(),
  replies: z.int(),
  isLiked: z.boolean(),
  isEdited: z.boolean(),
  /** It waits for the creator’s approval: only its author and the creator see it. */
  isHeld: z.boolean(),
  /** To the creator of the thing alone: its author is in their audience (`GET /performer/audience/people/:username`). */
  isFan: z.boolean(),
  createdAt: instant,
  can: z.object({ edit: z.boolean(), delete: z.boolean(), reply: z.boolean() }),
})
const params = z.object({ id })
const commentText = text(1, commentLengthMax)

export const createComment = endpoint('POST /comments', {
  group: 'comments',
  summary: 'Comments on a thing one may see, or replies to a comment on it.',
  who: 'any',
  limit: 'write',
  refuses: [...itemRefusals, 'COMMENTS_CLOSED'],
  body: z
    .strictObject({ feedId: id.optional(), itemId: id.optional(), parentId: id.nullish(), text: commentText })
    .refine((entry) => (entry.feedId === undefined) !== (entry.itemId === undefined), {
      path: ['itemId'],
      message: says('COMMENT_TARGET'),
    }),
  reply: one(shownComment),
})
export const listComments = endpoint('GET /comments', {
  group: 'comments',
  summary: 'Comments on a thing, newest first; with `parentId` the replies, oldest first.',
  who: 'public',
  limit: 'read',
  refuses: itemRefusals,
  query: z.object({
    ...listQuery(['createdAt', 'updatedAt']),
    sort: z.enum(['asc', 'desc']).optional(),
    itemId: id,
    parentId: id.optional(),
  }),
  /** `commenting`: whether the viewer may comment, or what the creator expects for it. */
  reply: many(shownComment).extend({ commenting: z.enum(['open', 'follow', 'subscribe', 'closed']) }),
})
/** The most replies that come with a thread. */
export const threadRepliesMax = 100
export const getThread = endpoint('GET /comments/:id/thread', {
  group: 'comments',
  summary: 'The comment that a notification is about: the first of its thread, and the replies to it, oldest first.',
  who: 'public',
  limit: 'read',
  refuses: itemRefusals,
  params,
  reply: one(z.object({ comment: shownComment, replies: z.array(shownComment) })),
})
const edit = {
  group: 'comments',
  summary: 'Changes the image, the text or both of one’s own comment.',
  who: 'any',
  limit: 'upload',
  // A repeated edit changes nothing more, and a form with a file can't be compared with the first.
  idempotent: 'none',
  refuses: [...itemRefusals, 'NOT_ALLOWED'],
  files: ['file'],
  formOrJson: true,
  params,
  body: z.strictObject({ text: commentText.optional() }),
  reply: one(shownComment),
} as const
export const editComment = endpoint('PUT /comments/:id', edit)
export const editCommentByPost = endpoint('POST /comments/:id', edit)
export const listHeldComments = endpoint('GET /performer/comments/held', {
  group: 'comments',
  summary: 'Comments that wait for one’s approval, the newest first.',
  who: 'performer',
  limit: 'read',
  query: z.object({
    pageSize: z.coerce.number().int().min(1).max(100).default(20),
    cursor: z.string().max(500).optional(),
  }),
  reply: many(shownComment.extend({ item: z.object({ _id: z.string(), kind: z.string(), title: z.string() }) })),
})
export const approveComment = endpoint('POST /comments/:id/approval', {
  group: 'comments',
  summary: 'Shows a comment that waits for one’s approval.',
  who: 'performer',
  limit: 'write',
  params,
  reply: one(shownComment),
})
export const deleteComment = endpoint('DELETE /comments/:id', {
  group: 'comments',
  summary: 'Deletes a comment: its author, the owner of the thing, or a moderator.',
  who: 'any',
  limit: 'write',
  refuses: ['AGE_REQUIRED', 'NOT_ALLOWED'],
  params,
  reply: done,
})
