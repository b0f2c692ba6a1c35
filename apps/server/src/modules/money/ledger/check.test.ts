import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { rows, sql } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { api } from '../../../testing/api.ts'
import { buildAdmin, buildPerformer } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { buildFan, buildLockedFeed, payer } from '../wallet/testing.ts'
import { beginCheck, alarmOverdueCheck, presentCheck } from './check-record.ts'
import { checkLedger, watchLedger } from './check.ts'
import { payoutsAreFrozen } from './freeze.ts'
import { chainLedger } from './upkeep.ts'

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

const topics = async (topic: string) =>
  (await rows(server.ctx.db, sql`SELECT 1 FROM events WHERE topic = ${topic}`)).length

test('a check that times out is recorded as failed, announced, and shown to staff', async () => {
  const { ctx } = server
  const staff = api(server).as(await buildAdmin(ctx, { permissions: ['finance'] }))
  const shown = async () => (await staff.get('/admin/waiting')).body.data.money.ledgerCheck
  expect(await shown()).toEqual({ state: 'pending', finishedAt: null, passedAt: null })
  await watchLedger(ctx)
  const passed = await shown()
  expect(passed).toMatchObject({ state: 'passed', passedAt: passed.finishedAt })

  const fatal = vi.spyOn(ctx.log, 'fatal')
  await owner.query('BEGIN')
  await owner.query('LOCK TABLE ledger_entries IN ACCESS EXCLUSIVE MODE')
  await expect(watchLedger(ctx, { batch: 5_000, statementTimeoutMs: 50 })).rejects.toThrow(/statement timeout/)
  await owner.query('ROLLBACK')
  expect(fatal).toHaveBeenCalledOnce()
  expect(await topics('ledger.check_failed')).toBe(1)
  expect(await shown()).toMatchObject({ state: 'failed', passedAt: passed.passedAt })
  // Nothing was found: payouts go on, and the limit of everything else is back on every connection.
  expect(await payoutsAreFrozen(ctx)).toBe(false)
  const limits = await Promise.all(
    Array.from({ length: 8 }, () =>
      rows(ctx.db, sql`SELECT current_setting('statement_timeout') AS is, pg_sleep(0.01)`),
    ),
  )
  expect(new Set(limits.flat().map((limit) => (limit as { is: string }).is))).toEqual(new Set(['30s']))
  await watchLedger(ctx)
  expect(await shown()).toMatchObject({ state: 'passed' })
})

test('when no check finishes for hours, staff see it and it is announced once an hour', async () => {
  const { ctx } = server
  await watchLedger(ctx)
  await alarmOverdueCheck(ctx)
  await advanceClock(ctx, '3 hours 1 minute')
  // One that began and was killed is none that finished.
  await beginCheck(ctx)
  expect(await presentCheck(ctx)).toMatchObject({ state: 'overdue' })
  await alarmOverdueCheck(ctx)
  expect(await topics('ledger.check_overdue')).toBe(0)
  await advanceClock(ctx, '31 minutes')
  const fatal = vi.spyOn(ctx.log, 'fatal').mockClear()
  await alarmOverdueCheck(ctx)
  await alarmOverdueCheck(ctx)
  expect(fatal).toHaveBeenCalledOnce()
  expect(await topics('ledger.check_overdue')).toBe(1)
  await advanceClock(ctx, '61 minutes')
  await alarmOverdueCheck(ctx)
  expect(await topics('ledger.check_overdue')).toBe(2)
  await watchLedger(ctx)
  await alarmOverdueCheck(ctx)
  expect(await presentCheck(ctx)).toMatchObject({ state: 'passed' })
  expect(await rows(ctx.db, sql`SELECT 1 FROM ledger_check_alarm`)).toEqual([])
})

test('batches of any size find the same violations', async () => {
  const { ctx } = server
  const [fan, performer] = [await buildFan(ctx, 500), await buildPerformer(ctx)]
  for (let n = 0; n < 5; n++) await payer(server, fan).tip(performer, 10)
  await payer(server, fan).unlock(await buildLockedFeed(ctx, performer, 15))
  await chainLedger(ctx)
  const inBatches = (batch: number) => checkLedger(ctx, { batch, statementTimeoutMs: 60_000 })
  const found = async (batch: number) =>
    (await inBatches(batch)).map(({ rule, subject }) => `${rule}: ${subject}`).toSorted()
  expect(await found(1)).toEqual([])

  await owner.query('SET session_replication_role = replica')
  const [, second, third] = (
    await owner.query<{ id: string }>(`SELECT id FROM ledger_transactions WHERE reason = 'tip' ORDER BY id`)
  ).rows.map((transaction) => transaction.id)
  const missing = newId()
  await owner.query('UPDATE ledger_accounts SET balance = balance + 1 WHERE owner_id = $1', [fan.id])
  await owner.query('UPDATE ledger_entries SET amount = amount + 1 WHERE transaction_id = $1 AND line = 1', [second])
  await owner.query('DELETE FROM earnings WHERE id = $1', [third])
  await owner.query(`INSERT INTO ledger_entries VALUES ($1, 1, 987654, 'TOK', 5)`, [missing])
  await owner.query(`INSERT INTO ledger_tail VALUES (987654, $1, 1, 5)`, [missing])
  await owner.query(`UPDATE ledger_chain_links SET hash = previous_hash WHERE sequence = 2`)
  await owner.query('SET session_replication_role = origin')

  const violations = await found(5_000)
  expect(new Set(violations.map((violation) => violation.split(':')[0]))).toEqual(
    new Set([
      'a balance is the sum of its entries',
      'every charge and earning belongs to a transaction',
      'every charge is what was posted for it',
      'every entry belongs to a transaction',
      'every entry belongs to an account',
      'every transaction adds up to zero in each currency',
      'the hash chain holds',
      'what waits for its release is what performers have pending',
    ]),
  )
  for (const batch of [1, 2, 3]) expect(await found(batch)).toEqual(violations)
})
