import { type FeedChanges, type FeedInput, type GateInput, pinnedFeedsMax } from '@fanlight/contract/feeds'
import { fromHundredths, toHundredths } from '@fanlight/contract/fields'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { publish } from '../../platform/events.ts'
import { enqueue } from '../../platform/queue.ts'
import { refuse, refuseField, refuseRule, refuseIf } from '../../platform/refusal.ts'
import type { SignedIn } from '../../platform/viewer.ts'
import { deletedByOwner } from '../access/items.ts'
import type { Gate } from '../access/door.ts'
import { count } from '../counters/roll-up.ts'
import { publishDue } from './publishing.ts'
import * as store from './store.ts'

// What performers do with their posts. A post is saved at once, whatever its files still need.

export function createFeed(ctx: Context, performer: SignedIn, input: FeedInput): Promise<string> {
  return ctx.transaction(async (tx) => {
    const id = newId()
    await save(tx, performer, id, input, null)
    return id
  })
}

/** What is not sent stays as it is; the whole is checked again. A published post stays published. */
export function updateFeed(ctx: Context, performer: SignedIn, id: string, changes: FeedChanges): Promise<void> {
  return ctx.transaction(async (tx) => {
    const stored = await store.lockOwn(tx, performer.id, id)
    if (!stored) refuse('NOT_FOUND')
    const inRole = (role: string) => stored.files.filter((file) => file.role === role).map((file) => file.fileId)
    await save(
      tx,
      performer,
      id,
      {
        type: changes.type ?? stored.type,
        title: changes.title ?? stored.title,
        text: changes.text ?? stored.text,
        fileIds: changes.fileIds ?? inRole('main'),
        thumbnailId: changes.thumbnailId === undefined ? inRole('thumbnail')[0] : changes.thumbnailId,
        teaserId: changes.teaserId === undefined ? inRole('teaser')[0] : changes.teaserId,
        pollId: changes.pollId === undefined ? stored.pollId : changes.pollId,
        gate: changes.gate ?? gateInputOf(stored),
        publishAt: changes.publishAt === undefined ? stored.publishAt?.toISOString() : changes.publishAt,
        status: changes.status ?? (stored.status === 'draft' ? 'draft' : 'published'),
        tags: changes.tags ?? stored.tags,
        isPinned: changes.isPinned ?? stored.isPinned,
      },
      stored,
      changes.gate !== undefined,
    )
    if (stored.status === 'published') await publish(tx, 'feed.changed', { feedId: id, performerId: performer.id })
  })
}

/** Whoever bought it keeps it: a bought post is archived. One that was never published is gone. */
export function deleteFeed(ctx: Context, performer: Pick<SignedIn, 'id'>, id: string): Promise<{ archived: boolean }> {
  return ctx.transaction(async (tx) => {
    const stored = await store.lockOwn(tx, performer.id, id)
    if (!stored) refuse('NOT_FOUND')
    const wasPublished = ['published', 'hidden', 'archived'].includes(stored.status)
    const archived = wasPublished && (await store.isBought(tx, id))
    if (archived) await store.setStatus(tx, id, 'archived', null)
    // A purchase that is committed at this very moment still finds what it paid for.
    else if (wasPublished) await store.setStatus(tx, id, 'removed', deletedByOwner)
    else await store.deleteItem(tx, id)
    if (wasPublished) await enqueue(tx, 'withdrawFeed', { feedId: id })
    if (wasPublished) await publish(tx, 'feed.withdrawn', { feedId: id, performerId: performer.id })
    if (stored.status === 'published')
      await count(tx, [{ subject: 'performer', id: performer.id, counter: 'feeds', by: -1 }])
    return { archived }
  })
}

/** Every post of somebody who leaves: what was bought stays with its buyers. */
export async function withdrawAll(tx: Context, performerId: string): Promise<void> {
  for (const id of await store.idsOf(tx, performerId)) await deleteFeed(tx, { id: performerId }, id)
}

async function save(
  tx: Context,
  performer: SignedIn,
  id: string,
  input: FeedInput,
  stored: store.StoredFeed | null,
  gateChanged = true,
): Promise<void> {
  const published = stored !== null && !['draft', 'scheduled', 'processing'].includes(stored.status)
  refuseIf(published && input.status === 'draft', 'CONFLICT')
  refuseIf(published && input.type !== stored.type, 'CONFLICT')
  const gate = gateChanged ? await checkGate(tx, performer, input.gate) : gateOfStored(stored!)
  const files = await checkFiles(tx, performer, id, input, stored)
  refuseIf(published && !files.playable, 'CONFLICT', { reason: 'A published post takes files that are ready.' })

  const publishAt = input.publishAt ? new Date(input.publishAt) : null
  const waits = publishAt !== null && publishAt > tx.clock.now()
  const write = stored ? store.changeFeed : store.insertFeed
  await write(tx, {
    id,
    performerId: performer.id,
    type: input.type,
    title: input.title,
    text: input.text,
    gate,
    tags: [...new Set(input.tags)],
    isPinned: input.isPinned,
    status: published ? stored.status : input.status === 'draft' ? 'draft' : waits ? 'scheduled' : 'processing',
    publishAt: published ? stored.publishAt : input.status === 'draft' || waits ? publishAt : 'now',
  })
  await store.replaceFiles(tx, id, files.parts)
  if (input.type === 'poll') {
    if (!input.pollId) refuseRule('pollId', 'POLL_MISSING')
    if (stored?.pollId && stored.pollId !== input.pollId) refuseField('CONFLICT', 'pollId')
    if (!(await store.takePoll(tx, performer.id, input.pollId, id))) refuseField('NOT_FOUND', 'pollId')
  } else if (input.pollId) refuseRule('pollId', 'POLL_OUT_OF_PLACE')
  if (input.isPinned) await store.unpinOlder(tx, performer.id, pinnedFeedsMax)
  if (!published && input.status !== 'draft') await publishDue(tx, [id])
}

async function checkGate(tx: Context, performer: SignedIn, input: GateInput): Promise<Gate> {
  const price = input.price === undefined ? null : toHundredths(input.price)
  const { minimumContentPrice, maximumContentPrice } = tx.settings.all()
  if (price !== null && (price < toHundredths(minimumContentPrice) || price > toHundredths(maximumContentPrice)))
    refuseField('PRICE_OUT_OF_RANGE', 'gate.price', undefined, {
      minimum: minimumContentPrice,
      maximum: maximumContentPrice,
    })
  const planIds = [...new Set(input.planIds ?? [])]
  if (planIds.length > 0 && (await store.activePlans(tx, performer.id, planIds)) !== planIds.length)
    refuseField('PLAN_NOT_AVAILABLE', 'gate.planIds')
  return {
    type: input.type,
    planIds,
    price,
    freeForSubscribers: input.type === 'paid' && (input.freeForSubscribers ?? false),
  }
}
const gateOfStored = (stored: store.StoredFeed): Gate => ({
  type: stored.gateType,
  planIds: stored.gatePlanIds,
  price: stored.gatePrice,
  freeForSubscribers: stored.gateFreeForSubscribers,
})
const gateInputOf = (stored: store.StoredFeed): GateInput => ({
  type: stored.gateType as GateInput['type'],
  ...(stored.gatePrice !== null && { price: fromHundredths(stored.gatePrice) }),
  ...(stored.gatePlanIds.length > 0 && { planIds: stored.gatePlanIds }),
  freeForSubscribers: stored.gateFreeForSubscribers,
})

/** Which kind of file a post of each type is made of, as it was uploaded. */
const purposeOf = { photo: 'feed-photo', video: 'feed-video', audio: 'feed-audio', text: null, poll: null } as const

async function checkFiles(
  tx: Context,
  performer: SignedIn,
  itemId: string,
  input: FeedInput,
  stored: store.StoredFeed | null,
) {
  const parts = [
    ...input.fileIds.map((fileId) => ({
      fileId,
      role: 'main',
      field: 'fileIds',
      purpose: purposeOf[input.type] as string | null,
    })),
    ...(input.thumbnailId
      ? [{ fileId: input.thumbnailId, role: 'thumbnail', field: 'thumbnailId', purpose: 'feed-thumbnail' }]
      : []),
    ...(input.teaserId ? [{ fileId: input.teaserId, role: 'teaser', field: 'teaserId', purpose: 'feed-teaser' }] : []),
  ]
  if (purposeOf[input.type] !== null && input.fileIds.length === 0 && input.status === 'published')
    refuseRule('fileIds', 'FILES_MISSING')
  if (purposeOf[input.type] === null && input.fileIds.length > 0) refuseField('UNSUPPORTED_MEDIA', 'fileIds')
  if (input.type === 'text' && input.text === '' && input.status === 'published') refuseRule('text', 'TEXT_MISSING')

  const own =
    parts.length === 0
      ? []
      : await store.lockFiles(
          tx,
          performer.id,
          parts.map((part) => part.fileId),
          itemId,
        )
  const before = new Set(stored?.files.map((file) => file.fileId))
  for (const part of parts) {
    const file = own.find((one) => one.id === part.fileId)
    if (!file) refuseField('NOT_FOUND', part.field)
    if (file.purpose !== part.purpose) refuseField('UNSUPPORTED_MEDIA', part.field)
    if (file.usedElsewhere && !before.has(file.id)) refuseField('FILE_IN_USE', part.field)
    if (!before.has(file.id) && ['failed', 'blocked', 'deleted'].includes(file.status))
      refuseField('FILE_BROKEN', part.field)
  }
  return {
    parts: parts.map(({ fileId, role }) => ({ fileId, role })),
    playable: own.every((file) => file.isPlayable || before.has(file.id)),
  }
}
