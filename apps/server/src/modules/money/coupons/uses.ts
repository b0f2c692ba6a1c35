import { creatorTokensPctMax } from '@fanlight/contract/coupons'
import type { Context } from '../../../platform/context.ts'
import { refuse, refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { hiddenPerformers } from '../../access/policy.ts'
import { available, balancesOf, clearing, debt, lockAccounts, post, postReversal } from '../ledger/post.ts'
import { blockersOf } from '../payout-details/present.ts'
import * as details from '../payout-details/stored-details.ts'
import { fromMinor, leastByCardOf, tokensForPrice } from '../wallet/currency.ts'
import * as store from './store.ts'

// One use of a coupon: what it takes off, who bears it, and that no more are taken than there are. A use is held for 15 minutes while its owner
// looks at the price, stays with a card payment while that is open, counts once it is paid, and is given back where it isn’t or where all of it
// is refunded. Whoever changes one has locked its coupon, before any account of the ledger.

export const holdMinutes = 15

/** What is paid for. Prices are minor units of the site currency. */
export type PaidFor =
  | { kind: 'subscription'; price: bigint; performerId: string; planId: string }
  | { kind: 'tokens'; price: bigint }

interface Wanting {
  payer: SignedIn
  coupon: store.CouponRow
  /** Of the card that pays; null where none does, or none is chosen yet. */
  fingerprint: string | null
}
export interface Taking extends Wanting {
  what: PaidFor
}

/**
 * What the coupon takes off. The site gives at most its fee of a subscription; a creator at most half the price of tokens. It leaves nothing to
 * pay, or as much as a card takes.
 */
function discountOf(ctx: Context, coupon: store.CouponRow, { price }: PaidFor, mostPct: bigint): bigint {
  const wanted = coupon.percent === null ? least(coupon.amount!, price) : (price * BigInt(coupon.percent)) / 100n
  const discount = least(wanted, (price * mostPct) / 10_000n)
  const payable = least(price, leastByCardOf(ctx.settings.get('currency')))
  return discount === price ? price : least(discount, price - payable)
}
/** How much of a price is given at most, in hundredths of a percent. */
async function mostPctOf(ctx: Context, coupon: store.CouponRow, what: PaidFor): Promise<bigint> {
  if (what.kind === 'subscription' && coupon.performer_id === null) return store.feeOf(ctx, what.performerId)
  if (what.kind === 'tokens' && coupon.performer_id !== null) return BigInt(creatorTokensPctMax) * 100n
  return 10_000n
}
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/** Refuses with the reason why this person can’t use it for this now. Returns what it takes off, and the use that they hold. */
async function requireUsable(
  tx: Context,
  { what, ...wanting }: Taking,
  except?: store.CouponUse,
): Promise<{ discount: bigint; held: store.CouponUse | undefined }> {
  const { offers, held } = await usableFor(tx, wanting, [what], except)
  return { discount: offers[0]!.discount, held }
}
/**
 * What it takes off each of these things, of one kind and one performer, that it is for, and the use that this person holds. Refuses with
 * the reason why they can use it for none of them now.
 */
export async function usableFor<What extends PaidFor>(
  tx: Context,
  { payer, coupon, fingerprint }: Wanting,
  whats: readonly What[],
  except?: store.CouponUse,
): Promise<{ offers: { what: What; discount: bigint }[]; held: store.CouponUse | undefined }> {
  const { performer_id: owner } = coupon
  refuseIf(owner !== null && (await hiddenPerformers(tx, payer, [owner])).has(owner), 'COUPON_NOT_FOUND')
  refuseIf(owner === payer.id, 'NOT_TO_ONESELF')
  const meant = whats.filter((entry) => isFor(coupon, entry))
  const [what] = meant
  if (!what) refuse('COUPON_NOT_FOR_THIS', { appliesTo: coupon.applies_to })
  const now = tx.clock.now()
  const own = await store.heldUse(tx, coupon.id, payer.id)
  const held = own && own.held_until > now ? own : undefined
  refuseIf(coupon.starts_at > now, 'COUPON_NOT_STARTED', { startsAt: coupon.starts_at.toISOString() })
  refuseIf(!held && !except && coupon.ends_at !== null && coupon.ends_at <= now, 'COUPON_ENDED', {
    endsAt: coupon.ends_at?.toISOString(),
  })
  const counted = await store.taken(tx, {
    couponId: coupon.id,
    accountId: payer.id,
    fingerprint,
    performerId: what.kind === 'subscription' ? what.performerId : owner,
    exceptId: except?.id ?? held?.id ?? null,
  })
  refuseIf(coupon.new_subscribers_only && counted.subscribed, 'COUPON_FOR_NEW_SUBSCRIBERS')
  refuseIf(coupon.per_user !== null && counted.own >= coupon.per_user, 'COUPON_USED_BY_YOU')
  refuseIf(coupon.max_uses !== null && coupon.used + counted.open >= coupon.max_uses, 'COUPON_USED_UP', {
    maxUses: coupon.max_uses,
    price: fromMinor(what.price, tx.settings.get('currency')),
  })
  const mostPct = await mostPctOf(tx, coupon, what)
  const bearable = what.kind === 'tokens' && owner !== null ? await bearableBy(tx, owner) : null
  const offers = meant
    .map((entry) => ({ what: entry, discount: discountOf(tx, coupon, entry, mostPct) }))
    .filter(({ discount }) => bearable === null || bearable >= tokensOfDiscount(tx, discount))
  refuseIf(offers.length === 0, 'COUPON_NOT_NOW')
  return { offers, held: own }
}

function isFor({ applies_to, plan_ids, performer_id }: store.CouponRow, what: PaidFor): boolean {
  if (what.kind === 'tokens') return applies_to !== 'subscriptions'
  if (applies_to === 'tokens' || (performer_id !== null && performer_id !== what.performerId)) return false
  return plan_ids.length === 0 || plan_ids.includes(what.planId)
}

const tokensOfDiscount = (ctx: Context, minor: bigint): bigint =>
  tokensForPrice(minor, ctx.settings.get('currency'), ctx.settings.get('tokenValue'))

/**
 * The tokens with which a creator can bear a discount: from what they could be paid out, never by owing it, and only while nothing but missing
 * payout details keeps them from being paid out: otherwise a code would be a way around that. Less than none where they can't.
 */
async function bearableBy(ctx: Context, performerId: string): Promise<bigint> {
  const status = await details.statusOf(ctx, performerId)
  if (!status || blockersOf(status, undefined, undefined).some(({ code }) => code !== 'PAYOUT_DETAILS_MISSING'))
    return -1n
  const [present, owed] = await balancesOf(ctx, [available(performerId), debt(performerId)])
  return present! + owed!
}

/** Holds one use for someone who is looking at the price; again, it is the same use until the same time. */
export async function hold(tx: Context, taking: Omit<Taking, 'fingerprint'>): Promise<store.CouponUse> {
  const { discount, held } = await requireUsable(tx, { ...taking, fingerprint: null })
  const now = tx.clock.now()
  const until = held && held.held_until > now ? held.held_until : new Date(now.getTime() + holdMinutes * 60_000)
  return store.holdUse(tx, {
    coupon_id: taking.coupon.id,
    account_id: taking.payer.id,
    price: taking.what.price,
    discount,
    held_until: until,
  })
}

/** Takes a use for a payment that begins in this transaction: the one that is held, or another if there is one. */
export async function take(
  tx: Context,
  taking: Taking,
  bound: { subscriptionId?: string } = {},
): Promise<store.CouponUse> {
  const { coupon, fingerprint, payer, what } = taking
  const { discount, held } = await requireUsable(tx, taking)
  const use = await store.holdUse(tx, {
    coupon_id: coupon.id,
    account_id: payer.id,
    price: what.price,
    discount,
    held_until: held?.held_until ?? tx.clock.now(),
  })
  const borne = await bear(tx, coupon, use, what.kind)
  const to = {
    status: 'paying',
    card_fingerprint: fingerprint,
    subscription_id: bound.subscriptionId ?? null,
    ...borne,
  } as const
  await store.changeUse(tx, use, to)
  return { ...use, ...to }
}

/** The coupon with this code, locked until the transaction ends. */
export const lockCoupon = async (tx: Context, code: string): Promise<store.CouponRow> =>
  (await store.lockedByCode(tx, code)) ?? refuse('COUPON_NOT_FOUND')

/** What a creator’s coupon takes off tokens goes from their earnings to the site, which hands out the tokens. */
async function bear(tx: Context, coupon: store.CouponRow, use: store.CouponUse, kind: PaidFor['kind']) {
  const { performer_id: owner } = coupon
  const borne = kind === 'tokens' && owner !== null ? tokensOfDiscount(tx, use.discount) : 0n
  if (owner === null || borne === 0n) return { borne: 0n, turn: use.turn }
  await details.lockPerformer(tx, owner)
  await lockAccounts(tx, [available(owner)])
  refuseIf((await bearableBy(tx, owner)) < borne, 'COUPON_NOT_NOW')
  const turn = use.turn + 1
  await post(tx, {
    key: bearKey(use, turn),
    reason: 'adjustment',
    actorId: use.account_id,
    detail: { coupon: coupon.code },
    moves: [{ from: available(owner), to: clearing('TOK'), amount: borne }],
  })
  return { borne, turn }
}
const bearKey = ({ id }: store.CouponUse, turn: number): string => `coupon:${id}:${turn}`

async function giveBackBorne(tx: Context, use: store.CouponUse): Promise<void> {
  if (use.borne === 0n) return
  const key = bearKey(use, use.turn)
  await postReversal(tx, key, { key: `${key}:back`, reason: 'adjustment', actorId: use.account_id })
}

/** Whether the site bears what this code takes off. */
export const isCouponOfSite = (ctx: Context, code: string): Promise<boolean> => store.isOfSite(ctx, code)

/** The use that a card payment is for; its coupon is locked. */
export const useOfPayment = async (tx: Context, paymentId: string): Promise<store.CouponUse | undefined> =>
  (await store.useOfPayment(tx, paymentId))?.[1]

export const bindToPayment = (tx: Context, use: store.CouponUse, paymentId: string) =>
  store.changeUse(tx, use, { payment_id: paymentId })

/** It was paid: the use counts. */
export async function usePaid(tx: Context, use: store.CouponUse): Promise<store.CouponUse> {
  if (use.status === 'used') return use
  await store.changeUse(tx, use, { status: 'used' })
  await store.count(tx, use, 1)
  return { ...use, status: 'used' }
}

/** It was not paid: the use is free for others. */
export async function useNotPaid(tx: Context, use: store.CouponUse): Promise<store.CouponUse> {
  if (use.status !== 'paying') return use
  await giveBackBorne(tx, use)
  await store.changeUse(tx, use, { status: 'released', borne: 0n })
  return { ...use, status: 'released', borne: 0n }
}

/** All of it was refunded: the use doesn’t count any more. */
export async function useReturned(tx: Context, use: store.CouponUse): Promise<void> {
  if (use.status !== 'used') return
  await giveBackBorne(tx, use)
  await store.changeUse(tx, use, { status: 'returned', borne: 0n })
  await store.count(tx, use, -1)
}

/** A payment that failed is tried again for what it was made for, as long as there is a use; with another card that counts as another person. */
export async function takeAgain(
  tx: Context,
  paymentId: string,
  by: { payer: SignedIn; what: PaidFor; fingerprint: string | null },
): Promise<void> {
  const found = await store.useOfPayment(tx, paymentId)
  if (!found || !['paying', 'released'].includes(found[1].status)) return
  const [coupon, use] = found
  const { discount } = await requireUsable(tx, { ...by, coupon }, use)
  refuseIf(discount !== use.discount, 'COUPON_NOT_NOW')
  const borne = use.status === 'released' ? await bear(tx, coupon, use, by.what.kind) : {}
  await store.changeUse(tx, use, { status: 'paying', card_fingerprint: by.fingerprint, ...borne })
}
