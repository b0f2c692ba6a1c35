import { z } from 'zod'
import { sql } from '../../../../platform/db/db.ts'
import { count, flag, hundredths, id, instant, type Subject, text } from './subject.ts'

// Money, to the hundredth. Tokens are counted in hundredths, currencies in their minor units; nothing is rounded or added up.

export const moneySubjects: readonly Subject[] = [
  {
    name: 'balances',
    about: 'The balances of this person’s ledger accounts.',
    tables: ['ledger_accounts', 'ledger_tail'],
    csv: true,
    record: z.strictObject({ ledgerAccount: text, currency: text, amountHundredths: hundredths }),
    select: (
      accountId,
    ) => sql`SELECT kind AS "ledgerAccount", currency, ledger_balance_of(kind, owner_id, currency) AS "amountHundredths"
      FROM ledger_accounts WHERE kind = ANY(ARRAY['fan_wallet', 'fan_bonus', 'performer_pending', 'performer_available', 'performer_reserve',
        'performer_in_payout', 'escrow', 'debt']) AND owner_id = ${accountId} ORDER BY kind, currency`,
  },
  {
    name: 'wallet-entries',
    about:
      'Lines of the books about this person’s wallet, each with the transaction that it belongs to: of all they paid, spent and got back.',
    tables: ['ledger_transactions', 'ledger_entries', 'wallet_holds'],
    csv: true,
    record: z.strictObject({
      transactionId: id,
      line: count,
      reason: text,
      currency: text,
      amountHundredths: hundredths.describe('Above zero where it came in.'),
      reverses: id.nullable(),
      detail: z.record(z.string(), z.unknown()),
      at: instant,
    }),
    // Entries are found through what they are about: an index by account would cost every tip. A key of a payment's posting begins
    // with its payment; the bounds hold in any collation, and the rest is compared byte for byte.
    select: (
      accountId,
    ) => sql`SELECT t.id AS "transactionId", e.line, t.reason, e.currency, e.amount AS "amountHundredths", t.reverses,
        t.detail, t.created_at AS at
      FROM (
        SELECT c.transaction_id AS id FROM charges c WHERE c.user_id = ${accountId}
        UNION SELECT x.id FROM charges c JOIN ledger_transactions x ON x.key = 'return:' || c.id WHERE c.user_id = ${accountId} AND c.tokens_returned > 0
        UNION SELECT k.id FROM wallet_holds h CROSS JOIN LATERAL (SELECT x.id FROM ledger_transactions x
            WHERE x.key >= 'hold:' || h.id AND x.key <= 'hold:' || h.id || ':zzzz' AND starts_with(x.key, 'hold:' || h.id)
            OFFSET 0) k
          WHERE h.user_id = ${accountId}
        UNION SELECT k.id FROM payment_transactions p CROSS JOIN LATERAL (SELECT x.id FROM ledger_transactions x
            WHERE x.key >= 'payment:' || p.id AND x.key <= 'payment:' || p.id || ':zzzz' AND starts_with(x.key, 'payment:' || p.id)
            OFFSET 0) k
          WHERE p.account_id = ${accountId}
      ) mine
      JOIN ledger_transactions t ON t.id = mine.id JOIN ledger_entries e ON e.transaction_id = t.id
      WHERE e.account_id = (SELECT w.id FROM ledger_accounts w WHERE w.kind = 'fan_wallet' AND w.owner_id = ${accountId} AND w.currency = 'TOK')
      ORDER BY t.created_at, t.id, e.line`,
  },
  {
    name: 'charges',
    about: 'What this person spent tokens on.',
    tables: ['charges'],
    csv: true,
    record: z.strictObject({
      id,
      creator: text.nullable(),
      type: text,
      targetId: id,
      tokensHundredths: hundredths,
      tokensReturnedHundredths: hundredths,
      balanceAfterHundredths: hundredths,
      note: text,
      status: text,
      createdAt: instant,
      updatedAt: instant,
    }),
    select: (
      accountId,
    ) => sql`SELECT c.id, CASE WHEN a.status <> 'closed' THEN a.username END AS creator, c.type, c.target_id AS "targetId",
        c.tokens AS "tokensHundredths", c.tokens_returned AS "tokensReturnedHundredths", c.balance_after AS "balanceAfterHundredths", c.note, c.status, c.created_at AS "createdAt",
        c.updated_at AS "updatedAt"
      FROM charges c LEFT JOIN accounts a ON a.id = c.performer_id WHERE c.user_id = ${accountId} ORDER BY c.created_at DESC, c.id DESC`,
  },
  {
    name: 'earnings',
    about: 'What a creator earned, and from whom.',
    tables: ['earnings'],
    csv: true,
    record: z.strictObject({
      id,
      username: text.nullable(),
      type: text,
      grossHundredths: hundredths,
      feeBasisPoints: count,
      feeHundredths: hundredths,
      netHundredths: hundredths,
      returnedHundredths: hundredths.describe('Of the net amount, what was returned to the payer.'),
      feeReturnedHundredths: hundredths,
      heldHundredths: hundredths.describe('Of the net amount, what waits because its payment is disputed.'),
      paidOutHundredths: hundredths.describe('What payouts took, paid or requested.'),
      tokenValueMillionths: count.describe('What a token was worth, in millionths of the currency.'),
      currency: text,
      status: text,
      availableAt: instant,
      createdAt: instant,
    }),
    select: (
      accountId,
    ) => sql`SELECT e.id, CASE WHEN a.status <> 'closed' THEN a.username END AS username, e.type, e.gross AS "grossHundredths",
        e.fee_bp AS "feeBasisPoints", e.fee AS "feeHundredths", e.net AS "netHundredths", e.returned AS "returnedHundredths", e.fee_returned AS "feeReturnedHundredths", e.held AS "heldHundredths", e.paid_out AS "paidOutHundredths", e.token_value_micro AS "tokenValueMillionths",
        e.currency, e.status, e.available_at AS "availableAt", e.created_at AS "createdAt"
      FROM earnings e LEFT JOIN accounts a ON a.id = e.user_id WHERE e.performer_id = ${accountId} ORDER BY e.created_at DESC, e.id DESC`,
  },
  {
    name: 'payouts',
    about: 'Payouts that this person requested, and what happened to them.',
    tables: ['payouts', 'payout_events', 'payout_earnings'],
    csv: true,
    record: z.strictObject({
      id,
      number: text,
      status: text,
      method: text,
      destination: text,
      destinationEnds: text.nullable(),
      tokensHundredths: hundredths,
      amountMinor: hundredths,
      feeMinor: hundredths,
      currency: text,
      note: text,
      reason: text.nullable(),
      reference: text.nullable(),
      earnings: count,
      events: z.array(z.record(z.string(), z.unknown())),
      expectedAt: instant,
      createdAt: instant,
      updatedAt: instant,
    }),
    select: (
      accountId,
    ) => sql`SELECT p.id, p.number, p.status, p.method, p.destination_name AS destination, p.destination_ends AS "destinationEnds",
        p.tokens AS "tokensHundredths", p.amount AS "amountMinor", p.fee AS "feeMinor", p.currency, p.note, p.reason, p.reference,
        (SELECT count(*)::int FROM payout_earnings e WHERE e.payout_id = p.id) AS earnings,
        coalesce((SELECT jsonb_agg(jsonb_build_object('type', e.type, 'note', e.note, 'at', e.created_at) ORDER BY e.id)
          FROM payout_events e WHERE e.payout_id = p.id), '[]') AS events,
        p.expected_at AS "expectedAt", p.created_at AS "createdAt", p.updated_at AS "updatedAt"
      FROM payouts p WHERE p.performer_id = ${accountId} ORDER BY p.created_at DESC, p.id DESC`,
  },
  {
    name: 'payments',
    about: 'Payments by card.',
    tables: ['payment_transactions'],
    csv: true,
    record: z.strictObject({
      id,
      purpose: text,
      amountMinor: hundredths,
      discountMinor: hundredths.describe('What a coupon took off.'),
      coupon: text.nullable(),
      refundedMinor: hundredths,
      currency: text,
      tokensHundredths: hundredths,
      gateway: text,
      gatewayReference: text.nullable(),
      cardId: id.nullable(),
      subscriptionId: id.nullable(),
      period: count.nullable(),
      status: text,
      failure: text.nullable(),
      purchase: text.nullable().describe('What came of the purchase that it was made for.'),
      attempts: count,
      creditedAt: instant.nullable(),
      createdAt: instant,
      updatedAt: instant,
    }),
    select: (
      accountId,
    ) => sql`SELECT id, purpose, amount AS "amountMinor", discount AS "discountMinor", coupon_code AS coupon, amount_refunded AS "refundedMinor", currency, tokens AS "tokensHundredths",
        gateway, gateway_ref AS "gatewayReference", card_id AS "cardId", subscription_id AS "subscriptionId", period_number AS period, status,
        failure_code AS failure, purchase_status AS purchase, attempts, credited_at AS "creditedAt", created_at AS "createdAt", updated_at AS "updatedAt"
      FROM payment_transactions WHERE account_id = ${accountId} ORDER BY created_at DESC, id DESC`,
  },
  {
    name: 'coupons',
    about: 'Coupons that this creator made.',
    tables: ['coupons'],
    csv: true,
    record: z.strictObject({
      id,
      code: text,
      percent: count.nullable(),
      amountMinor: hundredths.nullable(),
      appliesTo: text,
      planIds: z.array(id),
      newSubscribersOnly: flag,
      maxUses: count.nullable(),
      perUser: count.nullable(),
      startsAt: instant,
      endsAt: instant.nullable(),
      used: count,
      salesMinor: hundredths,
      givenMinor: hundredths,
      createdAt: instant,
      updatedAt: instant,
    }),
    select: (
      accountId,
    ) => sql`SELECT id, code, percent, amount AS "amountMinor", applies_to AS "appliesTo", plan_ids AS "planIds",
        new_subscribers_only AS "newSubscribersOnly", max_uses AS "maxUses", per_user AS "perUser", starts_at AS "startsAt", ends_at AS "endsAt",
        used, sales AS "salesMinor", given AS "givenMinor", created_at AS "createdAt", updated_at AS "updatedAt"
      FROM coupons WHERE performer_id = ${accountId} ORDER BY created_at DESC, id DESC`,
  },
  {
    name: 'coupon-uses',
    about: 'Codes that this person used, or looked at the price with.',
    tables: ['coupon_uses'],
    record: z.strictObject({
      id,
      code: text,
      paymentId: id.nullable(),
      subscriptionId: id.nullable(),
      status: text,
      priceMinor: hundredths,
      discountMinor: hundredths,
      heldUntil: instant,
      usedAt: instant.nullable(),
      createdAt: instant,
      updatedAt: instant,
    }),
    select: (
      accountId,
    ) => sql`SELECT u.id, c.code, u.payment_id AS "paymentId", u.subscription_id AS "subscriptionId", u.status, u.price AS "priceMinor",
        u.discount AS "discountMinor", u.held_until AS "heldUntil", u.used_at AS "usedAt", u.created_at AS "createdAt", u.updated_at AS "updatedAt"
      FROM coupon_uses u JOIN coupons c ON c.id = u.coupon_id WHERE u.account_id = ${accountId} ORDER BY u.created_at DESC, u.id DESC`,
  },
  {
    name: 'plan-changes',
    about: 'Other plans that this person chose for a subscription.',
    tables: ['plan_changes', 'plan_change_credits'],
    record: z.strictObject({
      id,
      subscriptionId: id,
      plan: text,
      type: text,
      months: count,
      priceMinor: hundredths,
      creditMinor: hundredths.describe('What was left of the plan before, and was taken off the first payment.'),
      atOnce: flag,
      paidBy: text,
      status: text,
      credits: z.array(z.strictObject({ chargeId: id, tokensHundredths: hundredths })),
      createdAt: instant,
      updatedAt: instant,
    }),
    select: (
      accountId,
    ) => sql`SELECT p.id, p.subscription_id AS "subscriptionId", p.name AS plan, p.type, p.months, p.price AS "priceMinor", p.credit AS "creditMinor",
        p.at_once AS "atOnce", p.payment_gateway AS "paidBy", p.status,
        coalesce((SELECT json_agg(json_build_object('chargeId', k.charge_id, 'tokensHundredths', k.net + k.fee) ORDER BY k.charge_id)
          FROM plan_change_credits k WHERE k.change_id = p.id), '[]') AS credits,
        p.created_at AS "createdAt", p.updated_at AS "updatedAt"
      FROM plan_changes p WHERE p.fan_id = ${accountId} ORDER BY p.created_at DESC, p.id DESC`,
  },
  {
    name: 'disputes',
    about: 'Payments by card that this person disputed with their bank.',
    tables: ['disputes'],
    record: z.strictObject({
      paymentId: id,
      status: text,
      tokensHundredths: hundredths,
      fromWalletHundredths: hundredths,
      heldHundredths: hundredths,
      owedHundredths: hundredths,
      blocksPaying: flag,
      createdAt: instant,
      closedAt: instant.nullable(),
      reviewedAt: instant.nullable(),
      note: text,
    }),
    select: (
      accountId,
    ) => sql`SELECT id AS "paymentId", status, tokens AS "tokensHundredths", from_wallet AS "fromWalletHundredths",
        held AS "heldHundredths", owed AS "owedHundredths", blocks_paying AS "blocksPaying", created_at AS "createdAt", closed_at AS "closedAt",
        reviewed_at AS "reviewedAt", note
      FROM disputes WHERE account_id = ${accountId} ORDER BY created_at DESC, id`,
  },
  {
    name: 'cards',
    about: 'Cards, as far as we know them: never their number.',
    tables: ['cards'],
    record: z.strictObject({
      id,
      gateway: text,
      brand: text,
      last4: text,
      expiresMonth: count,
      expiresYear: count,
      isDefault: flag,
      createdAt: instant,
    }),
    select: (
      accountId,
    ) => sql`SELECT id, gateway, brand, last4, exp_month AS "expiresMonth", exp_year AS "expiresYear", is_default AS "isDefault",
        created_at AS "createdAt"
      FROM cards WHERE account_id = ${accountId} AND deleted_at IS NULL ORDER BY created_at DESC, id`,
  },
  {
    name: 'purchases',
    about: 'What this person owns, or owned until it was taken back.',
    tables: ['purchases'],
    csv: true,
    record: z.strictObject({
      id,
      type: text,
      objectId: id,
      creator: text.nullable(),
      chargeId: id,
      createdAt: instant,
      revokedAt: instant.nullable(),
    }),
    select: (accountId) => sql`SELECT p.id, p.object_type AS type, p.object_id AS "objectId",
        CASE WHEN a.status <> 'closed' THEN a.username END AS creator, p.charge_id AS "chargeId", p.created_at AS "createdAt",
        p.revoked_at AS "revokedAt"
      FROM purchases p LEFT JOIN accounts a ON a.id = p.performer_id WHERE p.account_id = ${accountId} ORDER BY p.created_at DESC, p.id`,
  },
]
