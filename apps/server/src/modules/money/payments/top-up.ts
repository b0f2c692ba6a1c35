import type { CardGateway } from '@fanlight/contract/payments'
import type { Context } from '../../../platform/context.ts'
import { bodyHash, onceByRow } from '../../../platform/once.ts'
import { refuse, refuseField, refuseRule, refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { toMinor, tokensForMoney } from '../wallet/currency.ts'
import { packageOnOffer } from '../wallet/packages.ts'
import { attempt, firstAnswer } from './attempt.ts'
import { openGateway } from './open-gateway.ts'
import { requireCardAllowed, requirePayingAllowed } from './paying-block.ts'
import { requireWithinLimit } from './top-up-limit.ts'
import { cardOf, insertPayment, type PaymentRow, paymentOfKey } from './records.ts'

export interface NewTopUp {
  amount?: number | undefined
  packageId?: string | undefined
  paymentGateway?: CardGateway | undefined
  cardId: string
  key: string
}

/** Buys tokens with a card. A repeated key gets the same payment, as it is by then; of requests at once, all get the gateway's answer. */
export async function topUp(ctx: Context, viewer: SignedIn, wanted: NewTopUp): Promise<PaymentRow> {
  const key = `top-up:${wanted.key}`
  const hash = bodyHash([wanted.amount ?? null, wanted.packageId ?? null, wanted.paymentGateway ?? null, wanted.cardId])
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
  const offer = await offerOf(ctx, wanted)
  return ctx.transaction(async (tx) => {
    const card = await cardOf(tx, viewer.id, wanted.cardId)
    if (card?.gateway !== gateway) refuse('NOT_FOUND')
    await requirePayingAllowed(tx, viewer.id)
    await requireCardAllowed(tx, card.fingerprint)
    await requireWithinLimit(tx, viewer.id, offer.amount)
    const made = await insertPayment(tx, {
      account_id: viewer.id,
      purpose: 'top_up',
      ...offer,
      currency: tx.settings.get('currency'),
      gateway,
      card_id: card.id,
      subscription_id: null,
      period_number: null,
      key,
      body_hash: hash,
    })
    return made ?? (await paymentOfKey(tx, viewer.id, key))!
  })
}

async function offerOf(ctx: Context, { amount, packageId }: NewTopUp): Promise<{ amount: bigint; tokens: bigint }> {
  const { currency, tokenValue, minimumWalletPrice, maximumWalletPrice } = ctx.settings.all()
  if (packageId) {
    const offer = await packageOnOffer(ctx, packageId)
    if (!offer) refuse('NOT_FOUND')
    return { amount: offer.price, tokens: offer.tokens + offer.bonus }
  }
  const minor = toMinor(amount!, currency)
  const limits = { minimum: minimumWalletPrice, maximum: maximumWalletPrice }
  if (minor < toMinor(minimumWalletPrice, currency) || minor > toMinor(maximumWalletPrice, currency))
    refuseField('AMOUNT_OUT_OF_RANGE', 'amount', undefined, limits)
  return { amount: minor, tokens: tokensForMoney(minor, currency, tokenValue) }
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
