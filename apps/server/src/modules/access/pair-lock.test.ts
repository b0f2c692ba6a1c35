import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { row, rows, sql } from '../../platform/db/db.ts'
import { type Built, buildPerformer } from '../../testing/builders.ts'
import { untilBlocked } from '../../testing/blocked.ts'
import { advanceClock } from '../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { checkLedger } from '../money/ledger/check.ts'
import { walletBalance } from '../money/ledger/post.ts'
import { deliverTestWebhooks } from '@fanlight/fake-stripe/send-webhooks'
import { buildFan, buildLockedFeed, buildPlan, payer } from '../money/wallet/testing.ts'

// Whether the performer is hidden from the payer is checked in the statement that moves the money: once a block has returned, no
// charge follows it, and a block that has not yet returned waits for the charge before it.

let server: TestServer
let owner: pg.Client
let ownerProcess: number
beforeAll(async () => {
  server = await startTestServer({ listen: true })
  owner = new pg.Client({ connectionString: server.ownerUrl })
  await owner.connect()
  ownerProcess = (await owner.query('SELECT pg_backend_pid() AS pid')).rows[0].pid
})
afterAll(async () => {
  expect(await checkLedger(server.ctx)).toEqual([])
  await owner.end()
  await server.stop()
})

type Paying = (fan: Built, performer: Built) => Promise<() => Promise<{ status: number }>>
const ways: Record<string, Paying> = {
  tip: async (fan, performer) => () => payer(server, fan).tip(performer, 10),
  unlock: async (fan, performer) => {
    const feed = await buildLockedFeed(server.ctx, performer, 10)
    return () => payer(server, fan).unlock(feed)
  },
  'subscription from the wallet': (fan, performer) => subscribing(fan, performer, 'monthly'),
  'free subscription': (fan, performer) => subscribing(fan, performer, 'free'),
}
async function subscribing(fan: Built, performer: Built, type: string) {
  const planId = await buildPlan(server.ctx, performer, { type, price: type === 'free' ? null : 100n })
  const body = { performerId: performer.id, planId, paymentGateway: 'wallet' }
  return () => payer(server, fan).keyed('/payment/subscribe/performers', body)
}

describe.each(Object.entries(ways))('%s', (_name, way) => {
  test('is refused when a block was made first, committed or not', async () => {
    const [fan, performer] = [await buildFan(server.ctx, 100), await buildPerformer(server.ctx)]
    const pay = await way(fan, performer)
    await owner.query('BEGIN')
    await owner.query('SELECT pg_advisory_xact_lock(pair_lock_key($1, $2))', [performer.id, fan.id])
    await owner.query('INSERT INTO blocks (blocker_id, blocked_id) VALUES ($1, $2)', [performer.id, fan.id])
    const paying = pay()
    await untilBlocked(server.ownerUrl, ownerProcess, paying)
    await owner.query('COMMIT')
    expect((await paying).status).toBe(404)
    expect(await walletBalance(server.ctx, fan.id)).toBe(10_000n)
    expect(await traces(fan)).toEqual([])
  })

  test('is refused when country or suspension hides the performer', async () => {
    const [fan, performer] = [await buildFan(server.ctx, 100), await buildPerformer(server.ctx)]
    const pay = await way(fan, performer)
    await sql`UPDATE accounts SET status = 'suspended' WHERE id = ${performer.id}`.execute(server.ctx.db)
    expect((await pay()).status).toBe(404)
    expect(await traces(fan)).toEqual([])
  })
})

test.each(['unlock', 'tip'] as const)('a block waits for the %s that came before it', async (name) => {
  const [fan, performer] = [await buildFan(server.ctx, 100), await buildPerformer(server.ctx)]
  const pay = await ways[name]!(fan, performer)
  // Locks the payer's wallet, so that the charge stops after its check of the access policy and before it moves any money.
  await owner.query('BEGIN')
  await owner.query(`SELECT FROM ledger_accounts WHERE owner_id = $1 FOR UPDATE`, [fan.id])
  const paying = pay()
  // A charge in a batch times out after a moment and releases the lock of the pair; a single charge waits.
  await untilBlocked(server.ownerUrl, ownerProcess, paying, { statement: 'charge_tokens(' })
  const blocking = payer(server, performer).post('/block/users', { userId: fan.id })
  await untilBlocked(server.ownerUrl, ownerProcess, blocking, { connections: 2 })
  await owner.query('COMMIT')
  expect((await paying).status).toBe(200)
  expect((await blocking).status).toBe(200)
  expect(await walletBalance(server.ctx, fan.id)).toBe(9000n)
})

test('a card payment for a creator who has blocked the fan since becomes tokens, and starts no subscription', async () => {
  const { ctx } = server
  const [fan, performer] = [await buildFan(ctx), await buildPerformer(ctx)]
  const planId = await buildPlan(ctx, performer, { price: 500n })
  const cardId = await payer(server, fan).card('4000000000001000')
  const body = { performerId: performer.id, planId, paymentGateway: 'test', cardId }
  const requested = (await payer(server, fan).keyed('/payment/subscribe/performers', body)).body.data
  expect(requested).toMatchObject({ subscription: { status: 'incomplete' }, payment: { status: 'processing' } })
  await payer(server, performer).post('/block/users', { userId: fan.id })
  await advanceClock(ctx, '10 seconds')
  await deliverTestWebhooks(ctx)
  await server.work()
  const subscription = await row(
    ctx.db,
    sql<{ status: string }>`SELECT status FROM subscriptions WHERE fan_id = ${fan.id}`,
  )
  expect(subscription!.status).toBe('revoked')
  expect(await walletBalance(ctx, fan.id)).toBe(5000n)
})

/** What a payer has bought or begun. */
const traces = (fan: Built) =>
  rows(
    server.ctx.db,
    sql`SELECT type FROM charges WHERE user_id = ${fan.id} UNION ALL SELECT type FROM subscriptions WHERE fan_id = ${fan.id}`,
  )
