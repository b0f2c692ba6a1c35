import type { PaidPurchase } from '@fanlight/contract/paid-purchases'
import type { CardGateway } from '@fanlight/contract/payments'
import type { Context } from '../../../platform/context.ts'
import { bodyHash, onceByRow } from '../../../platform/once.ts'
import { refuse, refuseIf, refuseRule } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { bindToPayment, lockCoupon, take } from '../coupons/uses.ts'
import { attempt, firstAnswer } from './attempt.ts'
import { openGateway } from './open-gateway.ts'
import { requireCardAllowed, requirePayingAllowed } from './paying-block.ts'
import { requireWithinLimit } from './top-up-limit.ts'
import { cardOf, insertPayment, type PaymentRow, paymentOfKey } from './records.ts'
import { settleFree } from './settle.ts'
import { dropPurchasesOf } from './carried.ts'
import { priceOfTokens } from './token-offer.ts'

export interface NewTopUp {
  amount?: number | undefined
  packageId?: string | undefined
  paymentGateway?: CardGateway | undefined
  /** Not needed where a coupon takes off everything. */
  cardId?: string | undefined
  coupon?: string | undefined
  /** A page of ours, to which the bank's page leads back. */
  returnPath?: string | undefined
  /** What the tokens are for: bought when the card has paid (`paid-purchases.ts`). */
  purchase?: PaidPurchase | undefined
  key: string
}

/** Buys tokens with a card. A repeated key gets the same payment, as it is by then; of requests at once, all get the gateway's answer. */
export async function topUp(ctx: Context, viewer: SignedIn, wanted: NewTopUp): Promise<PaymentRow> {
  const key = `top-up:${wanted.key}`
  const hash = bodyHash([
    wanted.amount ?? null,
    wanted.packageId ?? null,
    wanted.paymentGateway ?? null,
    wanted.cardId ?? null,
    ...(wanted.coupon === undefined ? [] : [wanted.coupon]),
    ...(wanted.returnPath === undefined ? [] : [{ returnPath: wanted.returnPath }]),
    ...(wanted.purchase === undefined ? [] : [{ purchase: wanted.purchase }]),
  ])
  const first = () => paymentOfKey(ctx, viewer.id, key)
  const payment = await onceByRow(hash, first, async () => (await first()) ?? create(ctx, viewer, wanted, key, hash))
  return accepted(payment.status === 'created' ? await attempt(ctx, payment.id) : await firstAnswer(ctx, payment))
}

async function create(
  ctx: Context,
  viewer: SignedIn,
  wanted: NewTopUp,
  key: string,
  hash: Buffer,
): Promise<PaymentRow> {
  const gateway = chosenGateway(ctx, wanted.paymentGateway)
  const offer = await priceOfTokens(ctx, wanted)
  return ctx.transaction(async (tx) => {
    const coupon = wanted.coupon === undefined ? undefined : await lockCoupon(tx, wanted.coupon)
    const card = wanted.cardId === undefined ? undefined : await cardOf(tx, viewer.id, wanted.cardId)
    if (wanted.cardId !== undefined && card?.gateway !== gateway) refuse('NOT_FOUND')
    await requirePayingAllowed(tx, viewer.id)
    if (card) await requireCardAllowed(tx, card.fingerprint)
    const what = { kind: 'tokens', price: offer.amount } as const
    const use = coupon && (await take(tx, { payer: viewer, coupon, what, fingerprint: card?.fingerprint ?? null }))
    const amount = offer.amount - (use?.discount ?? 0n)
    if (amount > 0n && !card) refuseRule('cardId', 'MISSING')
    await requireWithinLimit(tx, viewer.id, amount)
    const purchase = wanted.purchase && { ...wanted.purchase, country: viewer.country, age: viewer.age }
    if (purchase) await dropPurchasesOf(tx, viewer.id, purchase)
    const made = await insertPayment(tx, {
      account_id: viewer.id,
      purpose: 'top_up',
      amount,
      discount: use?.discount ?? 0n,
      coupon_code: coupon?.code ?? null,
      tokens: offer.tokens,
      currency: tx.settings.get('currency'),
      gateway,
      card_id: card?.id ?? null,
      subscription_id: null,
      period_number: null,
      return_path: wanted.returnPath ?? null,
      purchase: purchase ?? null,
      key,
      body_hash: hash,
    })
    if (!made) throw new Error('another request with this key was first')
    if (use) await bindToPayment(tx, use, made.id)
    return amount === 0n ? settleFree(tx, made) : made
  })
}

/** The gateway that takes cards here; requesting another is refused. */
export function chosenGateway(ctx: Context, wanted: CardGateway | undefined): CardGateway {
  const configured = ctx.settings.get('paymentGateway')
  if (wanted !== undefined && wanted !== configured) refuseRule('paymentGateway', 'GATEWAY_NOT_HERE')
  openGateway(ctx, configured)
  return configured
}

/** Turns a payment that came to nothing into the refusal its payer sees. */
export function accepted(payment: PaymentRow): PaymentRow {
  refuseIf(payment.status === 'failed', 'CARD_DECLINED', { paymentId: payment.id, failureCode: payment.failure_code })
  return payment
}
