import type { FeedChanges, FeedInput } from '@fanlight/contract/posts'
import type { Context } from '../../../platform/context.ts'
import { newId } from '../../../platform/ids.ts'
import { assert, refuseField, refuseIf, refuseRule } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { isPublished, type ItemInput, type ItemPart, lockOwnItem, mergedInput, saveItem } from '../items/save-item.ts'
import { feedTable } from './feed-rows.ts'
import * as store from './store.ts'

// Rules for posts in the studio beyond those for all items: the type decides which files a post has, and whether it has a poll.

const { kind } = feedTable

type SavedFeed = Omit<FeedInput, 'status' | 'participantIds'> & Pick<ItemInput, 'status' | 'participantIds'>

export function createFeed(ctx: Context, performer: SignedIn, input: SavedFeed): Promise<string> {
  refuseIf(!performer.approved && input.status !== 'draft', 'NOT_APPROVED')
  return ctx.transaction(async (tx) => {
    const id = newId()
    const parts = partsOf(input)
    await saveItem(tx, performer, { id, kind, stored: null }, input, parts)
    await saveOwnPart(tx, performer, id, input, null)
    return id
  })
}

/** Fields that are not sent are unchanged; the whole post is checked again. */
export function updateFeed(ctx: Context, performer: SignedIn, id: string, changes: FeedChanges): Promise<void> {
  return ctx.transaction(async (tx) => {
    const stored = await lockOwnItem(tx, performer, kind, id, changes.basedOn)
    const feed = await store.feedOf(tx, id)
    assert(feed, 'an item of this kind has its row')
    const inRole = (role: string) => stored.wanted.filter((file) => file.role === role).map((file) => file.fileId)
    const type = changes.type ?? feed.type
    const input: SavedFeed = {
      ...mergedInput(stored, changes),
      type,
      fileIds: changes.fileIds ?? inRole('main'),
      thumbnailId: changes.thumbnailId === undefined ? inRole('thumbnail')[0] : changes.thumbnailId,
      teaserId: changes.teaserId === undefined ? inRole('teaser')[0] : changes.teaserId,
      pollId: changes.pollId === undefined ? feed.pollId : changes.pollId,
      draftPoll: changes.draftPoll === undefined && type === 'poll' ? feed.draftPoll : changes.draftPoll,
    }
    refuseIf(!performer.approved && (stored.status !== 'draft' || input.status !== 'draft'), 'NOT_APPROVED')
    refuseIf(isPublished(stored) && input.type !== feed.type, 'ITEM_PUBLISHED')
    await saveItem(tx, performer, { id, kind, stored }, input, partsOf(input), changes.gate !== undefined)
    await saveOwnPart(tx, performer, id, input, feed.pollId)
  })
}

async function saveOwnPart(
  tx: Context,
  performer: SignedIn,
  id: string,
  { type, status, pollId, draftPoll }: SavedFeed,
  pollBefore: string | null,
): Promise<void> {
  // Until the poll is made, which fixes it.
  const isWritten = type === 'poll' && !pollId && status === 'draft'
  await store.saveFeed(tx, id, { type, draftPoll: (isWritten && draftPoll) || null })
  if (type !== 'poll' && draftPoll) refuseRule('draftPoll', 'POLL_OUT_OF_PLACE')
  if (type === 'poll') {
    if (isWritten && draftPoll) return
    if (!pollId) refuseRule('pollId', 'POLL_MISSING')
    if (pollBefore && pollBefore !== pollId) refuseField('ITEM_PUBLISHED', 'pollId')
    if (!(await store.takePoll(tx, performer.id, pollId, id))) refuseField('NOT_FOUND', 'pollId')
  } else if (pollId) refuseRule('pollId', 'POLL_OUT_OF_PLACE')
}

/** Which kind of file a post of each type is made of, as it was uploaded. */
const purposeOf = { photo: 'feed-photo', video: 'feed-video', audio: 'feed-audio', text: null, poll: null } as const

function partsOf({ type, text, status, fileIds, thumbnailId, teaserId }: SavedFeed): ItemPart[] {
  const purpose = purposeOf[type]
  if (purpose !== null && fileIds.length === 0 && status === 'published') refuseRule('fileIds', 'FILES_MISSING')
  if (purpose === null && fileIds.length > 0) refuseField('UNSUPPORTED_MEDIA', 'fileIds')
  if (type === 'text' && text === '' && status === 'published') refuseRule('text', 'TEXT_MISSING')
  return [
    ...fileIds.map((fileId): ItemPart => ({ fileId, role: 'main', field: 'fileIds', purpose })),
    ...(thumbnailId ? [part(thumbnailId, 'thumbnail')] : []),
    ...(teaserId ? [part(teaserId, 'teaser')] : []),
  ]
}
const part = (fileId: string, role: 'thumbnail' | 'teaser'): ItemPart => ({
  fileId,
  role,
  field: `${role}Id`,
  purpose: `feed-${role}`,
})
