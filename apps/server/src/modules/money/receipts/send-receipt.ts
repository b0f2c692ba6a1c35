import { forIntl } from '@fanlight/contract/locales'
import type { ChargeType } from '@fanlight/contract/charge-types'
import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { dayIn } from '../../site/mail/day.ts'
import { type EmailKind, emailText } from '../../site/mail/emails.ts'
import { mail } from '../../site/mail/outbox.ts'
import { operatorLines } from './operator-lines.ts'
import { fromMinor } from '../wallet/currency.ts'

// Receipts by email. `charge_tokens` and the settling of a card payment enqueue the job in the transaction that moves the money.

export type ReceiptOf =
  | { mailId: string; chargeId: string }
  | { mailId: string; paymentId: string; refunded?: string | undefined }

interface Payer {
  email: string
  name: string
  locale: string | null
  timezone: string
}
interface PaidCharge extends Payer {
  type: ChargeType
  tokens: bigint
  creator: string
  at: Date
}
interface PaidByCard extends Payer {
  /** What was paid: the price less `discount`. */
  amount: bigint
  discount: bigint
  couponCode: string | null
  currency: string
  tokens: bigint
  /** Of a subscription; null where the money became tokens instead. */
  creator: string | null
  brand: string | null
  last4: string | null
  at: Date
}

/** A receipt that is late by more than this, as after a restored backup, is not sent. It stays in the list of transactions. */
const latest = sql`app_now() - interval '7 days'`
const payer = sql`a.email::text AS email, a.name, a.locale, a.timezone`

/** Writes the email once per `mailId`; for a closed account it does nothing. */
export async function sendReceipt(ctx: Context, receipt: ReceiptOf): Promise<void> {
  const written = 'chargeId' in receipt ? await ofCharge(ctx, receipt) : await ofPayment(ctx, receipt)
  if (!written) return
  const { kind, to, lines } = written
  await ctx.transaction((tx) =>
    mail(tx, {
      id: receipt.mailId,
      to: to.email,
      kind,
      locale: to.locale,
      values: { name: to.name, lines: [...lines, ...operatorLines(ctx, to)] },
    }),
  )
}

interface Written {
  kind: EmailKind
  to: Payer
  lines: string[]
}

async function ofCharge(ctx: Context, { chargeId }: { chargeId: string }): Promise<Written | undefined> {
  const paid = await row(
    ctx.db,
    sql<PaidCharge>`SELECT ${payer}, c.type, c.tokens, p.name AS creator, c.created_at AS at
      FROM charges c JOIN accounts a ON a.id = c.user_id JOIN accounts p ON p.id = c.performer_id
      WHERE c.id = ${chargeId} AND a.email IS NOT NULL AND c.created_at > ${latest}`,
  )
  if (!paid) return undefined
  const text = textFor(ctx, paid)
  const line = lineIn(text)
  return {
    kind: 'receipt_purchase',
    to: paid,
    lines: [
      line('what', text(`receipt.what.${paid.type}`, { creator: paid.creator })),
      line('amount', text('receipt.tokens', { count: Number(paid.tokens) / 100 })),
      line('paidWith', text('receipt.wallet')),
      line('date', dayIn(ctx, paid, paid.at)),
      line('number', chargeId),
    ],
  }
}

async function ofPayment(
  ctx: Context,
  { paymentId, refunded }: { paymentId: string; refunded?: string | undefined },
): Promise<Written | undefined> {
  const paid = await row(
    ctx.db,
    sql<PaidByCard>`SELECT ${payer}, t.amount, t.discount, t.coupon_code AS "couponCode", t.currency, t.tokens,
        CASE WHEN NOT EXISTS (SELECT FROM ledger_transactions WHERE key = 'payment:' || t.id) THEN p.name END AS creator, k.brand, k.last4,
        ${refunded === undefined ? sql`t.credited_at` : sql`t.updated_at`} AS at
      FROM payment_transactions t JOIN accounts a ON a.id = t.account_id
        LEFT JOIN subscriptions s ON s.id = t.subscription_id LEFT JOIN accounts p ON p.id = s.performer_id
        LEFT JOIN cards k ON k.id = t.card_id
      WHERE t.id = ${paymentId} AND a.email IS NOT NULL AND t.updated_at > ${latest}`,
  )
  if (!paid) return undefined
  const text = textFor(ctx, paid)
  const line = lineIn(text)
  const money = (minor: bigint) =>
    new Intl.NumberFormat(forIntl(text.locale), { style: 'currency', currency: paid.currency }).format(
      fromMinor(minor, paid.currency),
    )
  return {
    kind: refunded === undefined ? 'receipt_top_up' : 'receipt_refund',
    to: paid,
    lines: [
      line(
        'what',
        paid.creator === null
          ? text('receipt.tokens', { count: Number(paid.tokens) / 100 })
          : text('receipt.what.subscription', { creator: paid.creator }),
      ),
      ...(refunded === undefined && paid.couponCode !== null
        ? [
            line('price', money(paid.amount + paid.discount)),
            line('coupon', `${paid.couponCode}, ${money(-paid.discount)}`),
          ]
        : []),
      refunded === undefined ? line('amount', money(paid.amount)) : line('refunded', money(BigInt(refunded))),
      ...(paid.brand && paid.last4 ? [line('paidWith', `${brandName(paid.brand)} •••• ${paid.last4}`)] : []),
      line('date', dayIn(ctx, paid, paid.at)),
      line('number', paymentId),
    ],
  }
}

const textFor = (ctx: Context, to: Payer) => emailText(to.locale ?? ctx.settings.get('defaultLocale'))
const lineIn = (text: ReturnType<typeof emailText>) => (name: string, value: string) =>
  text(`receipt.line.${name}`, { value })

const brandName = (brand: string): string => brand.charAt(0).toUpperCase() + brand.slice(1)
