import type { Context } from '@fanlight/server/platform/context'
import { bodyHash } from '@fanlight/server/platform/once'
import type { SignedIn } from '@fanlight/server/platform/viewer'
import type { RemotePayment } from '@fanlight/server/modules/money/payments/gateway'
import { insertPayment } from '@fanlight/server/modules/money/payments/records'
import { settle } from '@fanlight/server/modules/money/payments/settle'
import { tokensForMoney } from '@fanlight/server/modules/money/wallet/currency'

/** A payment as the test gateway would have confirmed it; returns its id. */
export async function topUp(tx: Context, fan: SignedIn, minor: bigint, key: string): Promise<string> {
  const { currency, tokenValue } = tx.settings.all()
  const payment = (await insertPayment(tx, {
    account_id: fan.id,
    purpose: 'top_up',
    amount: minor,
    currency,
    tokens: tokensForMoney(minor, currency, tokenValue),
    gateway: 'test',
    card_id: null,
    subscription_id: null,
    period_number: null,
    key,
    body_hash: bodyHash([key]),
  }))!
  await settle(tx, payment.id, settledTopUp(payment.id, minor))
  return payment.id
}

/** What the gateway says of such a payment: paid, and perhaps disputed since. */
export const settledTopUp = (id: string, minor: bigint, dispute: RemotePayment['dispute'] = null): RemotePayment => ({
  ref: `demo_${id}`,
  paymentId: id,
  status: 'succeeded',
  failureCode: null,
  actionUrl: null,
  amount: minor,
  amountRefunded: 0n,
  dispute,
})

/** The same for a price in tokens. */
export const topUpTokens = (tx: Context, fan: SignedIn, tokens: number, key: string): Promise<string> =>
  topUp(tx, fan, minorOf(tx, tokens), key)
export const minorOf = (tx: Context, tokens: number): bigint =>
  BigInt(Math.round(tokens * 100 * tx.settings.get('tokenValue')))
