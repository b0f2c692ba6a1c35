import type { Context } from '../../platform/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { GatewayDown, GatewayRefusal, GatewayTimeout, type RemotePayment } from './gateway.ts'
import { openGateway } from './open-gateway.ts'
import { open } from './life.ts'
import { settle, settleRefused } from './settle.ts'
import { cardOf, cardsOf, type PaymentRow } from './records.ts'
import { beginAttempt, customerOf, paymentById, stuckPayments } from './store.ts'

const processingSeconds = 20
const abandonedHours = 24

/**
 * Asks the gateway to take the money. Of two at once, one asks and the other is told how it stands. `claim` is asked in the transaction
 * that begins the attempt; when it says no, nothing is begun.
 */
export async function attempt(
  ctx: Context,
  paymentId: string,
  cardId: string | null = null,
  claim?: (tx: Context) => Promise<boolean>,
): Promise<PaymentRow> {
  const begun = await ctx.transaction(async (tx) =>
    !claim || (await claim(tx)) ? beginAttempt(tx, paymentId, cardId) : undefined,
  )
  return begun ? ask(ctx, begun) : (await paymentById(ctx, paymentId))!
}

// Asking twice with the same attempt is harmless: the gateway answers the second as the first.
async function ask(ctx: Context, payment: PaymentRow): Promise<PaymentRow> {
  const gateway = openGateway(ctx, payment.gateway)
  const card = await cardToCharge(ctx, payment)
  const customerRef = await customerOf(ctx, payment.account_id, payment.gateway)
  if (!card || !customerRef)
    return (await learn(ctx, payment)) ?? (await settleRefused(ctx, payment.id, 'card_removed'))!
  try {
    const remote = await gateway.charge({
      paymentId: payment.id,
      attempt: payment.attempts,
      ref: payment.gateway_ref,
      amount: payment.amount,
      currency: payment.currency,
      customerRef,
      cardRef: card.gateway_ref,
      offSession: isRenewal(payment),
      returnPath:
        payment.purpose === 'top_up'
          ? `/user/wallet?payment=${payment.id}`
          : `/user/subscriptions?payment=${payment.id}`,
    })
    return (await settle(ctx, payment.id, remote))!
  } catch (error) {
    // The money may have moved: the payment stays in processing until the gateway says.
    if (error instanceof GatewayTimeout) return (await paymentById(ctx, payment.id))!
    if (error instanceof GatewayRefusal)
      return (await learn(ctx, payment)) ?? (await settleRefused(ctx, payment.id, error.code))!
    if (error instanceof GatewayDown) {
      await settleRefused(ctx, payment.id, 'gateway_unavailable')
      refuse('GATEWAY_UNAVAILABLE', { paymentId: payment.id })
    }
    throw error
  }
}

export const isRenewal = (payment: PaymentRow): boolean => (payment.period_number ?? 1) > 1

// A renewal whose card was removed is paid with the default card.
async function cardToCharge(ctx: Context, payment: PaymentRow) {
  const chosen = payment.card_id ? await cardOf(ctx, payment.account_id, payment.card_id) : undefined
  if (chosen || !isRenewal(payment)) return chosen
  return (await cardsOf(ctx, payment.account_id)).find((card) => card.gateway === payment.gateway)
}

/** Reads an open payment from its gateway again. Undefined where the gateway does not know it. */
export async function learn(ctx: Context, payment: PaymentRow): Promise<PaymentRow | undefined> {
  const gateway = openGateway(ctx, payment.gateway)
  const customerRef = payment.gateway_ref ? null : await customerOf(ctx, payment.account_id, payment.gateway)
  const remote = payment.gateway_ref
    ? await gateway.read(payment.gateway_ref)
    : customerRef !== null && (await gateway.find(payment.id, customerRef))
  if (!remote) return undefined
  return settle(ctx, payment.id, remote)
}

/** For whoever looks at a payment: as fresh as the gateway allows, and never an error because it is slow. */
export async function refreshed(ctx: Context, payment: PaymentRow): Promise<void> {
  if (!open.includes(payment.status)) return
  await learn(ctx, payment).catch((error: unknown) =>
    ctx.log.warn({ err: error, paymentId: payment.id }, 'the gateway could not be asked'),
  )
}

/** Finds out what became of payments that nobody has told us about; runs every few seconds. */
export async function settleStuckPayments(ctx: Context): Promise<void> {
  for (const payment of await stuckPayments(ctx, processingSeconds, abandonedHours)) {
    try {
      if (payment.status !== 'processing') await abandon(ctx, payment)
      else if (!(await learn(ctx, payment))) await ask(ctx, payment)
    } catch (error) {
      ctx.log.warn({ err: error, paymentId: payment.id }, 'a stuck payment stays stuck for now')
    }
  }
}

async function abandon(ctx: Context, payment: PaymentRow): Promise<void> {
  const gone: RemotePayment = {
    ref: payment.gateway_ref ?? `none:${payment.id}`,
    paymentId: payment.id,
    status: 'cancelled',
    failureCode: 'abandoned',
    actionUrl: null,
    amount: payment.amount,
    amountRefunded: 0n,
    dispute: null,
  }
  const remote = payment.gateway_ref ? await openGateway(ctx, payment.gateway).cancel(payment.gateway_ref) : gone
  await settle(ctx, payment.id, remote ?? gone)
}
