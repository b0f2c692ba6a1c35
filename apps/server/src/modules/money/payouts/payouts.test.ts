import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildAdmin, buildPerformer } from '../../../testing/builders.ts'
import { untilBlocked } from '../../../testing/blocked.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { returnPart } from '../charges/partial-return.ts'
import { checkLedger } from '../ledger/check.ts'
import { available, balanceOf, debt, fees, tokenFloat } from '../ledger/post.ts'
import { handleAllEvents, registerSubscribers } from '../../../platform/events/event-subscribers.ts'
import { subscribers } from '../../../subscribers.ts'
import { lockEarning } from '../earnings/reversal.ts'
import { hold, releaseHeld } from '../earnings/holds.ts'
import { reserve, post } from '../ledger/post.ts'
import { buildBankDetails, buildEarning, buildPayoutMethod } from './testing.ts'
import { cancelPayoutsOf, inPayout } from './request.ts'

// spec: payout.pending, limit.payout, kinds.performer

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await registerSubscribers(server.ctx, subscribers, 'first')
})
afterAll(() => server.stop())

const has = (account: Parameters<typeof balanceOf>[1]) => balanceOf(server.ctx, account)
const booksHold = async () => expect(await checkLedger(server.ctx)).toEqual([])
/** A creator with so many tokens that were tipped; at 20 per cent 1,000 of them bring 80 dollars. */
async function earner(...tips: number[]) {
  const performer = await buildPerformer(server.ctx)
  await buildBankDetails(server.ctx, performer)
  const tipped = []
  for (const tip of tips) tipped.push(await buildEarning(server, performer, tip))
  return { performer, as: api(server).as(performer), tipped }
}
const finance = async () => api(server).as(await buildAdmin(server.ctx, { permissions: ['finance'] }))
const request = async (as: ReturnType<typeof api>, body: object = {}): Promise<string> => {
  const reply = await as.post('/payout-requests', body)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data._id
}
const status = async (as: ReturnType<typeof api>, id: string) =>
  (await as.get(`/payout-requests/${id}/view`)).body.data.status
/** All of a tip goes back to the fan. */
const refund = ({ chargeId, fan }: { chargeId: string; fan: Built }) =>
  server.ctx.transaction(async (tx) => {
    const { net, fee } = (await lockEarning(tx, chargeId))!
    await returnPart(tx, { chargeId, userId: fan.id, net, fee })
  })
/** Holds so many of the tokens of a tip, as a dispute does. */
const dispute = (performer: Built, chargeId: string, tokens: bigint) =>
  server.ctx.transaction(async (tx) => {
    const held = await hold(tx, [{ id: chargeId, tokens }])
    await post(tx, {
      key: `test:hold:${chargeId}`,
      reason: 'dispute',
      moves: held.map((entry) => ({ from: entry.from, to: reserve(performer.id), amount: entry.held })),
    })
    return held
  })
/** A transaction of its own, in which a test holds a lock. */
async function inOther(run: (client: pg.Client, pid: number) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: server.ownerUrl })
  await client.connect()
  try {
    await client.query('BEGIN')
    await run(client, (await client.query('SELECT pg_backend_pid() AS pid')).rows[0].pid)
    await client.query('COMMIT')
  } finally {
    await client.end()
  }
}
const earnings = (performer: Built) =>
  rows(
    server.ctx.db,
    sql<{
      status: string
      paid_out: bigint
    }>`SELECT status, paid_out FROM earnings WHERE performer_id = ${performer.id} ORDER BY id`,
  )

test('a payout from the request to the bank: reserved, approved, sent, paid', async () => {
  const { performer, as } = await earner(1000, 500)
  const float = await has(tokenFloat('USD'))
  const calculated = await as.post('/payout-requests/calculate', {})
  expect(calculated.body.data, calculated.text).toMatchObject({
    tokens: 1200,
    available: 1200,
    amount: 120,
    fee: 0,
    net: 120,
    minimum: 50,
    currency: 'USD',
    destination: { method: 'bank', name: 'Landbank', ends: '3000' },
    blockers: [],
  })
  const { eta, expectedAt } = calculated.body.data
  expect(Date.parse(eta)).toBeGreaterThan(server.ctx.clock.now().getTime())
  expect(eta).toBe(expectedAt)
  const id = await request(as, { note: 'For the kiln' })
  expect([await has(available(performer.id)), await has(inPayout(performer.id))]).toEqual([0n, 120_000n])
  expect((await as.get('/payout-requests/check/pending-review')).body.data).toEqual({ pending: true, id })
  await booksHold()

  const staff = await finance()
  const listed = await staff.get(`/admin/payouts?open=true&performerId=${performer.id}`)
  expect(listed.body.data, listed.text).toMatchObject([
    {
      _id: id,
      note: 'For the kiln',
      needsTwoPeople: false,
      performer: { username: performer.username },
      waits: null,
    },
  ])
  expect((await staff.post(`/admin/payouts/${id}/payment`)).body.code).toBe('PAYOUT_STATUS')
  const approved = await staff.post(`/admin/payouts/${id}/approval`)
  expect(approved.body.data, approved.text).toMatchObject({ status: 'approved', approvedByMe: true, account: null })
  const sent = await staff.post(`/admin/payouts/${id}/payment`)
  expect(sent.body.data, sent.text).toMatchObject({
    status: 'processing',
    earnings: { count: 2 },
    account: { iban: 'DE89370400440532013000', accountHolder: 'Inês Prado' },
  })
  expect([await has(inPayout(performer.id)), await has(tokenFloat('USD'))]).toEqual([0n, float - 12_000n])
  await booksHold()
  const paid = await staff.post(`/admin/payouts/${id}/outcome`, { outcome: 'paid', reference: 'SEPA 4711' })
  expect(paid.body.data, paid.text).toMatchObject({ status: 'paid', reference: 'SEPA 4711', account: null })
  expect(await earnings(performer)).toEqual([
    { status: 'paid', paid_out: 80_000n },
    { status: 'paid', paid_out: 40_000n },
  ])
  const view = await as.get(`/payout-requests/${id}/view`)
  expect(view.body.data.timeline.map(({ type }: { type: string }) => type)).toEqual([
    'requested',
    'approved',
    'processing',
    'paid',
  ])
  expect(view.body.data.expectedAt).toBeNull()
  // The account in full is deleted when it is no longer needed; each look at it was logged.
  expect(await row(server.ctx.db, sql`SELECT destination FROM payouts WHERE id = ${id}`)).toEqual({ destination: null })
  const looks = await rows(
    server.ctx.db,
    sql`SELECT 1 FROM audit_log WHERE action = 'payout_details.viewed' AND target_id = ${performer.id}`,
  )
  expect(looks).toHaveLength(1)
  await handleAllEvents(server.ctx, subscribers)
  expect((await as.get('/notifications')).body.data.map(({ kind }: { kind: string }) => kind)).toContain('payout_paid')
  await booksHold()
})

test('a part of what is available takes the oldest earnings first, at the value that a token had', async () => {
  const { performer, as } = await earner(1000, 1000)
  await sql`UPDATE earnings SET token_value_micro = 200000 WHERE id = (SELECT max(id::text)::uuid FROM earnings
    WHERE performer_id = ${performer.id})`.execute(server.ctx.db)
  const part = await as.post('/payout-requests/calculate', { tokens: 900 })
  expect(part.body.data).toMatchObject({ tokens: 900, amount: 100, available: 1600, availableAmount: 240 })
  const id = await request(as, { tokens: 900 })
  expect(await earnings(performer)).toEqual([
    { status: 'in_payout', paid_out: 80_000n },
    { status: 'available', paid_out: 10_000n },
  ])
  expect((await as.put(`/payout-requests/${id}`, { status: 'cancelled' })).body.data.status).toBe('cancelled')
  expect((await as.put(`/payout-requests/${id}`, { status: 'cancelled' })).status).toBe(200)
  expect(await earnings(performer)).toEqual([
    { status: 'available', paid_out: 0n },
    { status: 'available', paid_out: 0n },
  ])
  expect(await has(available(performer.id))).toBe(160_000n)
  expect((await as.put(`/payout-requests/${id}`, { note: 'Too late' })).body.code).toBe('PAYOUT_STATUS')
  await booksHold()
})

describe('a request is refused', () => {
  test('below the minimum, above what is available, and while another is open', async () => {
    const { as } = await earner(1000)
    expect((await as.post('/payout-requests', { tokens: 499.99 })).body).toMatchObject({
      code: 'PAYOUT_BELOW_MINIMUM',
    })
    expect((await as.post('/payout-requests', { tokens: 800.01 })).body).toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      missing: 0.01,
    })
    for (const tokens of [0, -1, 1.234, '500', null])
      expect((await as.post('/payout-requests', { tokens })).status, String(tokens)).toBeGreaterThanOrEqual(400)
    await request(as, { tokens: 500 })
    expect((await as.post('/payout-requests', { tokens: 100 })).body.code).toBe('PAYOUT_OPEN')
    const blockers = (await as.post('/payout-requests/calculate', {})).body.data.blockers
    expect(blockers.map(({ code }: { code: string }) => code)).toEqual(['PAYOUT_OPEN', 'PAYOUT_BELOW_MINIMUM'])
    await booksHold()
  })

  test('without payout details, with new ones, with an ended approval, and while all payouts are frozen', async () => {
    const performer = await buildPerformer(server.ctx)
    await buildEarning(server, performer, 1000)
    const as = api(server).as(performer)
    const refused = async () => (await as.post('/payout-requests', {})).body
    expect(await refused()).toMatchObject({ code: 'PAYOUT_BLOCKED', blocker: 'PAYOUT_DETAILS_MISSING' })
    await buildBankDetails(server.ctx, performer)
    await sql`UPDATE performers SET payouts_frozen_until = app_now() + interval '1 hour' WHERE account_id = ${performer.id}`.execute(
      server.ctx.db,
    )
    expect(await refused()).toMatchObject({ code: 'PAYOUT_BLOCKED', blocker: 'PAYOUT_DETAILS_NEW' })
    await sql`UPDATE performers SET payouts_frozen_until = NULL, verification_status = 'expired' WHERE account_id = ${performer.id}`.execute(
      server.ctx.db,
    )
    expect((await refused()).code).toBe('NOT_APPROVED')
    await sql`UPDATE performers SET verification_status = 'approved' WHERE account_id = ${performer.id}`.execute(
      server.ctx.db,
    )
    const staff = await finance()
    const id = await request(as, { tokens: 500 })
    await staff.post('/admin/payout-freeze', { reason: 'A check by hand' })
    expect((await staff.post(`/admin/payouts/${id}/approval`)).body.code).toBe('PAYOUTS_FROZEN')
    await staff.post('/admin/payout-freeze/lift', { reason: 'All is well' })
    // What stops payouts after the approval stops the payment.
    expect((await staff.post(`/admin/payouts/${id}/approval`)).status).toBe(200)
    await sql`UPDATE performers SET verification_status = 'revoked' WHERE account_id = ${performer.id}`.execute(
      server.ctx.db,
    )
    expect((await staff.post(`/admin/payouts/${id}/payment`)).body).toMatchObject({
      code: 'PAYOUT_BLOCKED',
      blocker: 'NOT_APPROVED',
    })
    expect((await staff.delete(`/admin/payouts/${id}/approval`)).body.data.status).toBe('pending')
    expect((await staff.post(`/admin/payouts/${id}/approval`)).body.code).toBe('PAYOUT_BLOCKED')
    await booksHold()
  })

  test('of several at once all but one; the same key again is the same request', async () => {
    const { performer, as } = await earner(5000)
    const replies = await Promise.all(Array.from({ length: 8 }, () => as.post('/payout-requests', { tokens: 600 })))
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
    expect(await has(inPayout(performer.id))).toBe(60_000n)
    const other = await earner(1000)
    const headers = { 'idempotency-key': 'one-payout-of-mine' }
    const same = await Promise.all(
      Array.from({ length: 4 }, () => other.as.post('/payout-requests', { tokens: 600 }, { headers })),
    )
    expect(new Set(same.map(({ body }) => body.data._id)).size).toBe(1)
    await booksHold()
  })
})

test('rejected, failed and returned payouts give the tokens back; a failed one is pending again', async () => {
  const { performer, as } = await earner(1000)
  const staff = await finance()
  const rejected = await request(as)
  expect((await staff.post(`/admin/payouts/${rejected}/rejection`, { reason: 'Wrong name' })).status).toBe(200)
  expect((await as.get(`/payout-requests/${rejected}/view`)).body.data).toMatchObject({
    status: 'rejected',
    reason: 'Wrong name',
  })
  expect(await has(available(performer.id))).toBe(80_000n)

  const id = await request(as)
  const float = await has(tokenFloat('USD'))
  await staff.post(`/admin/payouts/${id}/approval`)
  await staff.post(`/admin/payouts/${id}/payment`)
  const failed = await staff.post(`/admin/payouts/${id}/outcome`, { outcome: 'failed', reason: 'Account closed' })
  expect(failed.body.data, failed.text).toMatchObject({ status: 'pending', reason: 'Account closed', approvedBy: null })
  expect([await has(inPayout(performer.id)), await has(tokenFloat('USD'))]).toEqual([80_000n, float])
  await booksHold()
  await staff.post(`/admin/payouts/${id}/approval`)
  await staff.post(`/admin/payouts/${id}/payment`)
  await staff.post(`/admin/payouts/${id}/outcome`, { outcome: 'paid', reference: '1' })
  const returned = await staff.post(`/admin/payouts/${id}/reversal`, { reason: 'Returned by the bank' })
  expect(returned.body.data, returned.text).toMatchObject({ status: 'reversed' })
  expect((await staff.post(`/admin/payouts/${id}/reversal`, { reason: 'Once more' })).body.code).toBe('PAYOUT_STATUS')
  expect([await has(available(performer.id)), await has(tokenFloat('USD'))]).toEqual([80_000n, float])
  expect(await earnings(performer)).toEqual([{ status: 'available', paid_out: 0n }])
  await booksHold()
  await request(as)
})

test('from an amount on, one person approves and another pays; both with a recent log-in, and both logged', async () => {
  const { as } = await earner(8000)
  const [one, other] = [await buildAdmin(server.ctx, { permissions: ['finance'] }), await finance()]
  const id = await request(as)
  const first = api(server).as(one)
  await sql`UPDATE sessions SET authenticated_at = app_now() - interval '11 minutes' WHERE account_id = ${one.id}`.execute(
    server.ctx.db,
  )
  expect((await first.post(`/admin/payouts/${id}/approval`)).body.code).toBe('CONFIRMATION_REQUIRED')
  await sql`UPDATE sessions SET authenticated_at = app_now() WHERE account_id = ${one.id}`.execute(server.ctx.db)
  expect((await first.post(`/admin/payouts/${id}/approval`)).body.data.needsTwoPeople).toBe(true)
  expect((await first.post(`/admin/payouts/${id}/payment`)).body.code).toBe('ANOTHER_MUST_AGREE')
  const both = await Promise.all([other, other].map((staff) => staff.post(`/admin/payouts/${id}/payment`)))
  expect(both.map((reply) => reply.status).sort()).toEqual([200, 409])
  const logged = await rows(
    server.ctx.db,
    sql<{ action: string }>`SELECT action FROM audit_log WHERE target_id = ${id} ORDER BY id`,
  )
  expect(logged.map(({ action }) => action)).toEqual(['payout.approved', 'payout.sent'])
  await booksHold()
})

test('the fee stays with the site, and a payout that the float does not cover is laid out by the site', async () => {
  await server.ctx.settings.set(server.ctx.db, 'payoutFee', 2.5, null)
  const { as, performer } = await earner(1000)
  const before = [await has(fees()), await has(tokenFloat('USD'))] as const
  const id = await request(as)
  expect((await as.get(`/payout-requests/${id}/view`)).body.data).toMatchObject({ amount: 80, fee: 2.5, net: 77.5 })
  await server.ctx.settings.set(server.ctx.db, 'payoutFee', 0, null)
  const staff = await finance()
  await staff.post(`/admin/payouts/${id}/approval`)
  await staff.post(`/admin/payouts/${id}/payment`)
  expect([await has(fees()), await has(tokenFloat('USD'))]).toEqual([before[0] + 2500n, before[1] - 7750n])
  await staff.post(`/admin/payouts/${id}/outcome`, { outcome: 'failed', reason: 'The bank is closed' })
  expect(await has(fees())).toBe(before[0])

  // As if the tokens had been a present that was not paid for.
  const left = await has(tokenFloat('USD'))
  await server.ctx.transaction((tx) =>
    post(tx, {
      key: 'test:float',
      reason: 'adjustment',
      moves: [
        { from: tokenFloat('USD'), to: { kind: 'gateway_clearing', owner: null, currency: 'USD' }, amount: left },
      ],
    }),
  )
  await staff.post(`/admin/payouts/${id}/approval`)
  expect((await staff.post(`/admin/payouts/${id}/payment`)).status).toBe(200)
  expect(await has(debt(null, 'USD'))).toBe(-7750n)
  expect(await has(inPayout(performer.id))).toBe(0n)
  await booksHold()
})

describe('earnings that are disputed or refunded', () => {
  test('leave a payout that was not sent, which becomes smaller, and is cancelled where nothing is left', async () => {
    const { as, performer, tipped } = await earner(1000, 500)
    const id = await request(as)
    await dispute(performer, tipped[0]!.chargeId, 100_000n)
    expect((await as.get(`/payout-requests/${id}/view`)).body.data).toMatchObject({
      status: 'pending',
      tokens: 400,
      amount: 40,
    })
    expect([
      await has(reserve(performer.id)),
      await has(inPayout(performer.id)),
      await has(available(performer.id)),
    ]).toEqual([80_000n, 40_000n, 0n])
    await booksHold()
    await refund(tipped[1]!)
    expect(await status(as, id)).toBe('cancelled')
    expect([await has(inPayout(performer.id)), await has(debt(performer.id))]).toEqual([0n, 0n])
    await booksHold()
  })

  test('are owed where they were sent', async () => {
    const { as, performer, tipped } = await earner(1000)
    const staff = await finance()
    const id = await request(as)
    await staff.post(`/admin/payouts/${id}/approval`)
    await staff.post(`/admin/payouts/${id}/payment`)
    await refund(tipped[0]!)
    expect(await status(as, id)).toBe('processing')
    expect(await has(debt(performer.id))).toBe(-80_000n)
    await staff.post(`/admin/payouts/${id}/outcome`, { outcome: 'paid', reference: '1' })
    await booksHold()
  })
})

describe('what happens while a payout waits', () => {
  test('a refund of an earning and a request for it take turns', async () => {
    const { performer, as, tipped } = await earner(1000)
    let requested: Promise<Awaited<ReturnType<typeof as.post>>> | undefined
    await inOther(async (client, pid) => {
      // A refund locks an earning, and then what the creator has available.
      await client.query('SELECT FROM earnings WHERE id = $1 FOR UPDATE', [tipped[0]!.chargeId])
      requested = as.post('/payout-requests', {}) as Promise<Awaited<ReturnType<typeof as.post>>>
      await untilBlocked(server.ownerUrl, pid, requested)
      await client.query(
        `SELECT FROM ledger_accounts WHERE kind = 'performer_available' AND owner_id = $1 FOR NO KEY UPDATE`,
        [performer.id],
      )
    })
    expect((await requested)!.status).toBe(200)
    await booksHold()
  })

  test('it keeps its fee when it becomes smaller, and is cancelled where the fee would be all of it', async () => {
    await server.ctx.settings.set(server.ctx.db, 'payoutFee', 5, null)
    const { performer, as, tipped } = await earner(1000, 50, 500)
    const id = await request(as)
    await server.ctx.settings.set(server.ctx.db, 'payoutFee', 30, null)
    await refund(tipped[0]!)
    expect((await as.get(`/payout-requests/${id}/view`)).body.data).toMatchObject({ amount: 44, fee: 5, net: 39 })
    await server.ctx.settings.set(server.ctx.db, 'payoutFee', 0, null)
    await refund(tipped[2]!)
    expect((await as.get(`/payout-requests/${id}/view`)).body.data).toMatchObject({ status: 'cancelled' })
    expect([await has(available(performer.id)), await has(inPayout(performer.id))]).toEqual([4_000n, 0n])
    expect((await as.post('/payout-requests/calculate', {})).body.data).toMatchObject({ available: 40 })
    await booksHold()
  })

  test('it is cancelled when its creator replaces the account it goes to, and not by other changes', async () => {
    const { performer, as } = await earner(1000)
    const staff = await finance()
    const save = async (iban: string, version: number) =>
      as.put('/performers/banking-settings', {
        accountHolder: 'Inês Prado',
        bankName: 'Landbank',
        country: 'DE',
        currency: 'EUR',
        iban,
        version,
      })
    const id = await request(as)
    expect(
      (await as.put('/performers/payment-gateway-settings', { manual: { instructions: 'By cheque' }, version: 0 }))
        .status,
    ).toBe(200)
    expect(await status(as, id)).toBe('pending')
    await sql`UPDATE performers SET payouts_frozen_until = NULL WHERE account_id = ${performer.id}`.execute(
      server.ctx.db,
    )
    expect((await staff.post(`/admin/payouts/${id}/approval`)).status).toBe(200)
    const saved = await save('DE02120300000000202051', 1)
    expect(saved.status, saved.text).toBe(200)
    expect(await status(as, id)).toBe('cancelled')
    expect((await staff.post(`/admin/payouts/${id}/payment`)).body.code).toBe('PAYOUT_STATUS')
    await sql`UPDATE performers SET payouts_frozen_until = NULL WHERE account_id = ${performer.id}`.execute(
      server.ctx.db,
    )
    const sent = await request(as)
    await staff.post(`/admin/payouts/${sent}/approval`)
    expect((await staff.post(`/admin/payouts/${sent}/payment`)).status).toBe(200)
    expect((await save('DE89370400440532013000', 2)).status).toBe(200)
    expect(await status(as, sent)).toBe('processing')
    await booksHold()
  })

  test('a payout that is sent meanwhile is not cancelled with its account', async () => {
    const { performer, as } = await earner(1000)
    const id = await request(as)
    let cancelled: Promise<void> | undefined
    await inOther(async (client, pid) => {
      await client.query(`UPDATE payouts SET status = 'processing' WHERE id = $1`, [id])
      cancelled = server.ctx.transaction((tx) => cancelPayoutsOf(tx, performer.id))
      await untilBlocked(server.ownerUrl, pid, cancelled)
    })
    await cancelled
    expect(await status(as, id)).toBe('processing')
    await sql`UPDATE payouts SET status = 'pending' WHERE id = ${id}`.execute(server.ctx.db)
    await server.ctx.transaction((tx) => cancelPayoutsOf(tx, performer.id))
    expect(await status(as, id)).toBe('cancelled')
    await booksHold()
  })
})

test('nothing is paid to a creator whose account is suspended, until it no longer is', async () => {
  const { performer, as } = await earner(1000)
  const staff = await finance()
  const id = await request(as)
  await staff.post(`/admin/payouts/${id}/approval`)
  await sql`UPDATE accounts SET status = 'suspended', status_until = app_now() + interval '1 day' WHERE id = ${performer.id}`.execute(
    server.ctx.db,
  )
  expect((await staff.get(`/admin/payouts/${id}`)).body.data.waits).toEqual({ code: 'ACCOUNT_SUSPENDED', until: null })
  expect((await staff.post(`/admin/payouts/${id}/payment`)).body).toMatchObject({
    code: 'PAYOUT_BLOCKED',
    blocker: 'ACCOUNT_SUSPENDED',
  })
  await sql`UPDATE accounts SET status_until = app_now() - interval '1 minute' WHERE id = ${performer.id}`.execute(
    server.ctx.db,
  )
  expect((await staff.post(`/admin/payouts/${id}/payment`)).status).toBe(200)
  await booksHold()
})

test('tokens whose dispute was won are paid out, though the rest of their earning was paid before', async () => {
  const { performer, as, tipped } = await earner(2000)
  const staff = await finance()
  const held = await dispute(performer, tipped[0]!.chargeId, 100_000n)
  const id = await request(as)
  expect((await as.get(`/payout-requests/${id}/view`)).body.data.tokens).toBe(800)
  await staff.post(`/admin/payouts/${id}/approval`)
  await staff.post(`/admin/payouts/${id}/payment`)
  await staff.post(`/admin/payouts/${id}/outcome`, { outcome: 'paid', reference: '1' })
  await server.ctx.transaction(async (tx) => {
    await releaseHeld(tx, held)
    const moves = [{ from: reserve(performer.id), to: available(performer.id), amount: 80_000n }]
    await post(tx, { key: `test:won:${tipped[0]!.chargeId}`, reason: 'dispute_won', moves })
  })
  expect((await as.post('/payout-requests/calculate', {})).body.data).toMatchObject({ available: 800, amount: 80 })
  await request(as)
  expect(await earnings(performer)).toEqual([{ status: 'in_payout', paid_out: 160_000n }])
  await booksHold()
})

test('earnings are sorted by the net amount that they show, less what went back', async () => {
  const { as, tipped } = await earner(1000, 600, 300)
  const { chargeId, fan } = tipped[0]!
  await server.ctx.transaction((tx) => returnPart(tx, { chargeId, userId: fan.id, net: 70_000n, fee: 17_500n }))
  const nets = async (sort: string) =>
    (await as.get(`/performer/earning/search?sortBy=net&sort=${sort}`)).body.data.map(({ net }: { net: number }) => net)
  expect(await nets('desc')).toEqual([480, 240, 100])
  expect(await nets('asc')).toEqual([100, 240, 480])
  await booksHold()
})

test('what a creator owes is not paid out', async () => {
  const { performer, as, tipped } = await earner(1000, 2000)
  const staff = await finance()
  const paid = await request(as, { tokens: 800 })
  await staff.post(`/admin/payouts/${paid}/approval`)
  await staff.post(`/admin/payouts/${paid}/payment`)
  await staff.post(`/admin/payouts/${paid}/outcome`, { outcome: 'paid', reference: '1' })
  const waiting = await request(as)
  await refund(tipped[0]!)
  await as.put(`/payout-requests/${waiting}`, { status: 'cancelled' })
  expect([await has(available(performer.id)), await has(debt(performer.id))]).toEqual([160_000n, -80_000n])
  expect((await as.post('/payout-requests/calculate', {})).body.data).toMatchObject({ available: 800, amount: 80 })
  expect((await as.post('/payout-requests', { tokens: 1600 })).body.code).toBe('INSUFFICIENT_BALANCE')
  await request(as)
  await booksHold()
})

test('the account in full is stored nowhere but encrypted, also where the payment carries a key', async () => {
  const { as } = await earner(1000)
  const staff = await finance()
  const id = await request(as)
  await staff.post(`/admin/payouts/${id}/approval`)
  const headers = { 'idempotency-key': 'one-payment-of-mine' }
  expect((await staff.post(`/admin/payouts/${id}/payment`, undefined, { headers })).body.data.account.iban).toBe(
    'DE89370400440532013000',
  )
  expect((await staff.post(`/admin/payouts/${id}/payment`, undefined, { headers })).body.code).toBe('PAYOUT_STATUS')
  const stored = await rows(
    server.ctx.db,
    sql`SELECT 1 FROM idempotent_replies WHERE reply::text LIKE '%DE89370400440532013000%'`,
  )
  expect(stored).toEqual([])
})

test('an account at Stripe is shown to staff once Stripe has not answered for long, not while it pays', async () => {
  const { performer, as } = await earner(1000)
  const accountId = 'acct_1Ab2Cd3'
  await buildPayoutMethod(server.ctx, performer, {
    payoutMethod: 'stripe',
    stripe: { accountId, secretKey: null },
    manual: null,
  })
  const id = await request(as)
  const staff = await finance()
  await staff.post(`/admin/payouts/${id}/approval`)
  const sent = await staff.post(`/admin/payouts/${id}/payment`)
  expect(sent.body.data, sent.text).toMatchObject({ status: 'processing', needsReview: false, account: null })
  const looks = async () =>
    (
      await rows(
        server.ctx.db,
        sql`SELECT 1 FROM audit_log WHERE action = 'payout_details.viewed' AND target_id = ${performer.id}`,
      )
    ).length
  const seen = async () => (await staff.get(`/admin/payouts/${id}`)).body.data
  expect(await seen()).toMatchObject({ account: null })
  expect(await looks()).toBe(0)
  const settle = async (body: object) => {
    const reply = await staff.post(`/admin/payouts/${id}/outcome`, body)
    return reply.body.code ?? reply.body.data.status
  }
  const [isPaid, hasFailed] = [
    { outcome: 'paid', reference: 'tr_1' },
    { outcome: 'failed', reason: 'Nothing heard' },
  ]
  expect([await settle(isPaid), await settle(hasFailed)]).toEqual(['PAYOUT_AT_STRIPE', 'PAYOUT_AT_STRIPE'])
  await sql`UPDATE payouts SET sent_at = sent_at - interval '1 hour' WHERE id = ${id}`.execute(server.ctx.db)
  expect(await seen()).toMatchObject({ needsReview: true, account: { stripeAccountId: accountId } })
  expect(await looks()).toBe(1)
  // That it failed only Stripe knows.
  expect(await settle(hasFailed)).toBe('PAYOUT_AT_STRIPE')
  expect(await settle(isPaid)).toBe('paid')
})

test('a payout is known to its creator and to finance staff alone', async () => {
  const { as, performer } = await earner(1000)
  const id = await request(as)
  const other = api(server).as(await buildPerformer(server.ctx))
  for (const reply of [
    await other.get(`/payout-requests/${id}/view`),
    await other.put(`/payout-requests/${id}`, { status: 'cancelled' }),
  ])
    expect(reply.status).toBe(404)
  expect((await other.get('/payout-requests/search')).body).toMatchObject({ data: [], total: 0 })
  const support = api(server).as(await buildAdmin(server.ctx, { permissions: ['support', 'compliance'] }))
  expect((await support.get(`/admin/payouts/${id}`)).status).toBe(403)
  expect((await support.get('/admin/payouts')).status).toBe(403)
  expect((await as.get('/payout-requests/search?status=pending')).body).toMatchObject({ data: [{ _id: id }], total: 1 })
  expect(JSON.stringify((await as.get(`/payout-requests/${id}/view`)).body)).not.toContain('0532013')
  const manual = await buildPerformer(server.ctx)
  await buildPayoutMethod(server.ctx, manual, {
    payoutMethod: 'manual',
    stripe: null,
    manual: { instructions: 'By cheque' },
  })
  expect((await api(server).as(manual).post('/payout-requests/calculate', {})).body.data.destination).toEqual({
    method: 'manual',
    name: '',
    ends: null,
  })
  await advanceClock(server.ctx, '1 minute')
  expect(await has(inPayout(performer.id))).toBe(80_000n)
})

test('a destination that is not paid to holds no payout; one that becomes it does, and both sides read until when', async () => {
  const { performer, as } = await earner(1000)
  const id = await request(as)
  const frozenUntil = async () => (await as.get('/performers/payment-gateway-settings')).body.data.payoutsFrozenUntil
  const before = await frozenUntil()
  const opened = await as.post('/stripe/accounts')
  expect(opened.status, opened.text).toBe(200)
  expect(await frozenUntil()).toBe(before)
  const own = async () => (await as.get(`/payout-requests/${id}/view`)).body.data
  expect(await own()).toMatchObject({ status: 'pending', waits: null, expectedAt: expect.any(String) })

  // Held for another reason, the request says so instead of a day on which it should arrive.
  await sql`UPDATE performers SET payouts_frozen_until = app_now() + interval '10 hours' WHERE account_id = ${performer.id}`.execute(
    server.ctx.db,
  )
  const waits = { code: 'PAYOUT_DETAILS_NEW', until: expect.any(String) }
  expect(await own()).toMatchObject({ status: 'pending', waits, expectedAt: null })
  const staff = await finance()
  expect((await staff.get(`/admin/payouts/${id}`)).body.data).toMatchObject({ waits, expectedAt: null })
  await sql`UPDATE performers SET payouts_frozen_until = NULL WHERE account_id = ${performer.id}`.execute(server.ctx.db)

  const { version } = (await as.get('/performers/payment-gateway-settings')).body.data
  const changed = await as.put('/performers/payment-gateway-settings', { payoutMethod: 'stripe', version })
  expect(changed.body.data.payoutsFrozenUntil, changed.text).toEqual(expect.any(String))
  expect((await own()).status).toBe('cancelled')
  await booksHold()
})
