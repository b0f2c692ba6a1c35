import { randomUUID } from 'node:crypto'
import { chargeTypes } from '@fanlight/contract/charge-types'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPerformer } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { walletBalance } from '../ledger/post.ts'
import { charge, type NewCharge } from './charge.ts'
import { buildFan, buildLockedFeed } from '../wallet/testing.ts'

let server: TestServer
let owner: pg.Client
beforeAll(async () => {
  server = await startTestServer()
  owner = new pg.Client({ connectionString: server.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await server.stop()
})

const request = (userId: string, performerId: string, more: Partial<NewCharge>): NewCharge => ({
  userId,
  performerId,
  type: 'tip',
  targetId: performerId,
  tokens: 1000n,
  key: randomUUID(),
  bodyHash: Buffer.from('body'),
  ...more,
})

// spec: charges.kinds
test('there is every kind of the contract and no other, and what it grants is a function', async () => {
  const { rows } = await owner.query<{ kind: string; found: boolean }>(
    'SELECT kind, grant_function IS NULL OR to_regproc(grant_function) IS NOT NULL AS found FROM charge_kinds',
  )
  expect(rows.map(({ kind }) => kind).toSorted()).toEqual(chargeTypes.toSorted())
  expect(rows.filter(({ found }) => !found)).toEqual([])
})

test('what nothing sells is not charged for', async () => {
  const { ctx } = server
  const fan = await buildFan(ctx, 50)
  const performer = await buildPerformer(ctx)
  await owner.query("DELETE FROM charge_kinds WHERE kind = 'stream'")
  await expect(
    charge(ctx, request(fan.id, performer.id, { type: 'stream', targetId: randomUUID() })),
  ).rejects.toMatchObject({
    code: 'FL400',
  })
  expect(await walletBalance(ctx, fan.id)).toBe(5000n)
})

test('an item whose price is another by now is neither charged nor given', async () => {
  const { ctx } = server
  const fan = await buildFan(ctx, 50)
  const performer = await buildPerformer(ctx)
  const feedId = await buildLockedFeed(ctx, performer, 12)
  await expect(charge(ctx, request(fan.id, performer.id, { type: 'feed', targetId: feedId }))).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  expect(await walletBalance(ctx, fan.id)).toBe(5000n)
  expect((await owner.query('SELECT FROM purchases WHERE account_id = $1', [fan.id])).rowCount).toBe(0)
})

test('a new kind needs a row and a function, and charges as all others do', async () => {
  const { ctx } = server
  const fan = await buildFan(ctx, 50)
  const performer = await buildPerformer(ctx)
  await owner.query(`CREATE OR REPLACE FUNCTION grant_stream(charge charges) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
    INSERT INTO purchases (account_id, object_type, object_id, performer_id, charge_id)
    VALUES (charge.user_id, 'stream', charge.target_id, charge.performer_id, charge.id) $$`)
  await owner.query(`INSERT INTO charge_kinds VALUES ('stream', 'stream.unlocked', 'grant_stream')`)
  const streamId = randomUUID()
  const made = await charge(ctx, request(fan.id, performer.id, { type: 'stream', targetId: streamId }))
  expect(await walletBalance(ctx, fan.id)).toBe(4000n)
  expect((await owner.query('SELECT charge_id FROM purchases WHERE object_id = $1', [streamId])).rows).toEqual([
    { charge_id: made.id },
  ])
  expect(
    (await owner.query(`SELECT payload ->> 'chargeId' AS id FROM events WHERE topic = 'stream.unlocked'`)).rows,
  ).toEqual([{ id: made.id }])
})
