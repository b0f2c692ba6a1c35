import type { ChargeType } from '@fanlight/contract/charge-types'
import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { bodyHash } from '../../../platform/once.ts'
import { refuse, refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { authorizeAll, type Lockable } from '../../access/policy.ts'
import { type GateColumns, gateOf, requireVisible } from '../../access/items.ts'
import type { ChargeRow } from '../../money/charges/charge.ts'
import { requirePriceAllowed } from '../../money/charges/price-limits.ts'
import { purchase } from '../../money/charges/purchase.ts'
import { itemTerms, type Shown, shownParts } from '../../money/charges/shown-terms.ts'
import type { KindName } from './kinds.ts'

export interface Unlock extends Shown {
  itemId: string
  key: string
}

/** Buys a locked item. */
export const unlockItem = (ctx: Context, fan: SignedIn, kind: KindName, unlock: Unlock): Promise<ChargeRow> =>
  unlockLocked(ctx, fan, { type: kind, load: () => lockableItem(ctx, kind, unlock.itemId) }, unlock)

/** What may be bought: the kind of its charge, and how it is loaded in the form that the access policy reads. */
interface ForSale {
  type: ChargeType
  load: () => Promise<(Lockable & Sold) | undefined>
}
/** The terms on which it is sold, and the version of them where there may be another. */
interface Sold {
  terms: string
  offerVersion?: number
}
/** The same for what is locked and no item, such as a message. */
export const unlockLocked = (
  ctx: Context,
  fan: SignedIn,
  { type, load }: ForSale,
  { itemId, key, ...shown }: Unlock,
): Promise<ChargeRow> =>
  purchase(
    ctx,
    fan,
    {
      key: `${type}:${key}`,
      bodyHash: bodyHash([itemId, ...shownParts(shown)]),
      shown,
      ownsAfterwards: itemId,
    },
    {
      offer: async () => {
        const item = (await load()) ?? refuse('NOT_FOUND')
        const price = (await requireForSale(ctx, fan, item)) || refuse('NOT_FOR_SALE')
        requirePriceAllowed(ctx, price)
        const { performerId, terms, offerVersion: version } = item
        const offer = { type, targetId: itemId, performerId, price, terms }
        return version === undefined ? offer : { ...offer, item: { version, quantity: 1 } }
      },
    },
  )

/** What it costs this viewer; refused where they sell it, have it already or may not know of it. */
export async function requireForSale(ctx: Context, viewer: SignedIn, item: Lockable): Promise<bigint> {
  const verdict = (await authorizeAll(ctx, viewer, [item])).get(item.id)!
  requireVisible(verdict)
  if (verdict.granted) {
    refuseIf(verdict.as === 'owner', 'NOT_TO_ONESELF')
    refuse(verdict.as === 'purchased' ? 'ALREADY_PURCHASED' : 'NOT_FOR_SALE')
  }
  if (verdict.why !== 'buy') refuse('NOT_FOR_SALE')
  return verdict.price ?? 0n
}

/** An item in the form that the access policy reads; one that has expired is withheld before the job archives it. */
export async function lockableItem(
  ctx: Context,
  kind: KindName,
  itemId: string,
): Promise<(Lockable & Required<Sold>) | undefined> {
  const item = await row(
    ctx.db,
    sql<
      GateColumns & { id: string; performerId: string; status: string; hasExpired: boolean; offerVersion: number }
    >`SELECT id, performer_id AS "performerId", status, coalesce(expires_at <= app_now(), false) AS "hasExpired", gate_type AS "gateType",
        gate_plan_ids AS "gatePlanIds", gate_list_ids AS "gateListIds", gate_price AS "gatePrice", gate_free_for_subscribers AS "gateFreeForSubscribers",
        offer_version AS "offerVersion"
      FROM items WHERE id = ${itemId} AND kind = ${kind}`,
  )
  if (!item) return undefined
  const { id, performerId, status, hasExpired, offerVersion } = item
  const availability = status === 'published' && !hasExpired ? status : status === 'archived' ? status : 'withheld'
  return { id, performerId, gate: gateOf(item), availability, terms: itemTerms(item), offerVersion }
}
