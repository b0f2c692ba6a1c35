import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { type PublishedEvent, readersByName } from '../../../platform/events/events.ts'
import { newId } from '../../../platform/ids.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { buildBlock, buildPerformer } from '../../../testing/builders.ts'
import { advanceClock, passMidnight } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { hiddenPerformers } from '../../access/policy.ts'
import { checkLedger } from '../ledger/check.ts'
import { balanceOf, fees, pending, walletBalance } from '../ledger/post.ts'
import { releaseEarnings, rollUpLedger, chainLedger } from '../ledger/upkeep.ts'
import { charge } from './charge.ts'
import { pruneOfferChanges } from './shown-terms.ts'
import { tokensForMoney, tokensForPrice } from '../wallet/currency.ts'
import { chargeMessages } from './sockets.ts'
import { buildFan, buildLockedFeed, buildPlan, payer } from '../wallet/testing.ts'

// spec: earnings.stats

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await chainLedger(server.ctx)
  await rollUpLedger(server.ctx)
  expect(await checkLedger(server.ctx)).toEqual([])
  await server.stop()
})

test('a tip moves tokens, splits the commission and publishes one event', async () => {
  const { ctx } = server
  const [fan, performer] = [await buildFan(ctx, 100), await buildPerformer(ctx)]
  const feesBefore = await balanceOf(ctx, fees())
  const reply = await payer(server, fan).keyed(`/wallet/charges/tip/${performer.id}`, {
    tokens: 10.55,
    note: 'Thank you',
  })
  expect(reply.status).toBe(200)
  expect(reply.body.data).toMatchObject({
    type: 'tip',
    performerId: performer.id,
    targetId: performer.id,
    tokens: 10.55,
    balance: 89.45,
    note: 'Thank you',
  })
  expect(await walletBalance(ctx, fan.id)).toBe(8945n)
  // 20 % of 1055 is 211; the performer gets the remainder.
  expect(await balanceOf(ctx, pending(performer.id))).toBe(844n)
  expect((await balanceOf(ctx, fees())) - feesBefore).toBe(211n)
  const events = await rows(
    ctx.db,
    sql<{
      topic: string
      payload: object
    }>`SELECT topic, payload FROM events WHERE payload->>'userId' = ${fan.id} OR payload->>'accountId' = ${fan.id} ORDER BY id`,
  )
  expect(events.filter((event) => event.topic === 'tip.sent').map((event) => event.payload)).toMatchObject([
    { chargeId: reply.body.data._id, tokens: 10.55, balance: 89.45, note: 'Thank you' },
  ])
})

test('the same key is charged once and answered byte for byte; another body is refused', async () => {
  const { ctx } = server
  const [fan, performer] = [await buildFan(ctx, 30), await buildPerformer(ctx)]
  const key = randomUUID()
  const replies = await Promise.all(Array.from({ length: 12 }, () => payer(server, fan).tip(performer, 20, key)))
  expect(new Set(replies.map((reply) => `${reply.status} ${reply.text}`)).size).toBe(1)
  expect(replies[0]!.status).toBe(200)
  expect(await walletBalance(ctx, fan.id)).toBe(1000n)
  expect((await payer(server, fan).tip(performer, 10, key)).body).toMatchObject({ status: 422, code: 'KEY_REUSED' })
  // Also when it would be refused by now: the wallet is too empty, and the performer has blocked.
  await buildBlock(ctx, performer, fan)
  expect((await payer(server, fan).tip(performer, 20, key)).text).toBe(replies[0]!.text)
  expect((await payer(server, fan).post(`/wallet/charges/tip/${performer.id}`, { tokens: 10 })).body.code).toBe(
    'KEY_REQUIRED',
  )
  // Keys are separate for each payer: another payer may use the same key.
  const other = await buildFan(ctx, 30)
  await sql`DELETE FROM blocks WHERE blocked_id = ${fan.id}`.execute(ctx.db)
  expect((await payer(server, other).tip(performer, 20, key)).status).toBe(200)
})

test('tips have limits; an account can’t tip itself, an unknown account or one that blocked it', async () => {
  const { ctx } = server
  const [fan, performer] = [await buildFan(ctx, 20_000), await buildPerformer(ctx)]
  const as = payer(server, fan)
  expect((await as.tip(performer, 9.99)).body).toMatchObject({ status: 422, code: 'TIP_BELOW_MINIMUM', minimum: 10 })
  expect((await as.tip(performer, 10)).status).toBe(200)
  expect((await as.tip(performer, 10_000.01)).body).toMatchObject({
    status: 422,
    code: 'TIP_ABOVE_MAXIMUM',
    maximum: 10_000,
  })
  expect((await as.tip(performer, 10_000)).status).toBe(200)
  expect((await as.tip(performer, 10_000)).body).toMatchObject({
    status: 402,
    code: 'INSUFFICIENT_BALANCE',
    missing: 10,
  })
  expect((await payer(server, performer).tip(performer, 10)).body).toMatchObject({
    status: 422,
    code: 'NOT_TO_ONESELF',
  })
  expect((await as.tip({ id: randomUUID() }, 10)).body).toMatchObject({ status: 404, code: 'PERFORMER_NOT_FOUND' })
  expect((await as.tip(fan, 10)).status).toBe(422)
  const waiting = await buildPerformer(ctx, { approved: false })
  expect((await as.tip(waiting, 10)).status).toBe(404)
  await buildBlock(ctx, performer, fan)
  expect((await as.tip(performer, 10)).status).toBe(404)
  for (const hostile of ['10', null, [10], {}, true])
    expect((await as.tip(performer, hostile)).status).toBeGreaterThanOrEqual(400)
  for (const hostile of ['1e3', '10.001', '-10', '1e400', '9007199254740993']) {
    const reply = await as.keyed(`/wallet/charges/tip/${performer.id}`, `{"tokens": ${hostile}}`)
    expect([400, 422]).toContain(reply.status)
  }
  expect(
    (
      await server.app.inject({
        method: 'POST',
        url: `/api/wallet/charges/tip/${performer.id}`,
        payload: { tokens: 10 },
      })
    ).statusCode,
  ).toBe(401)
})

test('any sum of tips splits without a rest, whatever the commission', async () => {
  const { ctx } = server
  const fan = await buildFan(ctx, 9_000_000)
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1000, max: 1_000_000 }),
      fc.integer({ min: 0, max: 10_000 }),
      async (hundredths, bp) => {
        const performer = await buildPerformer(ctx)
        await sql`UPDATE performers SET commission_bp = ${bp} WHERE account_id = ${performer.id}`.execute(ctx.db)
        const feesBefore = await balanceOf(ctx, fees())
        const reply = await payer(server, fan).tip(performer, hundredths / 100)
        expect(reply.status).toBe(200)
        const fee = (BigInt(hundredths) * BigInt(bp)) / 10_000n
        expect((await balanceOf(ctx, fees())) - feesBefore).toBe(fee)
        expect(await balanceOf(ctx, pending(performer.id))).toBe(BigInt(hundredths) - fee)
      },
    ),
    { numRuns: 40 },
  )
})

test('what a currency price costs in tokens is never less than the price, and by less than a hundredth more', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.integer({ min: 1, max: 100_000 }), (minor, micro) => {
      const value = micro / 1e4
      const [up, down] = [tokensForPrice(minor, 'USD', value), tokensForMoney(minor, 'USD', value)]
      const worth = (tokens: bigint) => tokens * BigInt(micro) * 100n
      const price = minor * 10_000n * 100n
      expect(worth(up) >= price && worth(up - 1n) < price).toBe(true)
      expect(worth(down) <= price && worth(down + 1n) > price).toBe(true)
    }),
  )
  expect(tokensForPrice(999n, 'USD', 0.1)).toBe(9990n)
  expect(tokensForPrice(500n, 'JPY', 15)).toBe(3334n)
})

test('a feed is bought at its price of the moment, once, and the second try shows the first receipt', async () => {
  const { ctx } = server
  const [fan, performer] = [await buildFan(ctx, 50), await buildPerformer(ctx)]
  const feed = await buildLockedFeed(ctx, performer, 15)
  const key = randomUUID()
  const first = await payer(server, fan).unlock(feed, key)
  expect(first.body.data).toMatchObject({ type: 'feed', targetId: feed, tokens: 15, balance: 35 })
  expect((await payer(server, fan).unlock(feed, key)).text).toBe(first.text)
  const again = await payer(server, fan).unlock(feed)
  expect(again.body).toMatchObject({ status: 409, code: 'ALREADY_PURCHASED', receipt: first.body.data })
  // The raised price counts for the next buyer.
  await sql`UPDATE items SET gate_price = 6000 WHERE id = ${feed}`.execute(ctx.db)
  const next = payer(server, await buildFan(ctx, 50))
  expect((await next.keyed(`/wallet/charges/feed/${feed}`, { expectedPrice: 60 })).body).toMatchObject({
    status: 402,
    missing: 10,
  })
  expect(
    await rows(ctx.db, sql`SELECT delta FROM counter_deltas WHERE subject_id = ${feed} AND counter = 'sales'`),
  ).toHaveLength(1)
})

test('twenty requests of one fan buy a feed once', async () => {
  const { ctx } = server
  const [fan, performer] = [await buildFan(ctx, 15), await buildPerformer(ctx)]
  const feed = await buildLockedFeed(ctx, performer, 15)
  const replies = await Promise.all(Array.from({ length: 20 }, () => payer(server, fan).unlock(feed)))
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
  expect(replies.filter((reply) => reply.body.code === 'ALREADY_PURCHASED')).toHaveLength(19)
})

test('what is not for sale, hidden or one’s own is not sold', async () => {
  const { ctx } = server
  const [fan, performer] = [await buildFan(ctx, 500), await buildPerformer(ctx)]
  const as = payer(server, fan)
  const open = await buildLockedFeed(ctx, performer, 15)
  await sql`UPDATE items SET gate_type = 'public', gate_price = NULL WHERE id = ${open}`.execute(ctx.db)
  expect((await as.unlock(open)).body.code).toBe('NOT_FOR_SALE')
  expect((await as.unlock(await buildLockedFeed(ctx, performer, 15, { status: 'draft' }))).status).toBe(404)
  expect((await as.unlock(await buildLockedFeed(ctx, performer, 15, { status: 'archived' }))).status).toBe(404)
  expect((await as.unlock(randomUUID())).status).toBe(404)
  const feed = await buildLockedFeed(ctx, performer, 15)
  expect((await payer(server, performer).unlock(feed)).body.code).toBe('NOT_TO_ONESELF')
  const cheap = await buildLockedFeed(ctx, performer, 0.5)
  expect((await as.unlock(cheap)).body.code).toBe('PRICE_OUT_OF_RANGE')
  await buildBlock(ctx, performer, fan)
  expect((await as.unlock(feed)).status).toBe(404)
  expect(await walletBalance(ctx, fan.id)).toBe(50_000n)
})

test('nothing is created or lost by a hundred fans and one wallet at once', async () => {
  const { ctx } = server
  const performers = await Promise.all([buildPerformer(ctx), buildPerformer(ctx)])
  const fans = await Promise.all(Array.from({ length: 10 }, () => buildFan(ctx, 35)))
  const replies = await Promise.all(
    fans.flatMap((fan) => Array.from({ length: 6 }, (_, i) => payer(server, fan).tip(performers[i % 2]!, 10))),
  )
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(30)
  expect(replies.filter((reply) => reply.status === 402)).toHaveLength(30)
  for (const fan of fans) expect(await walletBalance(ctx, fan.id)).toBe(500n)
  const earned = await Promise.all(performers.map((performer) => balanceOf(ctx, pending(performer.id))))
  expect(earned[0]! + earned[1]!).toBe(24_000n)
})

test('one sees one’s own charges, page by page', async () => {
  const { ctx } = server
  const [fan, performer] = [await buildFan(ctx, 100), await buildPerformer(ctx, { name: 'Mara' })]
  for (const tokens of [10, 20, 30]) await payer(server, fan).tip(performer, tokens)
  const first = await payer(server, fan).get('/wallet/charges/search?pageSize=2&type=tip')
  expect(first.body).toMatchObject({
    total: 3,
    data: [{ tokens: 30, status: 'succeeded', performer: { name: 'Mara' } }, { tokens: 20 }],
  })
  const next = await payer(server, fan).get(`/wallet/charges/search?pageSize=2&cursor=${first.body.nextCursor}`)
  expect(next.body).toMatchObject({ data: [{ tokens: 10 }], nextCursor: null })
  const oldest = await payer(server, fan).get('/wallet/charges/search?pageSize=2&sort=asc')
  expect(oldest.body.data.map((item: { tokens: number }) => item.tokens)).toEqual([10, 20])
  // What is paid in the meantime moves nothing: a cursor names the row it follows.
  await payer(server, fan).tip(performer, 15)
  const on = await payer(server, fan).get(`/wallet/charges/search?pageSize=1&cursor=${first.body.nextCursor}`)
  expect(on.body.data.map((item: { tokens: number }) => item.tokens)).toEqual([10])
  const rest = await payer(server, fan).get(`/wallet/charges/search?sort=asc&cursor=${oldest.body.nextCursor}`)
  expect(rest.body.data.map((item: { tokens: number }) => item.tokens)).toEqual([30, 15])
  const bySize = await payer(server, fan).get('/wallet/charges/search?pageSize=2&sortBy=tokens')
  expect(bySize.body).toMatchObject({ data: [{ tokens: 30 }, { tokens: 20 }] })
  const smallest = await payer(server, fan).get(
    `/wallet/charges/search?pageSize=2&sortBy=tokens&cursor=${bySize.body.nextCursor}`,
  )
  expect(smallest.body).toMatchObject({ data: [{ tokens: 15 }, { tokens: 10 }], nextCursor: null })
  expect(
    (await payer(server, fan).get(`/wallet/charges/search?sortBy=tokens&cursor=${first.body.nextCursor}`)).status,
  ).toBe(400)
  expect((await payer(server, await buildFan(ctx)).get('/wallet/charges/search')).body.total).toBe(0)
})

test('a new installation has packages to sell, and they are listed in their order', async () => {
  const first = (await server.app.inject({ url: '/api/package/token/search' })).json()
  expect(first).toMatchObject({ total: 5, data: [{ tokens: 100, bonus: 0, price: 10 }, {}, {}, {}, { price: 250 }] })
  await sql`UPDATE token_packages SET active = false`.execute(server.ctx.db)
  await sql`INSERT INTO token_packages (name, tokens, bonus, price, position, active) VALUES ('B', 50000, 2500, 4500, 2, true), ('A', 10000, 0, 1000, 1, true), ('C', 1, 0, 1, 0, false)`.execute(
    server.ctx.db,
  )
  const reply = await server.app.inject({ url: '/api/package/token/search' })
  expect(reply.json()).toMatchObject({
    total: 2,
    data: [
      { name: 'A', tokens: 100, bonus: 0, price: 10, currency: 'USD' },
      { name: 'B', bonus: 25, price: 45 },
    ],
  })
})

test('earnings are shown by kind and day, and become available when their hold is over', async () => {
  const { ctx } = server
  await passMidnight(ctx)
  const [fan, performer] = [await buildFan(ctx, 200), await buildPerformer(ctx)]
  const studio = payer(server, performer)
  await payer(server, fan).tip(performer, 100)
  await payer(server, fan).unlock(await buildLockedFeed(ctx, performer, 15))
  const stats = (await studio.get('/performer/earning/stats')).body.data
  expect(stats).toMatchObject({
    gross: 115,
    fee: 23,
    net: 92,
    count: 2,
    pending: 92,
    available: 0,
    currency: 'USD',
    tokenValue: 0.1,
  })
  expect(stats.byType).toEqual([
    { type: 'feed', gross: 15, fee: 3, net: 12, count: 1 },
    { type: 'tip', gross: 100, fee: 20, net: 80, count: 1 },
  ])
  expect(stats.byDay).toHaveLength(1)
  expect(stats.releases).toMatchObject([{ net: 92 }])
  const found = (await studio.get('/performer/earning/search?type=tip')).body
  expect(found).toMatchObject({
    total: 1,
    data: [
      { type: 'tip', gross: 100, feePct: 20, fee: 20, net: 80, netValue: 8, status: 'pending', user: { _id: fan.id } },
    ],
  })
  const held = new Date(found.data[0].availableAt).getTime() - new Date(found.data[0].createdAt).getTime()
  expect(held).toBe(21 * 86_400_000)
  expect((await payer(server, fan).get('/performer/earning/stats')).status).toBe(403)

  await advanceClock(ctx, '20 days')
  await releaseEarnings(ctx)
  expect((await studio.get('/performer/earning/stats')).body.data).toMatchObject({ pending: 92, available: 0 })
  await advanceClock(ctx, '2 days')
  await Promise.all([releaseEarnings(ctx), releaseEarnings(ctx)])
  expect((await studio.get('/performer/earning/stats')).body.data).toMatchObject({
    pending: 0,
    available: 92,
    releases: [],
  })
  // After sixty days of sales the hold is shorter.
  await advanceClock(ctx, '40 days')
  await payer(server, fan).tip(performer, 10)
  const [late] = (await studio.get('/performer/earning/search')).body.data
  expect(new Date(late.availableAt).getTime() - new Date(late.createdAt).getTime()).toBe(8 * 86_400_000)
})

test('an edit of history is found by the hash chain', async () => {
  const { ctx, ownerUrl } = server
  await chainLedger(ctx)
  expect(await checkLedger(ctx)).toEqual([])
  const { default: pg } = await import('pg')
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query('ALTER TABLE ledger_transactions DISABLE TRIGGER USER')
  const { rows: edited } = await owner.query(
    `UPDATE ledger_transactions SET detail = '{"edited": 1}' WHERE id = (SELECT id FROM ledger_transactions LIMIT 1) RETURNING id`,
  )
  expect(await checkLedger(ctx)).toMatchObject([
    { rule: 'the hash chain holds', subject: edited[0].id, detail: 'changed after it was chained' },
  ])
  await owner.query(`UPDATE ledger_transactions SET detail = '{}' WHERE id = $1`, [edited[0].id])
  await owner.query('ALTER TABLE ledger_transactions ENABLE TRIGGER USER')
  await owner.end()
  await expect(sql`UPDATE ledger_entries SET amount = 1`.execute(ctx.db)).rejects.toThrow(/permission denied/)
  await expect(sql`INSERT INTO ledger_tail VALUES (1, gen_random_uuid(), 1, 100)`.execute(ctx.db)).rejects.toThrow(
    /permission denied/,
  )
})

test('the statement that charges hides the same performers as the access policy', async () => {
  const { ctx } = server
  const fan = await buildFan(ctx)
  const [open, blocking, blocked, abroad, closed, rejected] = await Promise.all(
    Array.from({ length: 6 }, () => buildPerformer(ctx)),
  )
  await sql`INSERT INTO blocks (blocker_id, blocked_id) VALUES (${blocking!.id}, ${fan.id}), (${fan.id}, ${blocked!.id})`.execute(
    ctx.db,
  )
  await sql`INSERT INTO country_blocks (performer_id, country) VALUES (${abroad!.id}, 'DE')`.execute(ctx.db)
  await sql`UPDATE accounts SET status = 'suspended' WHERE id = ${closed!.id}`.execute(ctx.db)
  await sql`UPDATE performers SET verification_status = 'rejected' WHERE account_id = ${rejected!.id}`.execute(ctx.db)
  const ids = [open, blocking, blocked, abroad, closed, rejected].map((entry) => entry!.id)
  for (const country of ['DE', 'JP', null]) {
    const hidden = await rows(
      ctx.db,
      sql<{
        id: string
      }>`SELECT id FROM unnest(${ids}::uuid[]) AS id WHERE performer_is_hidden(${fan.id}, id, ${country})`,
    )
    const viewer = { kind: 'signed-in', id: fan.id, role: 'user', country, accessEpoch: 0 } as SignedIn
    expect(new Set(hidden.map((entry) => entry.id))).toEqual(await hiddenPerformers(ctx, viewer, ids))
    expect(hidden).toHaveLength(country === 'DE' ? 5 : 4)
  }
  const reply = await payer(server, fan).tip(blocking!, 10)
  expect(reply.body.code).toBe('PERFORMER_NOT_FOUND')
})

test('the owner of a changed wallet is notified on their own socket', async () => {
  const { ctx } = server
  const [fan, performer] = [await buildFan(ctx, 100), await buildPerformer(ctx)]
  await payer(server, fan).tip(performer, 30)
  const event = await row(
    ctx.db,
    sql<PublishedEvent>`SELECT id, xid::text AS xid, topic, payload FROM events WHERE topic = 'tip.sent' AND payload->>'userId' = ${fan.id}`,
  )
  expect(
    await readersByName(chargeMessages)
      .get('tip.sent')!
      .read(event!, ctx, { here: () => [] }),
  ).toEqual([{ room: `account:${fan.id}`, name: 'balance/changed', data: { balance: 70 } }])
})

test('a kind of charge without a price rule is refused in SQL and in TypeScript, and nothing moves', async () => {
  const { ctx } = server
  const [fan, performer] = [await buildFan(ctx, 50), await buildPerformer(ctx)]
  const target = await buildLockedFeed(ctx, performer, 15)
  const events = () => rows(ctx.db, sql`SELECT 1 FROM events WHERE payload ->> 'userId' = ${fan.id}`)
  for (const type of ['message', 'unheard-of', 'video'])
    await expect(
      sql`SELECT charge_tokens(${newId()}, ${fan.id}, ${performer.id}, ${type}, ${target}, 1500, ${type}, '', '', 2000, 100000, 'USD', 8, 21, NULL, NULL, false)`.execute(
        ctx.db,
      ),
    ).rejects.toMatchObject({ code: type === 'video' || type === 'message' ? 'FL409' : 'FL400' })
  await expect(
    charge(ctx, {
      userId: fan.id,
      performerId: performer.id,
      type: 'unheard-of' as 'stream',
      targetId: target,
      tokens: 1500n,
      key: 'x',
      bodyHash: Buffer.alloc(32),
    }),
  ).rejects.toMatchObject({ code: 'FL400' })
  expect(await events()).toEqual([])
  expect(await rows(ctx.db, sql`SELECT 1 FROM purchases WHERE account_id = ${fan.id}`)).toEqual([])
  expect(await walletBalance(ctx, fan.id)).toBe(5_000n)
})

test('a purchase at another price than was shown is refused with the new one, and takes nothing', async () => {
  const { ctx } = server
  const [fan, performer] = [await buildFan(ctx, 500), await buildPerformer(ctx)]
  const feed = await buildLockedFeed(ctx, performer, 5)
  const planId = await buildPlan(ctx, performer, { price: 795n })
  const as = payer(server, fan)
  const unlock = (expectedPrice?: number, key?: string) =>
    as.keyed(`/wallet/charges/feed/${feed}`, expectedPrice === undefined ? undefined : { expectedPrice }, key)
  const subscribe = (expectedPrice: number, version = planId) =>
    as.keyed('/payment/subscribe/performers', {
      performerId: performer.id,
      planId: version,
      paymentGateway: 'wallet',
      expectedPrice,
    })
  await sql`UPDATE items SET gate_price = 20000 WHERE id = ${feed}`.execute(ctx.db)
  await sql`UPDATE plans SET price = 5999 WHERE id = ${planId}`.execute(ctx.db)
  expect(await unlock(5)).toMatchObject({ status: 409, body: { code: 'PRICE_CHANGED', price: 200 } })
  const changed = await subscribe(7.95)
  expect(changed).toMatchObject({ status: 409, body: { code: 'PLAN_CHANGED', plan: { price: 59.99, tokens: 599.9 } } })
  expect(await walletBalance(ctx, fan.id)).toBe(50_000n)
  const now = (changed.body as unknown as { plan: { _id: string; planId: string } }).plan
  expect(now.planId).toBe(planId)
  expect(await subscribe(7.95, now._id)).toMatchObject({ status: 409, body: { code: 'PRICE_CHANGED', price: 59.99 } })
  expect((await unlock(200, 'shown')).body.data).toMatchObject({ tokens: 200 })
  // The key repeats its purchase whatever the price has become; with another price it is another request.
  await sql`UPDATE items SET gate_price = 30000 WHERE id = ${feed}`.execute(ctx.db)
  expect((await unlock(200, 'shown')).body.data).toMatchObject({ tokens: 200 })
  expect((await unlock(300, 'shown')).body.code).toBe('KEY_REUSED')
})

test('a purchase that names no price is refused for an hour after the price rose', async () => {
  const { ctx } = server
  const [fan, performer] = [await buildFan(ctx, 3000), await buildPerformer(ctx)]
  const [feed, other] = [await buildLockedFeed(ctx, performer, 5), await buildLockedFeed(ctx, performer, 50)]
  const as = payer(server, fan)
  const price = (id: string, hundredths: number) =>
    sql`UPDATE items SET gate_price = ${hundredths} WHERE id = ${id}`.execute(ctx.db)
  await price(feed, 20_000)
  await price(other, 4000)
  expect(await as.unlock(feed)).toMatchObject({ status: 409, body: { code: 'PRICE_CHANGED', price: 200 } })
  expect(await walletBalance(ctx, fan.id)).toBe(300_000n)
  expect((await as.unlock(other)).body.data).toMatchObject({ tokens: 40 })
  // Free in between hides nothing.
  await sql`UPDATE items SET gate_type = 'public' WHERE id = ${feed}`.execute(ctx.db)
  await sql`UPDATE items SET gate_type = 'paid' WHERE id = ${feed}`.execute(ctx.db)
  expect((await as.unlock(feed)).body.code).toBe('PRICE_CHANGED')
  await advanceClock(ctx, '61 minutes')
  expect((await as.unlock(feed)).body.data).toMatchObject({ tokens: 200 })
  await pruneOfferChanges(ctx)
  expect(await rows(ctx.db, sql`SELECT 1 FROM offer_changes WHERE item_id = ${feed}`)).toEqual([])
})
