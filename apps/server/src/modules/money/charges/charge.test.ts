import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../../../platform/context.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { buildBlock, buildPerformer } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { checkLedger } from '../ledger/check.ts'
import { walletBalance } from '../ledger/post.ts'
import { chainLedger } from '../ledger/upkeep.ts'
import { type ChargeRow, charge, chargedOnce } from './charge.ts'
import { buildFan } from '../wallet/testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await chainLedger(server.ctx)
  expect(await checkLedger(server.ctx)).toEqual([])
  await server.stop()
})

interface Payer {
  id: string
}
const tip = (
  ctx: Context,
  fan: Payer,
  performer: Payer,
  key = `tip:${randomUUID()}`,
  bodyHash = randomBytes(32),
): Promise<ChargeRow> =>
  charge(ctx, {
    userId: fan.id,
    performerId: performer.id,
    type: 'tip',
    targetId: performer.id,
    tokens: 1000n,
    key,
    bodyHash,
  })
const fansWith = (tokens: number[]) => Promise.all(tokens.map((token) => buildFan(server.ctx, token)))
const outcome = async (charged: Promise<ChargeRow>): Promise<unknown> =>
  charged.then(
    (done) => done.balance_after,
    (error: unknown) => (error instanceof Refusal ? error.code : error),
  )

test('charges that come at once each get the balance of their own wallet', async () => {
  const { ctx } = server
  const [performer, fans] = [await buildPerformer(ctx), await fansWith([11, 12, 13, 14, 15, 16, 17, 18, 19, 20])]
  const done = await Promise.all(fans.map((fan) => tip(ctx, fan, performer)))
  expect(done.map((entry) => entry.balance_after)).toEqual([
    100n,
    200n,
    300n,
    400n,
    500n,
    600n,
    700n,
    800n,
    900n,
    1000n,
  ])
  // A wallet that pays three times at once pays three times.
  const rich = await buildFan(ctx, 100)
  const thrice = await Promise.all(
    [...fans.slice(0, 2), rich, rich, rich].map((fan) => outcome(tip(ctx, fan, performer))),
  )
  expect(thrice.slice(0, 2)).toEqual(['INSUFFICIENT_BALANCE', 'INSUFFICIENT_BALANCE'])
  expect(thrice.slice(2).toSorted((a, b) => Number(a) - Number(b))).toEqual([7000n, 8000n, 9000n])
})

test('one who is refused is refused alone, for their own reason', async () => {
  const { ctx } = server
  const [performer, stern] = [await buildPerformer(ctx), await buildPerformer(ctx)]
  const fans = await fansWith([20, 20, 20, 5, 20, 20, 20, 20, 10])
  const [a, b, c, poor, blocked, twice, d, e, last] = fans
  await buildBlock(ctx, stern, blocked!)
  const key = `tip:${randomUUID()}`
  const outcomes = await Promise.all(
    [
      tip(ctx, a!, performer),
      tip(ctx, b!, performer),
      tip(ctx, c!, performer),
      tip(ctx, poor!, performer),
      tip(ctx, d!, performer),
      tip(ctx, blocked!, stern),
      tip(ctx, twice!, performer, key),
      tip(ctx, twice!, performer, key),
      tip(ctx, e!, { id: randomUUID() }),
      tip(ctx, last!, performer),
      tip(ctx, last!, performer),
    ].map(outcome),
  )
  expect(outcomes.slice(0, 6)).toEqual([1000n, 1000n, 1000n, 'INSUFFICIENT_BALANCE', 1000n, 'PERFORMER_NOT_FOUND'])
  const [first, second] = outcomes.slice(6, 8)
  expect([first, second]).toContain(1000n)
  expect([first, second]).toContainEqual(expect.objectContaining({ constraint: 'ledger_transactions_key_key' }))
  expect(outcomes[8]).toBe('PERFORMER_NOT_FOUND')
  expect(outcomes.slice(9)).toEqual(expect.arrayContaining([0n, 'INSUFFICIENT_BALANCE']))
  const left = await Promise.all(fans.map((fan) => walletBalance(ctx, fan.id)))
  expect(left).toEqual([1000n, 1000n, 1000n, 500n, 2000n, 1000n, 1000n, 2000n, 0n])
})

test('a locked wallet delays no other payer', async () => {
  const { ctx, ownerUrl } = server
  const [performer, fans] = [await buildPerformer(ctx), await fansWith(Array.from({ length: 12 }, () => 20))]
  const lockedFans = [fans[0]!, fans[6]!]
  const locker = new pg.Client({ connectionString: ownerUrl })
  await locker.connect()
  try {
    await locker.query('BEGIN')
    await locker.query('SELECT FROM ledger_accounts WHERE owner_id = ANY($1) FOR UPDATE', [
      lockedFans.map((fan) => fan.id),
    ])
    let through = 0
    const tips = fans.map((fan) => tip(ctx, fan, performer))
    const late = tips.filter((_, n) => lockedFans.includes(fans[n]!)).map((tip) => tip.then(() => (through += 1)))
    await Promise.all(tips.filter((_, n) => !lockedFans.includes(fans[n]!)))
    expect(through).toBe(0)
    await locker.query('COMMIT')
    await Promise.all(late)
    expect(through).toBe(2)
  } finally {
    await locker.end()
  }
})

test('a payer whose connection broke at the commit is charged once', async () => {
  const { ctx } = server
  const [performer, fans] = [await buildPerformer(ctx), await fansWith([20, 20, 20, 20, 20, 20])]
  const disconnected = {
    ...ctx,
    pool: {
      async query(statement: pg.QueryConfig | string, values?: unknown[]) {
        const answer = await ctx.pool.query(statement as pg.QueryConfig, values)
        if (typeof statement !== 'string' && statement.name === 'charge')
          throw new Error('Connection terminated unexpectedly')
        return answer
      },
    } as unknown as pg.Pool,
  }
  const done = await Promise.all(
    fans.map((fan) => {
      const [key, hash] = [`tip:${randomUUID()}`, randomBytes(32)]
      return chargedOnce(disconnected, fan.id, key, hash, () => tip(disconnected, fan, performer, key, hash))
    }),
  )
  expect(done.map((entry) => entry.balance_after)).toEqual(fans.map(() => 1000n))
  for (const fan of fans) expect(await walletBalance(ctx, fan.id)).toBe(1000n)
})
