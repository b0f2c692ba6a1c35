import { fromHundredths } from '@fanlight/contract/fields'
import type { Card, Payment } from '@fanlight/contract/payments'
import { fromMinor } from '../wallet/currency.ts'
import type { CardRow, ListedPayment } from './records.ts'

export const presentCard = (card: CardRow): Card => ({
  _id: card.id,
  gateway: card.gateway,
  brand: card.brand,
  last4: card.last4,
  expMonth: card.exp_month,
  expYear: card.exp_year,
  isDefault: card.is_default,
  createdAt: new Date(card.created_at).toISOString(),
})

export const presentPayment = (payment: ListedPayment): Payment => ({
  _id: payment.id,
  purpose: payment.purpose,
  amount: fromMinor(payment.amount, payment.currency),
  discount: fromMinor(payment.discount, payment.currency),
  couponCode: payment.coupon_code,
  currency: payment.currency,
  tokens: fromHundredths(payment.tokens),
  gateway: payment.gateway,
  status: payment.status,
  failureCode: payment.failure_code,
  actionUrl: payment.action_url,
  amountRefunded: fromMinor(payment.amount_refunded, payment.currency),
  subscriptionId: payment.subscription_id,
  card: payment.card && presentCard(payment.card),
  attempts: payment.attempts,
  purchase: payment.purchase_status && { status: payment.purchase_status, code: payment.purchase_code },
  createdAt: payment.created_at.toISOString(),
  updatedAt: payment.updated_at.toISOString(),
})
