import type { Context } from '../../../platform/context.ts'
import { once } from '../../../platform/once.ts'
import { refuse, refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { lockCoupon, type PaidFor, takeAgain } from '../coupons/uses.ts'
import { paidForFirstPeriod } from '../subscriptions/subscribe.ts'
import { sendToGateway } from './attempt.ts'
import { retryable } from './payment-state.ts'
import { cardOf, listedPayment, type ListedPayment, type PaymentRow } from './records.ts'
import { requireCardAllowed, requirePayingAllowed } from './paying-block.ts'
import { beginAttempt, lockPayment } from './store.ts'
import { accepted } from './top-up.ts'
import { requireWithinLimit } from './top-up-limit.ts'

export interface Retry {
  paymentId: string
  cardId?: string | undefined
  key: string
}

/** Tries again with the same card or another of one's own. A repeated key starts no attempt and returns the payment's present state. */
export async function retry(ctx: Context, viewer: SignedIn, { paymentId, cardId, key }: Retry): Promise<ListedPayment> {
  const current = async () => (await listedPayment(ctx, viewer.id, paymentId)) ?? refuse('NOT_FOUND')
  const payment = await current()
  let begun = undefined as PaymentRow | undefined
  // The key and the attempt are one transaction; the gateway is called after it, as no transaction may wait for another machine.
  await once(ctx, viewer.id, 'POST /payment/retry/:id', key, [paymentId, cardId ?? null], async (tx) => {
    refuseIf(!retryable.includes(payment.status), 'PAYMENT_NOT_RETRYABLE')
    // In the order in which settling locks them.
    if (payment.coupon_code !== null) {
      await lockPayment(tx, paymentId)
      await lockCoupon(tx, payment.coupon_code)
    }
    const card = cardId ?? payment.card_id
    const own = card ? await cardOf(tx, viewer.id, card) : undefined
    if (own?.gateway !== payment.gateway) refuse('NOT_FOUND')
    await requirePayingAllowed(tx, viewer.id)
    await requireCardAllowed(tx, own.fingerprint)
    if (payment.coupon_code !== null) {
      const by = { payer: viewer, what: await paidForBy(tx, payment), fingerprint: own.fingerprint }
      await takeAgain(tx, paymentId, by)
    }
    if (payment.purpose === 'top_up') await requireWithinLimit(tx, viewer.id, payment.amount, paymentId)
    begun = await beginAttempt(tx, paymentId, own.id)
    return null
  })
  if (begun) await sendToGateway(ctx, begun)
  const after = await current()
  accepted(after)
  return after
}

/** What a payment with a coupon was made for, at the price without it. */
async function paidForBy(tx: Context, payment: ListedPayment): Promise<PaidFor> {
  if (payment.subscription_id === null) return { kind: 'tokens', price: payment.amount + payment.discount }
  return paidForFirstPeriod(tx, payment.subscription_id)
}
