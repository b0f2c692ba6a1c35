import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { GatewayDown, GatewayRefusal, GatewayTimeout, type RemotePayment } from './gateway.ts'
import { openGateway } from './open-gateway.ts'
import { openStatuses } from './payment-state.ts'
import { requireCardAllowed, requirePayingAllowed } from './paying-block.ts'
import { settle, settleRefused } from './settle.ts'
import { cardOf, cardsOf, type PaymentRow } from './records.ts'
import { beginAttempt, customerOf, paymentById, stuckPayments } from './store.ts'

const processingSeconds = 20
const abandonedHours = 24

/** Has the gateway take the money. Of two at once, one calls the gateway and the other waits for its answer. */
export async function attempt(ctx: Context, paymentId: string): Promise<PaymentRow> {
  await requireAllowed(ctx, paymentId)
  const begun = await beginAttempt(ctx, paymentId, null)
  return begun ? sendToGateway(ctx, begun) : firstAnswer(ctx, (await paymentById(ctx, paymentId))!)
}

const answerPollMs = 100
/** The payment after the gateway's first answer, if another request is just waiting for it: repeated keys get the same reply. */
export async function firstAnswer(ctx: Context, payment: PaymentRow): Promise<PaymentRow> {
  const isAwaited = ({ status, gateway_ref, updated_at }: PaymentRow) =>
    status === 'processing' &&
    gateway_ref === null &&
    ctx.clock.now().getTime() - updated_at.getTime() < processingSeconds * 1000
  let now = payment
  while (isAwaited(now)) {
    await sleep(answerPollMs)
    now = (await paymentById(ctx, payment.id))!
  }
  return now
}

async function requireAllowed(ctx: Context, paymentId: string): Promise<void> {
  const payment = await paymentById(ctx, paymentId)
  if (payment?.status !== 'created') return
  await requirePayingAllowed(ctx, payment.account_id)
  const card = await cardToCharge(ctx, payment)
  await requireCardAllowed(ctx, card?.fingerprint ?? null)
}

/** Calls the gateway for an attempt that was begun. Calling twice for one attempt is harmless: the second gets the first's answer. */
export async function sendToGateway(ctx: Context, payment: PaymentRow): Promise<PaymentRow> {
  const gateway = openGateway(ctx, payment.gateway)
  const card = await cardToCharge(ctx, payment)
  const customerRef = await customerOf(ctx, payment.account_id, payment.gateway)
  if (!card || !customerRef)
    return (await readFromGateway(ctx, payment)) ?? (await settleRefused(ctx, payment.id, 'card_removed'))!
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
      returnPath: returnPathOf(payment),
    })
    return (await settle(ctx, payment.id, remote))!
  } catch (error) {
    // The money may have moved: the payment stays in processing until the gateway says.
    if (error instanceof GatewayTimeout) return (await paymentById(ctx, payment.id))!
    if (error instanceof GatewayRefusal)
      return (await readFromGateway(ctx, payment)) ?? (await settleRefused(ctx, payment.id, error.code))!
    if (error instanceof GatewayDown) {
      await settleRefused(ctx, payment.id, 'gateway_unavailable')
      refuse('GATEWAY_UNAVAILABLE', { paymentId: payment.id })
    }
    throw error
  }
}

/** Where the bank's page leads back to. */
function returnPathOf({ id, purpose, return_path: wanted }: PaymentRow): string {
  const path = wanted ?? (purpose === 'top_up' ? '/user/wallet' : '/user/subscriptions')
  return `${path}${path.includes('?') ? '&' : '?'}payment=${id}`
}

/** Nobody is there who could answer the bank: not so where somebody changes their plan. */
export const isRenewal = (payment: PaymentRow): boolean =>
  (payment.period_number ?? 1) > 1 && payment.plan_change_id === null

// A renewal whose card was removed is paid with the default card.
async function cardToCharge(ctx: Context, payment: PaymentRow) {
  const chosen = payment.card_id ? await cardOf(ctx, payment.account_id, payment.card_id) : undefined
  if (chosen || !isRenewal(payment)) return chosen
  return (await cardsOf(ctx, payment.account_id)).find((card) => card.gateway === payment.gateway)
}

/** Reads an open payment from its gateway again. Undefined where the gateway does not know it. */
export async function readFromGateway(ctx: Context, payment: PaymentRow): Promise<PaymentRow | undefined> {
  const gateway = openGateway(ctx, payment.gateway)
  const customerRef = payment.gateway_ref ? null : await customerOf(ctx, payment.account_id, payment.gateway)
  const remote = payment.gateway_ref
    ? await gateway.read(payment.gateway_ref)
    : customerRef !== null && (await gateway.find(payment.id, customerRef))
  if (!remote) return undefined
  return settle(ctx, payment.id, remote)
}

/** For displaying a payment: as up to date as the gateway allows, and never an error because the gateway is slow. */
export async function refreshFromGateway(ctx: Context, payment: PaymentRow): Promise<void> {
  if (!openStatuses.includes(payment.status)) return
  await readFromGateway(ctx, payment).catch((error: unknown) =>
    ctx.log.warn({ err: error, paymentId: payment.id }, 'the gateway could not be reached'),
  )
}

/** Determines the status of payments for which no webhook has arrived; runs every few seconds. */
export async function settleStuckPayments(ctx: Context): Promise<void> {
  for (const payment of await stuckPayments(ctx, processingSeconds, abandonedHours)) {
    try {
      if (payment.status !== 'processing') await abandon(ctx, payment)
      else if (!(await readFromGateway(ctx, payment))) await sendToGateway(ctx, payment)
    } catch (error) {
      ctx.log.warn(
        { err: error, paymentId: payment.id },
        'the status of a payment could not be read from its gateway; it is read again later',
      )
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
