import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { buildPerformer } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { refundItem } from '../../money/charges/refunding-items.ts'
import { buildFeed } from '../posts/testing.ts'
import { buildFan, buildLockedFeed, payer } from '../../money/wallet/testing.ts'
import { recountItemEarnings } from './item-earnings.ts'
import { rollUpCounters } from './roll-up.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('a creator sees what each post earned, after the commission and without what was refunded', async () => {
  const { ctx } = server
  const performer = await buildPerformer(ctx)
  const locked = (price: bigint) => buildFeed(ctx, performer, { gate: { type: 'paid', price } })
  const [dear, cheap] = [await locked(1500n), await locked(500n)]
  for (const feed of [dear, dear, cheap]) await payer(server, await buildFan(ctx, 20)).unlock(feed)
  const tipper = payer(server, await buildFan(ctx, 100))
  await tipper.keyed(`/wallet/charges/tip/${performer.id}`, { tokens: 50 })
  const earned = async () => {
    await rollUpCounters(ctx)
    const { body } = await api(server).as(performer).get('/performer/feeds?sortBy=earned&sort=desc')
    return body.data.map((post: { _id: string; earned: number }) => [post._id, post.earned])
  }
  expect(await earned()).toEqual([
    [dear, 24],
    [cheap, 4],
  ])
  await sql`UPDATE items SET status = 'hidden' WHERE id = ${dear}`.execute(ctx.db)
  await refundItem(ctx, dear)
  expect(await earned()).toEqual([
    [cheap, 4],
    [dear, 0],
  ])
})

test('what was sold before it was counted is counted once, with sales that are not yet rolled up', async () => {
  const { ctx } = server
  const performer = await buildPerformer(ctx)
  const feed = await buildLockedFeed(ctx, performer, 10)
  await payer(server, await buildFan(ctx, 20)).unlock(feed)
  await rollUpCounters(ctx)
  await sql`UPDATE items SET earned = 0 WHERE id = ${feed}`.execute(ctx.db)
  await payer(server, await buildFan(ctx, 20)).unlock(feed)
  for (let times = 0; times < 2; times++) {
    await recountItemEarnings(ctx)
    await rollUpCounters(ctx)
  }
  const found = await row(ctx.db, sql<{ earned: bigint }>`SELECT earned FROM items WHERE id = ${feed}`)
  expect(found).toEqual({ earned: 1600n })
})
