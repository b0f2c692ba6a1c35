import type { Context } from '../../../platform/context.ts'
import { once } from '../../../platform/once.ts'
import { refuse, refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { sendToGateway } from './attempt.ts'
import { retryable } from './payment-state.ts'
import { cardOf, listedPayment, type ListedPayment, type PaymentRow } from './records.ts'
import { requireCardAllowed, requirePayingAllowed } from './paying-block.ts'
import { beginAttempt } from './store.ts'
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
    const card = cardId ?? payment.card_id
    const own = card ? await cardOf(tx, viewer.id, card) : undefined
    if (own?.gateway !== payment.gateway) refuse('NOT_FOUND')
    await requirePayingAllowed(tx, viewer.id)
    await requireCardAllowed(tx, own.fingerprint)
    if (payment.purpose === 'top_up') await requireWithinLimit(tx, viewer.id, payment.amount, paymentId)
    begun = await beginAttempt(tx, paymentId, own.id)
    return null
  })
  if (begun) await sendToGateway(ctx, begun)
  const after = await current()
  accepted(after)
  return after
}
