import { toHundredths } from '@fanlight/contract/fields'
import type { Context } from '../../platform/context.ts'
import { row, sql } from '../../platform/db.ts'
import { bodyHash } from '../../platform/once.ts'
import { Refusal, refuse, refuseIf } from '../../platform/refusal.ts'
import type { SignedIn } from '../../platform/viewer.ts'
import { decideAll, type Gate, type Lockable } from '../access/door.ts'
import { refuseHidden } from '../access/items.ts'
import { type ChargeRow, charge, chargedOnce, chargeThatBought } from './charge.ts'
import { presentReceipt } from './present.ts'

/** Buys a locked feed at the price it has now. Owning it already is refused with the first receipt. */
export async function unlockFeed(ctx: Context, fan: SignedIn, feedId: string, requestKey: string): Promise<ChargeRow> {
  const key = `feed:${requestKey}`
  const hash = bodyHash([feedId])
  try {
    return await chargedOnce(ctx, fan.id, key, hash, async () => {
      const feed = await lockable(ctx, feedId)
      if (!feed) refuse('NOT_FOUND')
      const decision = (await decideAll(ctx, fan, [feed])).get(feedId)!
      if (decision.granted) {
        refuseIf(decision.as === 'owner', 'NOT_TO_ONESELF')
        refuse(decision.as === 'purchased' ? 'ALREADY_PURCHASED' : 'NOT_FOR_SALE')
      }
      refuseHidden(decision)
      if (decision.why !== 'buy' || !decision.price) refuse('NOT_FOR_SALE')
      const { minimumContentPrice, maximumContentPrice } = ctx.settings.all()
      refuseIf(
        decision.price < toHundredths(minimumContentPrice) || decision.price > toHundredths(maximumContentPrice),
        'PRICE_OUT_OF_RANGE',
      )
      return charge(ctx, {
        userId: fan.id,
        performerId: feed.performerId,
        type: 'feed',
        targetId: feedId,
        tokens: decision.price,
        key,
        bodyHash: hash,
        country: fan.country,
      }).catch(async (error: unknown) => {
        // Hidden since we asked: the door says why.
        if (!(error instanceof Refusal && error.code === 'PERFORMER_NOT_FOUND')) throw error
        refuseHidden((await decideAll(ctx, fan, [feed])).get(feedId)!)
        refuse('NOT_FOUND')
      })
    })
  } catch (error) {
    // Also who ran out of tokens may have bought it a moment ago, by another request of theirs.
    if (error instanceof Refusal && (error.code === 'ALREADY_PURCHASED' || error.code === 'INSUFFICIENT_BALANCE')) {
      const first = await chargeThatBought(ctx, fan.id, feedId)
      if (first) refuse('ALREADY_PURCHASED', { receipt: presentReceipt(first) })
    }
    throw error
  }
}

type ItemRow = {
  id: string
  performer_id: string
  withheld: boolean
  status: string
  gate_type: Gate['type']
  gate_plan_ids: string[]
  gate_price: bigint | null
  gate_free_for_subscribers: boolean
}

async function lockable(ctx: Context, feedId: string): Promise<Lockable | undefined> {
  const item = await row(
    ctx.db,
    sql<ItemRow>`SELECT id, performer_id, status, (expires_at IS NOT NULL AND expires_at <= app_now()) AS withheld,
      gate_type, gate_plan_ids, gate_price, gate_free_for_subscribers FROM items WHERE id = ${feedId} AND kind = 'feed'`,
  )
  if (!item) return undefined
  const shown =
    item.status === 'published' && !item.withheld ? 'published' : item.status === 'archived' ? 'archived' : 'withheld'
  return {
    id: item.id,
    performerId: item.performer_id,
    gate: {
      type: item.gate_type,
      planIds: item.gate_plan_ids,
      price: item.gate_price,
      freeForSubscribers: item.gate_free_for_subscribers,
    },
    availability: shown,
  }
}
