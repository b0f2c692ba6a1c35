import { z } from 'zod'
import { couponCode, couponRefusals } from './coupons.ts'
import { endpoint, one } from './endpoint.ts'
import { says } from './field-errors.ts'
import { amount, id } from './fields.ts'
import { paidPurchase } from './paid-purchases.ts'
import { cardGateway, cardRefusals, ownPath, payment } from './payments.ts'

// spec: topup.call

/**
 * Either an amount in the site currency or a package. `cardId` may be left out where `coupon` takes off everything. A declined card is 422 CARD_DECLINED with `paymentId` and `failureCode`;
 * for `requires_action` the browser is redirected to `actionUrl`; for `processing`, poll GET /payment/transactions/:id.
 */
export const topUp = endpoint('POST /payment/wallet/top-up', {
  group: 'payments',
  summary: 'Buys tokens with a card.',
  who: 'any',
  limit: 'money',
  idempotent: 'own',
  body: z
    .object({
      amount: amount.optional(),
      packageId: id.optional(),
      paymentGateway: cardGateway.optional(),
      cardId: id.optional(),
      coupon: couponCode.optional(),
      /** Where the bank's page leads back to, with `payment` in the query; without it, to the wallet. */
      returnPath: ownPath.optional(),
      /** What the tokens are for, as it was shown: it is bought once, when the card has paid. Another for the same thing takes its place. */
      purchase: paidPurchase.optional(),
    })
    .refine((body) => (body.amount === undefined) !== (body.packageId === undefined), {
      path: ['amount'],
      message: says('PACKAGE_OR_AMOUNT'),
    }),
  reply: one(payment),
  refuses: ['AMOUNT_OUT_OF_RANGE', 'TOP_UP_LIMIT', 'NOT_TO_ONESELF', ...couponRefusals, ...cardRefusals],
})
