import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows, sql } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { buildPerformer } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { buildFan } from '../wallet/testing.ts'
import { checkLedger } from './check.ts'
import {
  type Account,
  available,
  clearing,
  fees,
  type Move,
  pending,
  post,
  postReversal,
  tokenFloat,
  wallet,
} from './post.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { LOG_LEVEL: 'silent' } })
})
afterAll(() => server.stop())

const entriesOf = (keys: string[]) =>
  rows(
    server.ctx.db,
    sql`SELECT e.account_id FROM ledger_entries e JOIN ledger_transactions t ON t.id = e.transaction_id
      WHERE t.key = ANY (${keys}::text[]) GROUP BY e.account_id HAVING sum(e.amount) <> 0`,
  )

test('a transaction and its reversal net to zero in every account, the gateway’s included', async () => {
  const { ctx } = server
  const fans = [await buildFan(ctx, 100_000), await buildFan(ctx, 100_000)]
  const performer = await buildPerformer(ctx)
  const accounts: Account[] = [
    ...fans.map((fan) => wallet(fan.id)),
    pending(performer.id),
    available(performer.id),
    fees(),
    tokenFloat('USD'),
    tokenFloat('EUR'),
    ...['TOK', 'USD', 'EUR'].map(clearing),
  ]
  // Every account has enough to give, so that each posting goes through.
  await ctx.transaction((tx) =>
    post(tx, {
      key: newId(),
      reason: 'adjustment',
      moves: accounts
        .filter((account) => account.kind !== 'gateway_clearing')
        .map((to) => ({ from: clearing(to.currency), to, amount: 1_000_000n })),
    }),
  )
  const anyMove = fc
    .record({ from: fc.constantFrom(...accounts), to: fc.constantFrom(...accounts), amount: fc.bigInt(1n, 5_000n) })
    .filter(({ from, to }) => from !== to && from.currency === to.currency)
  const moves = (list: readonly Move[]) => {
    const sums = new Map<Account, bigint>()
    for (const { from, to, amount } of list) {
      sums.set(from, (sums.get(from) ?? 0n) - amount)
      sums.set(to, (sums.get(to) ?? 0n) + amount)
    }
    return [...sums.values()].some((sum) => sum !== 0n)
  }
  await fc.assert(
    fc.asyncProperty(fc.array(anyMove, { minLength: 1, maxLength: 6 }).filter(moves), async (posted) => {
      const key = `test:${newId()}`
      await ctx.transaction((tx) => post(tx, { key, reason: 'top_up', moves: posted }))
      expect(await ctx.transaction((tx) => postReversal(tx, key, { key: `${key}:back`, reason: 'dispute_won' }))).toBe(
        true,
      )
      expect(await entriesOf([key, `${key}:back`])).toEqual([])
    }),
    { numRuns: 60 },
  )
  expect((await checkLedger(ctx)).filter(({ rule }) => rule.includes('reversal') || rule.includes('zero'))).toEqual([])
})

test('a reversal that could not net to zero is not posted, and the check finds one that does not', async () => {
  const { ctx } = server
  const fan = await buildFan(ctx, 100)
  // A gateway account that has an owner is not the account that a reversal uses.
  const key = `test:${newId()}`
  const gateway: Account = { kind: 'gateway_clearing', owner: fan.id, currency: 'TOK' }
  await ctx.transaction((tx) =>
    post(tx, { key, reason: 'top_up', moves: [{ from: gateway, to: wallet(fan.id), amount: 10n }] }),
  )
  await expect(
    ctx.transaction((tx) => postReversal(tx, key, { key: `${key}:back`, reason: 'dispute_won' })),
  ).rejects.toThrow(/takes back exactly/)
  expect(await rows(ctx.db, sql`SELECT 1 FROM ledger_transactions WHERE key = ${`${key}:back`}`)).toEqual([])

  const owner = new pg.Client({ connectionString: server.ownerUrl })
  await owner.connect()
  const { rows: pair } = await owner.query<{ reversal: string }>(
    `SELECT id AS reversal FROM ledger_transactions WHERE reverses IS NOT NULL LIMIT 1`,
  )
  await owner.query('SET session_replication_role = replica')
  await owner.query('UPDATE ledger_entries SET amount = amount * 2 WHERE transaction_id = $1', [pair[0]!.reversal])
  await owner.end()
  expect(await checkLedger(ctx)).toContainEqual(
    expect.objectContaining({ rule: 'every reversal is the opposite of what it reverses', subject: pair[0]!.reversal }),
  )
})
