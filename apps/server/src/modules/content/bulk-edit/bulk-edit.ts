import type { BulkChanges, BulkResult } from '@fanlight/contract/bulk-edit'
import type { ErrorCode } from '@fanlight/contract/errors'
import type { FieldErrorCode } from '@fanlight/contract/field-errors'
import { type ItemChanges, participantsMax } from '@fanlight/contract/items'
import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import { Refusal, refuse, refuseIf, refuseRule } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { deleteItem } from '../items/delete-item.ts'
import { type KindName, kindNames } from '../items/kinds.ts'
import { isPublished, lockOwnItem } from '../items/save-item.ts'
import { updateGallery } from '../galleries/studio.ts'
import { participantsOf } from '../participants/of-items.ts'
import { updateFeed } from '../posts/studio.ts'
import { updateProduct } from '../../shop/products/studio.ts'
import { updateVideo } from '../videos/studio.ts'

// Changes of several items. Each is changed by the rule of its kind in a transaction of its own, so that one that is refused keeps none of
// the others back.

type Text = (code: ErrorCode | FieldErrorCode, limit?: number) => string
type Work = (item: { id: string; kind: KindName }) => Promise<BulkResult['result']>

export const changeEach = (
  ctx: Context,
  performer: SignedIn,
  ids: readonly string[],
  changes: BulkChanges,
  text: Text,
) =>
  each(ctx, performer, ids, text, async ({ id, kind }) => {
    await ctx.transaction((tx) => change(tx, performer, { id, kind }, changes))
    return 'changed'
  })

export const deleteEach = (ctx: Context, performer: SignedIn, ids: readonly string[], text: Text) =>
  each(ctx, performer, ids, text, async ({ id, kind }) =>
    (await deleteItem(ctx, performer, kind, id)).archived ? 'archived' : 'deleted',
  )

async function each(
  ctx: Context,
  performer: SignedIn,
  ids: readonly string[],
  text: Text,
  work: Work,
): Promise<BulkResult[]> {
  const wanted = [...new Set(ids)]
  const own = await rows(
    ctx.db,
    sql<{ id: string; kind: KindName }>`SELECT id, kind FROM items WHERE id = ANY(${wanted}::uuid[])
      AND performer_id = ${performer.id} AND status <> 'removed' AND kind = ANY(${kindNames})`,
  )
  const kinds = new Map(own.map(({ id, kind }) => [id, kind]))
  const results: BulkResult[] = []
  for (const id of wanted) {
    const kind = kinds.get(id)
    try {
      results.push({
        _id: id,
        kind: kind ?? null,
        result: await work({ id, kind: kind ?? refuse('NOT_FOUND') }),
        code: null,
        message: null,
      })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const [field] = error.fields ?? []
      const message = field ? text(field.code, field.limit) : text(error.code)
      results.push({ _id: id, kind: kind ?? null, result: 'refused', code: error.code, message })
    }
  }
  return results
}

async function change(
  tx: Context,
  performer: SignedIn,
  { id, kind }: { id: string; kind: KindName },
  {
    price,
    gate,
    addTags = [],
    removeTags = [],
    addParticipantIds = [],
    removeParticipantIds = [],
    publishAt,
    status,
  }: BulkChanges,
): Promise<void> {
  const stored = await lockOwnItem(tx, performer, kind, id)
  // What was published once is not published again at another time.
  refuseIf(publishAt !== undefined && isPublished(stored), 'ITEM_PUBLISHED')
  const namesPeople = addParticipantIds.length > 0 || removeParticipantIds.length > 0
  const named = namesPeople ? [...new Set([...(await participantsOf(tx, id)), ...addParticipantIds])] : []
  if (named.length > participantsMax) refuseRule('participantIds', 'TOO_MANY', participantsMax)
  const isTagged = addTags.length > 0 || removeTags.length > 0
  const changes: ItemChanges = {
    ...(isTagged && {
      tags: [...new Set([...stored.tags, ...addTags])].filter((tag) => !removeTags.includes(tag)).slice(0, tagsMax),
    }),
    ...(namesPeople && { participantIds: named.filter((person) => !removeParticipantIds.includes(person)) }),
    ...(publishAt !== undefined && { publishAt, status: 'published' as const }),
    ...(status !== undefined && { status }),
  }
  if (kind === 'product') {
    refuseIf(gate !== undefined, 'NOT_ALLOWED')
    await updateProduct(tx, performer, id, { ...changes, ...(price !== undefined && { price }) })
    return
  }
  const paid = { type: 'paid' as const, price, freeForSubscribers: stored.gateFreeForSubscribers }
  const wanted = price === undefined ? gate : paid
  const all = { ...changes, ...(wanted && { gate: wanted as NonNullable<ItemChanges['gate']> }) }
  if (kind === 'gallery') return updateGallery(tx, performer, id, all)
  if (kind === 'video') await updateVideo(tx, performer, id, all)
  else await updateFeed(tx, performer, id, all)
}
const tagsMax = 20
