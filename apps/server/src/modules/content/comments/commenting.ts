import type { Context } from '../../../platform/context.ts'
import { publish } from '../../../platform/events/events.ts'
import { newId } from '../../../platform/ids.ts'
import { refuse, refuseField, refuseRule, refuseIf } from '../../../platform/refusal.ts'
import { hasPermission, type SignedIn } from '../../../platform/viewer.ts'
import { visibleItem, viewableItem } from '../../access/items.ts'
import { count } from '../counters/roll-up.ts'
import { requireUsable } from '../../media/vault/quarantine.ts'
import { admitComment, type Discussed, isHeld } from './rules.ts'
import * as store from './store.ts'
import { commentWritten } from './events.ts'

/** Only users who can view the item itself may comment on it. Replies are one level deep. */
export function comment(
  ctx: Context,
  author: SignedIn,
  input: { itemId: string; parentId?: string | null | undefined; text: string },
): Promise<string> {
  return ctx.transaction(async (tx) => {
    const { item } = await viewableItem(tx, author, input.itemId)
    refuseIf(item.status !== 'published', 'NOT_FOUND')
    if (input.parentId) {
      const parent = await store.locked(tx, author, input.parentId)
      if (!parent || parent.itemId !== item.id || parent.isDeleted) refuseField('NOT_FOUND', 'parentId')
      if (parent.parentId !== null) refuseRule('parentId', 'REPLY_DEPTH')
    }
    const held = await admitComment(tx, author, item, input.text)
    const id = newId()
    await store.insert(tx, {
      id,
      itemId: item.id,
      authorId: author.id,
      parentId: input.parentId ?? null,
      text: input.text,
      heldFor: held ? item.performerId : null,
    })
    const written = { id, itemId: item.id, authorId: author.id, parentId: input.parentId ?? null }
    if (!held) await show(tx, written, item.performerId)
    return id
  })
}

/** From now on it is counted and others see it. */
async function show(
  tx: Context,
  { id, itemId, authorId, parentId }: Pick<store.StoredComment, 'id' | 'itemId' | 'authorId' | 'parentId'>,
  performerId: string,
): Promise<void> {
  await count(tx, [{ subject: 'item', id: itemId, counter: 'comments', by: 1 }])
  await publish(tx, commentWritten, { commentId: id, itemId, performerId, authorId, parentId })
}

/** Shows a comment that waits for this creator. Approving twice changes nothing more. */
export const approve = (ctx: Context, performer: SignedIn, id: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const { stored, ownerId } = await present(tx, performer, id)
    refuseIf(ownerId !== performer.id, 'NOT_FOUND')
    if (!stored.isHeld) return
    await store.setHeldFor(tx, id, null)
    await show(tx, stored, performer.id)
  })

export const edit = (
  ctx: Context,
  author: SignedIn,
  id: string,
  { text, fileId }: { text?: string | undefined; fileId?: string | undefined },
): Promise<void> =>
  ctx.transaction(async (tx) => {
    const { stored, item } = await own(tx, author, id)
    if (text !== undefined) {
      await holdAgain(tx, author, stored, item, text)
      await store.setText(tx, id, text)
    }
    if (fileId !== undefined) {
      await requireUsable(tx, [fileId], 'file')
      await store.setImage(tx, id, fileId)
    }
  })

/** Call it before an image is received: nothing is stored for a user who may not add it. */
export const mayEdit = (ctx: Context, author: SignedIn, id: string): Promise<void> =>
  ctx.transaction(async (tx) => void (await own(tx, author, id)))

async function own(tx: Context, author: SignedIn, id: string) {
  const { stored } = await present(tx, author, id)
  refuseIf(stored.authorId !== author.id, 'NOT_ALLOWED')
  const { item } = await viewableItem(tx, author, stored.itemId)
  return { stored, item }
}

/** A comment that gets a held word by an edit waits again; one that waits goes on to. */
async function holdAgain(
  tx: Context,
  author: SignedIn,
  stored: store.StoredComment,
  item: Discussed,
  text: string,
): Promise<void> {
  if (stored.isHeld || !(await isHeld(tx, author, item, text))) return
  await store.setHeldFor(tx, stored.id, item.performerId)
  await count(tx, [{ subject: 'item', id: stored.itemId, counter: 'comments', by: -1 }])
}

/** Its author, the owner of the item and moderators may delete it. */
export const remove = (ctx: Context, viewer: SignedIn, id: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const { stored, ownerId } = await present(tx, viewer, id)
    refuseIf(!(stored.authorId === viewer.id || ownerId === viewer.id || isModerator(viewer)), 'NOT_ALLOWED')
    await store.erase(tx, id)
    if (!stored.isHeld) await count(tx, [{ subject: 'item', id: stored.itemId, counter: 'comments', by: -1 }])
  })

/** Erases a comment that staff decided against; false if it was deleted before. */
export async function removeByStaff(tx: Context, id: string): Promise<boolean> {
  const itemId = await store.eraseExisting(tx, id)
  if (itemId) await count(tx, [{ subject: 'item', id: itemId, counter: 'comments', by: -1 }])
  return itemId !== undefined
}
/** Writes a comment that staff removed again, as it was. */
export async function restore(tx: Context, id: string, text: string, fileId: string | null): Promise<void> {
  const itemId = await store.rewrite(tx, id, text, fileId)
  if (itemId) await count(tx, [{ subject: 'item', id: itemId, counter: 'comments', by: 1 }])
}

/** When an account is closed, the text of its comments remains without a name; the images are deleted. */
export const deleteImages = (tx: Context, authorId: string) => store.deleteImages(tx, authorId)

export const isModerator = (viewer: SignedIn): boolean => viewer.role === 'admin' && hasPermission(viewer, 'moderation')

/** A comment that exists, on an item that is visible to this viewer. Their own comments are always found. */
async function present(tx: Context, viewer: SignedIn, id: string) {
  const stored = await store.locked(tx, viewer, id)
  if (!stored || stored.isDeleted) refuse('NOT_FOUND')
  if (stored.authorId === viewer.id) return { stored, ownerId: null }
  const { item } = await visibleItem(tx, viewer, stored.itemId)
  return { stored, ownerId: item.performerId }
}
