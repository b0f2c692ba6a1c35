import type { Context } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { idOf, type SignedIn, type Viewer } from '../../../platform/viewer.ts'
import { isHidden, requireOpen, requireVisible } from '../../access/items.ts'
import { authorizeAll, type Verdict } from '../../access/policy.ts'
import { countView } from '../counters/views.ts'
import { type ItemRow, inThisOrder, type KindTable, loadItems, single } from './item-rows.ts'
import { lockableOf } from './present.ts'

/** One item with the verdict of the access policy; items hidden from the viewer are refused as not found. */
export async function viewItem<Row extends ItemRow>(ctx: Context, viewer: Viewer, table: KindTable, id: string) {
  const found = await openItem<Row>(ctx, viewer, table, id)
  requireVisible(found.verdict)
  return found
}

/** The same, also where it was bought from a performer who is hidden from the viewer: for the item alone, not for what belongs to it. */
export async function openItem<Row extends ItemRow>(
  ctx: Context,
  viewer: Viewer,
  table: KindTable,
  id: string,
): Promise<{ item: Row; verdict: Verdict }> {
  const [item] = await loadItems<Row>(ctx, table, idOf(viewer), single(table, id))
  if (!item) refuse('NOT_FOUND')
  const verdict = (await authorizeAll(ctx, viewer, [lockableOf(item)])).get(item.id)!
  requireOpen(verdict)
  // Of what was removed, what its creator deleted stays with its buyers.
  if (item.status === 'removed' && !(verdict.granted && verdict.as === 'purchased')) refuse('NOT_FOUND')
  return { item, verdict }
}

/** Counts a view of an item that the viewer may view and that is published. */
export async function countItemView(
  ctx: Context,
  viewer: Viewer,
  item: { id: string; performerId: string; status: string },
  verdict: Verdict,
): Promise<void> {
  if (verdict.granted && !verdict.closed && item.status === 'published') await countView(ctx, viewer, item)
}

/** One item of the viewer’s own, in any status but removed. */
export async function ownItem<Row extends ItemRow>(
  ctx: Context,
  viewer: SignedIn,
  table: KindTable,
  id: string,
): Promise<Row> {
  const [item] = await loadItems<Row>(ctx, table, viewer.id, single(table, id))
  if (!item || item.performerId !== viewer.id || item.status === 'removed') refuse('NOT_FOUND')
  return item
}

/** These items in this order with the verdict about each, without those hidden from the viewer. */
export async function visibleItems<Row extends ItemRow>(
  ctx: Context,
  viewer: Viewer,
  table: KindTable,
  ids: readonly string[],
): Promise<{ item: Row; verdict: Verdict }[]> {
  if (ids.length === 0) return []
  const items = await loadItems<Row>(ctx, table, idOf(viewer), inThisOrder(ids))
  const verdicts = await authorizeAll(ctx, viewer, items.map(lockableOf))
  return items.map((item) => ({ item, verdict: verdicts.get(item.id)! })).filter(({ verdict }) => !isHidden(verdict))
}
