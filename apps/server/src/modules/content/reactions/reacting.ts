import type { ReactionInput } from '@fanlight/contract/reactions'
import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { publish } from '../../../platform/events/events.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { authorVisibleSql } from '../../access/visibility-sql.ts'
import { visibleItem, viewableItem } from '../../access/items.ts'
import { count, type Delta } from '../counters/roll-up.ts'
import { performerFor } from '../../people/performers/visible.ts'
import { reactionLiked } from './events.ts'

/** One like and one bookmark per account and object; counted in the same transaction. Locked items can be bookmarked, not liked. */
export const react = (ctx: Context, viewer: SignedIn, reaction: ReactionInput): Promise<void> =>
  ctx.transaction(async (tx) => {
    const performerId = await performerBehind(tx, viewer, reaction)
    const added = await row(
      tx.db,
      sql`INSERT INTO reactions (account_id, action, object_type, object_id) VALUES (${viewer.id}, ${reaction.action}, ${reaction.objectType}, ${reaction.objectId})
        ON CONFLICT DO NOTHING RETURNING object_id`,
    )
    if (!added) return
    await count(tx, deltasOf(reaction, performerId, 1))
    if (reaction.action === 'like') await publish(tx, reactionLiked, { ...reaction, performerId, fanId: viewer.id })
  })

/** Does not check access to the object: accounts can always remove their own reactions. */
export const unreact = (ctx: Context, viewer: SignedIn, reaction: ReactionInput): Promise<void> =>
  ctx.transaction(async (tx) => {
    const gone = await row(
      tx.db,
      sql<{
        performerId: string | null
      }>`DELETE FROM reactions r WHERE account_id = ${viewer.id} AND object_id = ${reaction.objectId} AND action = ${reaction.action}
          AND object_type = ${reaction.objectType}
        RETURNING CASE object_type WHEN 'performer' THEN object_id WHEN 'photo' THEN (SELECT performer_id FROM photos WHERE id = r.object_id)
          ELSE (SELECT performer_id FROM items WHERE id = r.object_id) END AS "performerId"`,
    )
    if (gone) await count(tx, deltasOf(reaction, gone.performerId, -1))
  })

async function performerBehind(
  tx: Context,
  viewer: SignedIn,
  { action, objectType, objectId }: ReactionInput,
): Promise<string | null> {
  if (objectType === 'performer') return (await performerFor(tx, viewer, objectId)).id
  if (objectType === 'comment') {
    const found = await row(
      tx.db,
      sql<{
        itemId: string
      }>`SELECT item_id AS "itemId" FROM comments c WHERE id = ${objectId} AND deleted_at IS NULL AND held_for IS NULL
        AND ${authorVisibleSql(tx, viewer, 'c.author_id')}`,
    )
    if (!found) refuse('NOT_FOUND')
    await viewableItem(tx, viewer, found.itemId)
    return null
  }
  const find = action === 'like' ? viewableItem : visibleItem
  if (objectType === 'photo') {
    // Its gallery decides who may see it.
    const photo = await row(
      tx.db,
      sql<{
        galleryId: string
      }>`SELECT gallery_id AS "galleryId" FROM photos WHERE id = ${objectId} AND NOT is_withheld FOR KEY SHARE`,
    )
    if (!photo) refuse('NOT_FOUND')
    return (await find(tx, viewer, photo.galleryId, 'gallery')).item.performerId
  }
  return (await find(tx, viewer, objectId, objectType)).item.performerId
}

/** A like of an item or a photo also counts for its performer. */
function deltasOf({ action, objectType, objectId }: ReactionInput, performerId: string | null, by: 1 | -1): Delta[] {
  if (objectType === 'comment') return [{ subject: 'comment', id: objectId, counter: 'likes', by }]
  const ofPerformer: Delta[] =
    action === 'like' && performerId ? [{ subject: 'performer', id: performerId, counter: 'likes', by }] : []
  if (objectType === 'performer') return ofPerformer
  return [
    {
      subject: objectType === 'photo' ? 'photo' : 'item',
      id: objectId,
      counter: action === 'like' ? 'likes' : 'bookmarks',
      by,
    },
    ...ofPerformer,
  ]
}

/** Deletes the bookmarks of a person who closes their account. Likes are retained as anonymous counts. */
export async function deleteBookmarks(tx: Context, accountId: string): Promise<void> {
  const gone = await rows(
    tx.db,
    sql<{ objectType: ReactionInput['objectType']; objectId: string }>`DELETE FROM reactions
      WHERE account_id = ${accountId} AND action = 'bookmark' RETURNING object_type AS "objectType", object_id AS "objectId"`,
  )
  await count(
    tx,
    gone.flatMap((entry) => deltasOf({ action: 'bookmark', ...entry }, null, -1)),
  )
}
