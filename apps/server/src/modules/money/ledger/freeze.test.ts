import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { api } from '../../../testing/api.ts'
import { untilBlocked } from '../../../testing/blocked.ts'
import { buildAdmin, buildPerformer } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { buildFan, giveTokens } from '../wallet/testing.ts'
import { watchLedger } from './check.ts'
import { payoutsAreFrozen } from './freeze.ts'
import { available, post, type Reason } from './post.ts'

let server: TestServer
let owner: pg.Client
beforeAll(async () => {
  server = await startTestServer({ env: { LOG_LEVEL: 'silent' } })
  owner = new pg.Client({ connectionString: server.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await server.stop()
})

/** Simulates a person with direct database access who credits an account with a token without a ledger entry. */
const tamper = async (accountId: string, by: number) => {
  await owner.query('UPDATE ledger_accounts SET balance = balance + $2 WHERE owner_id = $1', [accountId, by])
}
const move = (performer: { id: string }, reason: Reason, back = false) =>
  server.ctx.transaction((tx) => {
    const reserved = { kind: 'performer_in_payout', owner: performer.id, currency: 'TOK' } as const
    const [from, to] = back ? [reserved, available(performer.id)] : [available(performer.id), reserved]
    return post(tx, { key: `test:${newId()}`, reason, moves: [{ from, to, amount: 100n }] })
  })

test('books that do not add up freeze payouts until staff lift it with a reason', async () => {
  const { ctx } = server
  const performer = await buildPerformer(ctx)
  const fan = await buildFan(ctx, 50)
  await ctx.transaction((tx) =>
    post(tx, {
      key: `test:${newId()}`,
      reason: 'adjustment',
      moves: [
        { from: { kind: 'fan_wallet', owner: fan.id, currency: 'TOK' }, to: available(performer.id), amount: 1000n },
      ],
    }),
  )
  await watchLedger(ctx)
  expect(await payoutsAreFrozen(ctx)).toBe(false)
  await move(performer, 'payout_request')

  await tamper(performer.id, 1)
  await watchLedger(ctx)
  await watchLedger(ctx)
  expect(await payoutsAreFrozen(ctx)).toBe(true)
  await expect(move(performer, 'payout_request')).rejects.toMatchObject({ code: 'PAYOUTS_FROZEN' })
  await expect(move(performer, 'payout_paid')).rejects.toMatchObject({ code: 'PAYOUTS_FROZEN' })
  // What comes back to a performer, and what fans do, goes on.
  await move(performer, 'payout_cancelled', true)
  await giveTokens(ctx, fan.id, 5)
  expect(await rows(ctx.db, sql`SELECT 1 FROM payout_freezes`)).toHaveLength(1)
  expect(await rows(ctx.db, sql`SELECT 1 FROM events WHERE topic = 'ledger.broken'`)).toHaveLength(2)

  const staff = api(server).as(await buildAdmin(ctx, { permissions: ['finance'] }))
  const support = api(server).as(await buildAdmin(ctx, { permissions: ['support'] }))
  expect((await staff.get('/admin/payout-freeze')).body.data).toMatchObject({
    frozen: true,
    byChecker: true,
    violations: expect.any(Number),
    rules: expect.arrayContaining(['a balance is the sum of its entries']),
  })
  expect((await support.post('/admin/payout-freeze/lift', { reason: 'because I can' })).status).toBe(403)
  expect((await staff.post('/admin/payout-freeze/lift', { reason: ' ' })).status).toBe(422)
  expect(await payoutsAreFrozen(ctx)).toBe(true)

  // The books are as wrong as before: the next check freezes again.
  expect((await staff.post('/admin/payout-freeze/lift', { reason: 'A try without mending' })).status).toBe(200)
  await watchLedger(ctx)
  expect(await payoutsAreFrozen(ctx)).toBe(true)
  await tamper(performer.id, -1)
  const lifted = await staff.post('/admin/payout-freeze/lift', { reason: 'Row 17 was mended by hand' })
  expect(lifted.body.data).toMatchObject({ frozen: false, frozenAt: null, rules: [] })
  await watchLedger(ctx)
  await move(performer, 'payout_request')
  expect((await staff.post('/admin/payout-freeze/lift', { reason: 'Once more' })).body.data.frozen).toBe(false)
  expect(await rows(ctx.db, sql`SELECT 1 FROM audit_log WHERE reason = 'Once more'`)).toEqual([])
  expect(
    await row(
      ctx.db,
      sql`SELECT reason, before FROM audit_log WHERE action = 'payouts.unfrozen' AND reason LIKE 'Row 17%'`,
    ),
  ).toMatchObject({ before: { reason: 'The books do not add up.' } })
})

test('staff freeze by hand, once, and a repeated key is answered as the first time', async () => {
  const { ctx } = server
  const staff = api(server).as(await buildAdmin(ctx, { permissions: ['finance'], name: 'Inka' }))
  const freeze = () =>
    staff.post('/admin/payout-freeze', { reason: 'The bank called' }, { headers: { 'idempotency-key': 'freeze-1' } })
  const [first, second] = [await freeze(), await freeze()]
  expect(first.body.data).toMatchObject({ frozen: true, byChecker: false, frozenBy: 'Inka', reason: 'The bank called' })
  expect(second.body).toEqual(first.body)
  expect(await rows(ctx.db, sql`SELECT 1 FROM audit_log WHERE action = 'payouts.frozen'`)).toHaveLength(1)
  await staff.post('/admin/payout-freeze/lift', { reason: 'It was nothing' })
})

test('whatever stands in the way of one performer’s payout, the ledger refuses it by itself', async () => {
  const { ctx } = server
  const fan = await buildFan(ctx, 50)
  const [performer, other] = [await buildPerformer(ctx), await buildPerformer(ctx)]
  for (const creator of [performer, other])
    await ctx.transaction((tx) =>
      post(tx, {
        key: `test:${newId()}`,
        reason: 'adjustment',
        moves: [
          { from: { kind: 'fan_wallet', owner: fan.id, currency: 'TOK' }, to: available(creator.id), amount: 1000n },
        ],
      }),
    )
  await move(performer, 'payout_request')
  const state = (set: ReturnType<typeof sql>) =>
    sql`UPDATE performers SET ${set} WHERE account_id = ${performer.id}`.execute(ctx.db)
  const refused = async (blocker: string) => {
    for (const reason of ['payout_request', 'payout_paid'] as const)
      await expect(move(performer, reason)).rejects.toMatchObject({ code: 'PAYOUT_BLOCKED', detail: { blocker } })
    // What comes back to them, and what others are paid, goes on.
    await move(other, 'payout_request')
  }
  await state(sql`payouts_frozen_until = app_now() + interval '72 hours'`)
  await refused('PAYOUT_DETAILS_NEW')
  await move(performer, 'payout_cancelled', true)
  await state(sql`payouts_frozen_until = app_now() - interval '1 second'`)
  await move(performer, 'payout_request')
  await state(sql`verification_status = 'revoked'`)
  await refused('NOT_APPROVED')
  await state(sql`verification_status = 'approved'`)
  await sql`INSERT INTO verification_documents (verification_id, kind, status, mime, bytes, sha256, storage_key, key_id, expires_on)
    SELECT id, 'id_front', 'approved', 'image/png', 1, '\\x00', ${newId()}, 'k', app_now()::date FROM verifications WHERE performer_id = ${performer.id}`.execute(
    ctx.db,
  )
  await refused('DOCUMENT_EXPIRED')
})

test('a freeze and a payout at once: one waits for the other, and nothing leaves after the freeze', async () => {
  const { ctx } = server
  const [fan, performer] = [await buildFan(ctx, 50), await buildPerformer(ctx)]
  await ctx.transaction((tx) =>
    post(tx, {
      key: `test:${newId()}`,
      reason: 'adjustment',
      moves: [
        { from: { kind: 'fan_wallet', owner: fan.id, currency: 'TOK' }, to: available(performer.id), amount: 1000n },
      ],
    }),
  )
  let payout: Promise<unknown> | undefined
  await ctx.transaction(async (tx) => {
    await sql`UPDATE performers SET payouts_frozen_until = app_now() + interval '1 hour' WHERE account_id = ${performer.id}`.execute(
      tx.db,
    )
    payout = move(performer, 'payout_request').catch((error: unknown) => error)
    const { pid } = (await row(tx.db, sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`))!
    await untilBlocked(server.ownerUrl, pid, payout)
  })
  expect(await payout).toMatchObject({ code: 'PAYOUT_BLOCKED' })
})
