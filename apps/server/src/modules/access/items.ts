import type { Context } from '../../platform/context.ts'
import { row, sql } from '../../platform/db/db.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { type Verdict, authorizeAll, type Gate, type Lockable } from './policy.ts'

export interface Item extends Lockable {
  kind: 'feed' | 'gallery' | 'video' | 'photo' | 'product'
  status: string
}
export interface GateColumns {
  gateType: Gate['type']
  gatePlanIds: string[]
  gateListIds: string[]
  gatePrice: bigint | null
  gateFreeForSubscribers: boolean
}
export const gateOf = (columns: GateColumns): Gate => ({
  type: columns.gateType,
  planIds: columns.gatePlanIds,
  listIds: columns.gateListIds,
  price: columns.gatePrice,
  freeForSubscribers: columns.gateFreeForSubscribers,
})

/** An item that its owner deleted after publishing stays available to its buyers, even during the deletion. */
export const availabilityOf = (status: string, reason: string | null): Lockable['availability'] =>
  status === 'published'
    ? 'published'
    : status === 'archived' || (status === 'removed' && reason === deletedByOwner)
      ? 'archived'
      : 'withheld'
export const deletedByOwner = 'deleted by its owner'
/** Of an item that its owner deleted while staff had hidden it: those who bought it don't get it back by that. */
export const deletedWhileHidden = 'deleted by its owner while hidden'
/** Of an item that shows a person who withdrew their consent. */
export const consentWithdrawn = 'consent withdrawn'

/** An item with the access policy's verdict for this viewer. Refused if the item is hidden from them. */
export async function visibleItem(
  ctx: Context,
  viewer: Viewer,
  itemId: string,
  kind?: Item['kind'],
): Promise<{ item: Item; verdict: Verdict }> {
  const found = await row(
    ctx.db,
    sql<
      GateColumns & { id: string; kind: Item['kind']; performerId: string; status: string; statusReason: string | null }
    >`
      SELECT id, kind, performer_id AS "performerId", status, status_reason AS "statusReason", gate_type AS "gateType",
        gate_plan_ids AS "gatePlanIds", gate_list_ids AS "gateListIds", gate_price AS "gatePrice", gate_free_for_subscribers AS "gateFreeForSubscribers"
      FROM items WHERE id = ${itemId}`,
  )
  if (!found || (kind && found.kind !== kind)) refuse('NOT_FOUND')
  const item: Item = {
    id: found.id,
    kind: found.kind,
    performerId: found.performerId,
    status: found.status,
    gate: gateOf(found),
    availability: availabilityOf(found.status, found.statusReason),
  }
  const verdict = (await authorizeAll(ctx, viewer, [item])).get(item.id)!
  requireVisible(verdict)
  return { item, verdict }
}

/** The gate of a product closes its file alone: everyone who may know of it sees its page. */
export const openKinds: ReadonlySet<Item['kind']> = new Set(['product'])

/** Whether everyone who may know of an item reads its text and tags, as `feed_search_changed` has it for search. */
export const isTextOpenSql = (item: string): string =>
  `(${item}.gate_type = 'public' OR ${item}.kind IN (${[...openKinds].map((kind) => `'${kind}'`).join(', ')}))`

/** The same, for actions that require viewing access to the item itself: comment, like, vote. */
export async function viewableItem(
  ctx: Context,
  viewer: Viewer,
  itemId: string,
  kind?: Item['kind'],
): Promise<{ item: Item; verdict: Verdict }> {
  const found = await visibleItem(ctx, viewer, itemId, kind)
  if (!found.verdict.granted && !openKinds.has(found.item.kind)) refuse(codeOf[found.verdict.why])
  return found
}

/** The same, to read what others say of it: of a video that is for sale, everyone who may know of it reads that before buying. */
export async function discussedItem(
  ctx: Context,
  viewer: Viewer,
  itemId: string,
): Promise<{ item: Item; verdict: Verdict }> {
  const found = await visibleItem(ctx, viewer, itemId)
  const { item, verdict } = found
  const isForSale = item.kind === 'video' && item.gate.type === 'paid'
  if (!verdict.granted && !openKinds.has(item.kind) && !isForSale) refuse(codeOf[verdict.why])
  return found
}

/**
 * Whether the existence of an item is hidden: by a denial, or because its performer is. What was bought from such a performer opens alone,
 * where `requireOpen` says so.
 */
export const isHidden = (verdict: Verdict): boolean => whyHidden(verdict) !== undefined

const whyHidden = (verdict: Verdict): 'blocked' | 'geo' | 'age' | 'unavailable' | undefined => {
  if (verdict.granted) return verdict.closed
  const { why } = verdict
  return why === 'blocked' || why === 'geo' || why === 'age' || why === 'unavailable' ? why : undefined
}

export function requireVisible(verdict: Verdict): void {
  const why = whyHidden(verdict)
  if (why) refuse(codeOf[why])
}

/** The same for the item itself, without what belongs to it: what was bought from a performer who is hidden since opens. */
export function requireOpen(verdict: Verdict): void {
  if (!verdict.granted) requireVisible(verdict)
}

/** For actions that require viewing access: says what is missing. */
export function requireGranted(verdict: Verdict): void {
  if (!verdict.granted) refuse(codeOf[verdict.why])
}

const codeOf = {
  'sign-in': 'NOT_SIGNED_IN',
  follow: 'FOLLOW_REQUIRED',
  subscribe: 'SUBSCRIPTION_REQUIRED',
  buy: 'PURCHASE_REQUIRED',
  blocked: 'NOT_FOUND',
  geo: 'GEO_BLOCKED',
  age: 'AGE_REQUIRED',
  list: 'NOT_ON_LIST',
  unavailable: 'NOT_FOUND',
} as const
