import type { Context } from '../../platform/context.ts'
import { bodyHash } from '../../platform/once.ts'
import { refuse, refuseIf } from '../../platform/refusal.ts'
import type { SignedIn } from '../../platform/viewer.ts'
import { attempt } from './attempt.ts'
import { retryable } from './life.ts'
import { cardOf, listedPayment, type ListedPayment } from './records.ts'
import { insertRetry, retryOfKey } from './store.ts'
import { accepted } from './top-up.ts'

export interface Retry {
  paymentId: string
  cardId?: string | undefined
  key: string
}

/** Tries again with the same card or another of one's own. A repeated key tries nothing and tells how the payment stands. */
export async function retry(ctx: Context, viewer: SignedIn, wanted: Retry): Promise<ListedPayment> {
  const { paymentId, key } = wanted
  const hash = bodyHash([paymentId, wanted.cardId ?? null])
  const current = async () => (await listedPayment(ctx, viewer.id, paymentId)) ?? refuse('NOT_FOUND')
  const asked = async (): Promise<boolean> => {
    const first = await retryOfKey(ctx, viewer.id, key)
    refuseIf(first !== undefined && !first.body_hash.equals(hash), 'KEY_REUSED')
    return first !== undefined
  }
  const payment = await current()
  if (!(await asked())) {
    refuseIf(!retryable.includes(payment.status), 'PAYMENT_NOT_RETRYABLE')
    const card = wanted.cardId ?? payment.card_id
    const own = card ? await cardOf(ctx, viewer.id, card) : undefined
    if (own?.gateway !== payment.gateway) refuse('NOT_FOUND')
    await attempt(ctx, payment.id, own.id, (tx) => insertRetry(tx, { accountId: viewer.id, key, paymentId, hash }))
    // Two at once with one key and two bodies: the second learns it here.
    await asked()
  }
  const after = await current()
  accepted(after)
  return after
}
