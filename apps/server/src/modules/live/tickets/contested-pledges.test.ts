import { randomUUID } from 'node:crypto'
import type { TicketShow } from '@fanlight/contract/tickets'
import { deliverTestWebhooks } from '@fanlight/fake-stripe/send-webhooks'
import { requestGateway } from '@fanlight/fake-stripe/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { row, sql } from '../../../platform/db/db.ts'
import { handleAllEvents, registerSubscribers } from '../../../platform/events/event-subscribers.ts'
import { type Built, buildPerformer } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { checkLedger } from '../../money/ledger/check.ts'
import { buildFan, payer } from '../../money/wallet/testing.ts'
import { followRooms } from '../streams/streaming.ts'
import { type LiveServer, startLiveServer } from '../testing.ts'
import { pledgeSubscriber } from './returning.ts'
import { settleAgain } from './settling.ts'
import { pledgesAt } from './testing-pledges.ts'

// Pledges of many at once, of people between whom there is a block, and of payments that a bank decides about.

let server: LiveServer
beforeAll(async () => {
  server = await startLiveServer()
  await registerSubscribers(server.ctx, [pledgeSubscriber], 'first')
})
afterEach(async () => expect(await checkLedger(server.ctx)).toEqual([]))
afterAll(() => server.stop())

const { as, pledge, showOf, tokensOf, pendingOf, ...pledges } = pledgesAt(() => server)
const planned = (creator: Built, over = {}) => pledges.planned(creator, { seats: 30, ...over })
async function passes() {
  await handleAllEvents(server.ctx, [pledgeSubscriber])
  await followRooms(server.ctx)
  await settleAgain(server.ctx)
  await server.work()
}
/** As if it had been streamed for half an hour, from its time on. */
async function takesPlace({ _id }: TicketShow) {
  await advanceClock(server.ctx, '241 minutes')
  await sql`INSERT INTO streams (id, performer_id, type, ticket_show_id, title, status, started_at, ended_at)
    SELECT ${randomUUID()}, performer_id, 'ticket', id, title, 'ended', app_now() - interval '30 minutes', app_now()
    FROM ticket_shows WHERE id = ${_id}`.execute(server.ctx.db)
  await passes()
}
async function topUp(fan: Built, amount: number, card: string): Promise<string> {
  const { body, status, text } = await payer(server, fan).keyed('/payment/wallet/top-up', {
    amount,
    cardId: await payer(server, fan).card(card),
  })
  expect(status, text).toBe(200)
  return body.data._id
}
async function bank(paymentId: string, status: 'needs_response' | 'won' | 'lost') {
  const payment = await row(
    server.ctx.db,
    sql<{ ref: string }>`SELECT gateway_ref AS ref FROM payment_transactions WHERE id = ${paymentId}`,
  )
  await requestGateway(server.ctx, 'test_helpers/disputes', { payment_intent: payment!.ref, status })
  const found = async () => {
    await deliverTestWebhooks(server.ctx)
    await server.work()
    return (await row(server.ctx.db, sql<{ status: string }>`SELECT status FROM disputes WHERE id = ${paymentId}`))
      ?.status
  }
  await expect.poll(found).toBe(status === 'needs_response' ? 'open' : status)
}

test('more people raise at once than there are connections, and all are answered', async () => {
  const creator = await buildPerformer(server.ctx)
  const fans = await Promise.all(Array.from({ length: 24 }, () => buildFan(server.ctx, 500)))
  const show = await planned(creator, { goal: 9_000 })
  for (const fan of fans) expect((await pledge(fan, show, 60)).status).toBe(200)
  const raises = await Promise.all(fans.map((fan) => pledge(fan, show, 70)))
  expect(new Set(raises.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await showOf(creator, show)).pledged).toBe(24 * 70)
})

test('a first pledge is not taken on terms that became others while it waited', async () => {
  const creator = await buildPerformer(server.ctx)
  const fan = await buildFan(server.ctx, 500)
  for (const becomes of [sql`goal_reached_at = app_now()`, sql`minutes = 5`]) {
    const show = await planned(creator)
    const { terms } = await showOf(fan, show)
    const waiting = await server.ctx.transaction(async (tx) => {
      await sql`UPDATE ticket_shows SET ${becomes} WHERE id = ${show._id}`.execute(tx.db)
      const reply = pledge(fan, show, 50, { expectedTerms: terms })
      const isWaiting = async () =>
        (await row(
          server.ctx.db,
          sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
            WHERE NOT l.granted AND a.datname = current_database()`,
        ))!.n
      await expect.poll(isWaiting).toBeGreaterThan(0)
      return { reply }
    })
    const reply = await waiting.reply
    expect([reply.status, reply.body.code]).toEqual([409, 'PRICE_CHANGED'])
    expect(await tokensOf(fan)).toBe(500)
  }
})

test('tokens that a bank leaves with the site reach the goal at its date, and everyone is told', async () => {
  const creator = await buildPerformer(server.ctx)
  const [fan, other] = [await buildFan(server.ctx), await buildFan(server.ctx, 500)]
  const paymentId = await topUp(fan, 10, '4242424242424242')
  const show = await planned(creator)
  expect((await pledge(fan, show, 100)).status).toBe(200)
  await bank(paymentId, 'needs_response')
  expect((await pledge(other, show, 150)).status).toBe(200)
  expect(await showOf(other, show)).toMatchObject({ pledged: 150, goalReachedAt: null })
  await bank(paymentId, 'won')
  expect(await showOf(other, show)).toMatchObject({ pledged: 250 })
  await advanceClock(server.ctx, '121 minutes')
  await passes()
  const reached = await showOf(other, show)
  expect(reached).toMatchObject({ pledged: 250, status: 'planned' })
  expect(reached.goalReachedAt).not.toBeNull()
  expect((await as(other).get('/notifications')).body.data).toMatchObject([{ kind: 'show_reached' }])
  expect((await as(creator).get('/notifications')).body.data).toMatchObject([{ kind: 'own_show_reached' }])
})

test('who lost their seat by a block while a bank decided doesn’t pay for the show', async () => {
  const creator = await buildPerformer(server.ctx)
  const [fan, other] = [await buildFan(server.ctx), await buildFan(server.ctx, 500)]
  const paymentId = await topUp(fan, 10, '5555555555554444')
  const show = await planned(creator)
  await pledge(fan, show, 100)
  await bank(paymentId, 'needs_response')
  await as(creator).post('/block/users', { userId: fan.id })
  await passes()
  expect((await as(creator).delete(`/block/users/${fan.id}`)).status).toBe(200)
  await bank(paymentId, 'won')
  await pledge(other, show, 200)
  await takesPlace(show)
  expect(await pendingOf(creator)).toBe(160)
  expect(await tokensOf(fan)).toBe(100)
})

test('of a pledge that a bank takes back in part, the rest leaves escrow', async () => {
  const creator = await buildPerformer(server.ctx)
  const fan = await buildFan(server.ctx)
  await topUp(fan, 10, '4000000000005126')
  const paymentId = await topUp(fan, 10, '4000000000005126')
  const show = await planned(creator)
  expect((await pledge(fan, show, 150)).status).toBe(200)
  await bank(paymentId, 'needs_response')
  await bank(paymentId, 'lost')
  await advanceClock(server.ctx, '121 minutes')
  await passes()
  expect((await showOf(creator, show)).status).toBe('not_reached')
  const left = await row(
    server.ctx.db,
    sql<{ n: number }>`SELECT count(*)::int AS n FROM ledger_accounts a JOIN charges c ON c.id = a.owner_id
      WHERE a.kind = 'escrow' AND c.target_id = ${show._id} AND ledger_balance_of('escrow', a.owner_id, 'TOK') > 0`,
  )
  expect(left!.n).toBe(0)
  expect(await tokensOf(fan)).toBe(100)
})

test('a pledge counts for no goal from the moment of a block on', async () => {
  const creator = await buildPerformer(server.ctx)
  const [blocked, other] = await Promise.all([1, 2].map(() => buildFan(server.ctx, 500)))
  const show = await planned(creator)
  await pledge(blocked!, show, 150)
  await as(creator).post('/block/users', { userId: blocked!.id })
  // Before anything has followed from it.
  expect((await pledge(other!, show, 100)).status).toBe(200)
  expect(await showOf(other!, show)).toMatchObject({ pledged: 100, goalReachedAt: null })
  await passes()
  expect(await tokensOf(blocked!)).toBe(500)
})

test('who reached the goal doesn’t have it back by blocking the creator', async () => {
  const creator = await buildPerformer(server.ctx)
  const [fan, other, shutOut] = await Promise.all([1, 2, 3].map(() => buildFan(server.ctx, 500)))
  const show = await planned(creator)
  await pledge(fan!, show, 60)
  await pledge(shutOut!, show, 60)
  await pledge(other!, show, 100)
  expect((await as(other!).post('/block/users', { userId: creator.id })).status).toBe(200)
  for (const one of [shutOut!, fan!]) await as(one).post('/block/users', { userId: creator.id })
  expect((await as(creator).post('/block/users', { userId: shutOut!.id })).status).toBe(200)
  await takesPlace(show)
  expect([await tokensOf(fan!), await tokensOf(other!), await tokensOf(shutOut!)]).toEqual([440, 400, 500])
  expect(await pendingOf(creator)).toBe(128)
})
