import type { ChargeType } from '@fanlight/contract/charge-types'
import { toHundredths } from '@fanlight/contract/fields'
import type { Context } from '../../../platform/context.ts'
import { Refusal, refuse } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { type ChargeRow, charge, chargedOnce, chargeThatBought } from './charge.ts'
import { presentReceipt } from './present.ts'
import { type Offered, refuseNewTerms, requireShown, type Shown } from './shown-terms.ts'

// Everything that a wallet pays for at once is bought here: what is offered to this buyer now, whether that is what they were shown, the
// charge with what belongs to it and, where it is refused, why. Kinds of purchases differ in how they make an offer and in what is written
// with the charge.

/** What is offered to a buyer at this moment. */
export interface Offer extends Pick<Offered, 'price'> {
  type: ChargeType
  targetId: string
  performerId: string
  /** The version of all that was shown; null where the buyer alone says what they give, as with a tip. */
  terms: string | null
  /** Of an item, which counts the versions of its offer: the charge compares it again. */
  item?: { version: number; quantity: number }
  /** What it earns is in escrow until it is captured. */
  escrow?: boolean
  note?: string
}

export interface Sale<Made extends Offer> {
  /** What is offered to this buyer now. Refuses, with the reason, what they may not see, sell themselves, have already or can’t buy. */
  offer: (at: Context) => Promise<Made>
  /** Writes what belongs to the charge in one transaction with it, and pays in between. Without it, the charge is all there is. */
  withCharge?: (tx: Context, offer: Made, pay: (id?: string) => Promise<ChargeRow>) => Promise<ChargeRow>
  /** Refuses, with the reason, a performer who became hidden from the buyer; without it, the offer does. */
  requireVisible?: (ctx: Context) => Promise<unknown>
}

export interface PurchaseRequest {
  /** Unique among the charges of the buyer; the same key with another body is refused. */
  key: string
  bodyHash: Buffer
  shown: Shown
  /** What the buyer owns afterwards, and buys once. */
  ownsAfterwards?: string
}

/** Buys what is offered, once a key and never on other terms than were shown. A second purchase is refused with the receipt of the first. */
export async function purchase<Made extends Offer>(
  ctx: Context,
  buyer: SignedIn,
  request: PurchaseRequest,
  sale: Sale<Made>,
): Promise<ChargeRow> {
  const { key, bodyHash } = request
  const buy = (at: Context) => purchaseWithin(at, buyer, request, sale)
  try {
    return await chargedOnce(ctx, buyer.id, key, bodyHash, () => (sale.withCharge ? ctx.transaction(buy) : buy(ctx)))
  } catch (error) {
    if (error instanceof Refusal) await explain(ctx, buyer, request, sale, error)
    throw error
  }
}

/** The same as a part of something larger, in its transaction, which sees to it that it happens once. */
export async function purchaseWithin<Made extends Offer>(
  at: Context,
  buyer: SignedIn,
  { key, bodyHash, shown }: PurchaseRequest,
  sale: Sale<Made>,
): Promise<ChargeRow> {
  const offer = await sale.offer(at)
  if (offer.terms !== null) await requireShown(at, shownOf(offer), shown)
  const pay = (id?: string) =>
    charge(at, {
      ...(id !== undefined && { id }),
      userId: buyer.id,
      performerId: offer.performerId,
      type: offer.type,
      targetId: offer.targetId,
      tokens: offer.price,
      key,
      bodyHash,
      country: buyer.country,
      ...(offer.note !== undefined && { note: offer.note }),
      ...(offer.escrow !== undefined && { escrow: offer.escrow }),
      ...(offer.item && { offerVersion: offer.item.version }),
    })
  return sale.withCharge ? sale.withCharge(at, offer, pay) : pay()
}

/** Refuses with more than the charge knows, where there is more to say. */
async function explain<Made extends Offer>(
  ctx: Context,
  buyer: SignedIn,
  { shown, ownsAfterwards }: PurchaseRequest,
  sale: Sale<Made>,
  { code }: Refusal,
): Promise<void> {
  // The charge found another version than was read, or a performer who is hidden: what is offered by now, or why nothing is.
  if (code === 'CONFLICT') {
    const offer = await sale.offer(ctx)
    const { expectedPrice } = shown
    if (offer.terms !== null)
      refuseNewTerms(shownOf(offer), expectedPrice === undefined ? undefined : toHundredths(expectedPrice))
  }
  if (code === 'PERFORMER_NOT_FOUND') await (sale.requireVisible ?? sale.offer)(ctx)
  // A buyer without enough tokens may have bought it by a concurrent request.
  if (ownsAfterwards && (code === 'ALREADY_PURCHASED' || code === 'INSUFFICIENT_BALANCE')) {
    const first = await chargeThatBought(ctx, buyer.id, ownsAfterwards)
    if (first) refuse('ALREADY_PURCHASED', { receipt: presentReceipt(first) })
  }
}

const shownOf = ({ price, terms, item, targetId }: Offer): Offered => ({
  terms: terms!,
  price,
  ...(item && { item: { id: targetId, quantity: item.quantity } }),
})
