import type { ChargeType } from '@fanlight/contract/charge-types'
import { toHundredths } from '@fanlight/contract/fields'
import type { Context } from '../../platform/context.ts'
import { row, sql } from '../../platform/db.ts'
import { bodyHash } from '../../platform/once.ts'
import { Refusal, refuse, refuseIf } from '../../platform/refusal.ts'
import type { SignedIn } from '../../platform/viewer.ts'
import { authorizeAll, type Lockable } from '../access/policy.ts'
import { type GateColumns, gateOf, requireVisible } from '../access/items.ts'
import { type ChargeRow, charge, chargedOnce, chargeThatBought } from '../charges/charge.ts'
import { presentReceipt } from '../charges/present.ts'
import { itemTerms, refuseNewTerms, requireShown, type Shown, shownParts } from '../charges/shown-terms.ts'
import type { KindName } from './kinds.ts'

export interface Unlock extends Shown {
  itemId: string
  key: string
}

/** Buys a locked item, never on other terms than were shown. A second purchase is refused with the receipt of the first. */
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
export async function unlockLocked(
  ctx: Context,
  fan: SignedIn,
  { type, load }: ForSale,
  { itemId, key: requestKey, ...shown }: Unlock,
): Promise<ChargeRow> {
  const key = `${type}:${requestKey}`
  const hash = bodyHash([itemId, ...shownParts(shown)])
  try {
    return await chargedOnce(ctx, fan.id, key, hash, async () => {
      const item = await load()
      if (!item) refuse('NOT_FOUND')
      const verdict = (await authorizeAll(ctx, fan, [item])).get(itemId)!
      requireVisible(verdict)
      if (verdict.granted) {
        refuseIf(verdict.as === 'owner', 'NOT_TO_ONESELF')
        refuse(verdict.as === 'purchased' ? 'ALREADY_PURCHASED' : 'NOT_FOR_SALE')
      }
      if (verdict.why !== 'buy' || !verdict.price) refuse('NOT_FOR_SALE')
      const { terms, offerVersion } = item
      const offered = { terms, price: verdict.price }
      await requireShown(
        ctx,
        offerVersion === undefined ? offered : { ...offered, item: { id: itemId, quantity: 1 } },
        shown,
      )
      const { minimumContentPrice, maximumContentPrice } = ctx.settings.all()
      refuseIf(
        verdict.price < toHundredths(minimumContentPrice) || verdict.price > toHundredths(maximumContentPrice),
        'PRICE_OUT_OF_RANGE',
      )
      return charge(ctx, {
        userId: fan.id,
        performerId: item.performerId,
        type,
        targetId: itemId,
        tokens: verdict.price,
        key,
        bodyHash: hash,
        country: fan.country,
        ...(offerVersion !== undefined && { offerVersion }),
      }).catch(async (error: unknown) => {
        // It changed since it was read: the charge compares it again.
        if (error instanceof Refusal && error.code === 'CONFLICT') {
          const now = await load()
          if (now?.availability === 'published' && now.gate.type === 'paid' && now.gate.price)
            refuseNewTerms({ terms: now.terms, price: now.gate.price }, verdict.price)
        }
        // Hidden since it was read: the access policy returns the reason.
        if (!(error instanceof Refusal && error.code === 'PERFORMER_NOT_FOUND')) throw error
        requireVisible((await authorizeAll(ctx, fan, [item])).get(itemId)!)
        refuse('NOT_FOUND')
      })
    })
  } catch (error) {
    // A buyer without enough tokens may have bought the item by a concurrent request.
    if (error instanceof Refusal && (error.code === 'ALREADY_PURCHASED' || error.code === 'INSUFFICIENT_BALANCE')) {
      const first = await chargeThatBought(ctx, fan.id, itemId)
      if (first) refuse('ALREADY_PURCHASED', { receipt: presentReceipt(first) })
    }
    throw error
  }
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
