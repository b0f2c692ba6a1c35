import { randomUUID } from 'node:crypto'
import type { TicketShow } from '@fanlight/contract/tickets'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { rows, sql } from '../../../platform/db/db.ts'
import { handleAllEvents, registerSubscribers } from '../../../platform/events/event-subscribers.ts'
import { type Built, buildPerformer } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { carryOutClosings } from '../../leaving/closing/close-accounts.ts'
import { checkLedger } from '../../money/ledger/check.ts'
import { buildFan, payer } from '../../money/wallet/testing.ts'
import { followRooms } from '../streams/streaming.ts'
import { type LiveServer, startLiveServer } from '../testing.ts'
import { pledgeSubscriber } from './returning.ts'
import { followTickets, settleTickets } from './settling.ts'
import { pledgesAt } from './testing-pledges.ts'

let server: LiveServer
beforeAll(async () => {
  server = await startLiveServer()
  await registerSubscribers(server.ctx, [pledgeSubscriber], 'first')
})
afterEach(async () => expect(await checkLedger(server.ctx)).toEqual([]))
afterAll(() => server.stop())

const { as, inMinutes, plan, planned, pledge, showOf, tokensOf, pendingOf } = pledgesAt(() => server)
const takeBack = (fan: Built, show: TicketShow) => as(fan).post(`/streaming/ticket-shows/${show._id}/return`)
async function passes() {
  await followRooms(server.ctx)
  await handleAllEvents(server.ctx, [pledgeSubscriber])
  await server.work()
}
const toldOf = async (who: Built): Promise<{ kind: string; tokens: number | null; path: string }[]> =>
  (await as(who).get('/notifications')).body.data.toReversed()
const mailsTo = (fans: Built[]) =>
  rows(
    server.ctx.db,
    sql`SELECT 1 FROM mails WHERE kind = 'pledge_refunded' AND to_address = ANY(${fans.map(({ email }) => email)})`,
  )
/** As if it had been streamed for so long until now. */
const streamed = ({ _id }: TicketShow, minutes: number) =>
  sql`INSERT INTO streams (id, performer_id, type, ticket_show_id, title, status, started_at, ended_at)
    SELECT ${randomUUID()}, performer_id, 'ticket', id, title, 'ended', app_now() - make_interval(mins => ${minutes}), app_now()
    FROM ticket_shows WHERE id = ${_id}`.execute(server.ctx.db)

test('pledges reach the goal, everyone is told once, the seats that are left cost the least, and the show is paid like one with tickets', async () => {
  const creator = await buildPerformer(server.ctx)
  const [fan, other, late] = await Promise.all([1, 2, 3].map(() => buildFan(server.ctx, 500)))
  const show = await planned(creator)
  expect(show).toMatchObject({ goal: 200, pledged: 0, goalReachedAt: null, seatsLeft: 3 })
  const { terms } = await showOf(fan!, show)
  const key = randomUUID()
  const first = await pledge(fan!, show, 80, { expectedTerms: terms }, key)
  expect(first.status, first.text).toBe(200)
  expect(first.body.data).toMatchObject({ tokens: 80, balance: 420 })
  expect((await pledge(fan!, show, 80, { expectedTerms: terms }, key)).body.data).toEqual(first.body.data)
  expect(await showOf(fan!, show)).toMatchObject({ pledged: 80, seatsLeft: 2, myTicket: { tokens: 80 } })
  expect(await pendingOf(creator)).toBe(0)

  const reaching = await pledge(other!, show, 120)
  expect(reaching.status, reaching.text).toBe(200)
  const reached = await showOf(late!, show)
  expect(reached).toMatchObject({ pledged: 200, status: 'planned', seatsLeft: 1 })
  expect(reached.goalReachedAt).not.toBeNull()
  await passes()
  await passes()
  for (const who of [fan!, other!])
    expect(await toldOf(who)).toMatchObject([{ kind: 'show_reached', path: `/show/${show._id}` }])
  expect(await toldOf(creator)).toMatchObject([{ kind: 'own_show_reached', tokens: 200, path: `/show/${show._id}` }])

  // What was shown before is another offer now, and more than a seat costs is not taken.
  expect((await pledge(late!, show, 100, { expectedTerms: terms })).body).toMatchObject({
    code: 'PRICE_CHANGED',
    price: 50,
  })
  expect((await pledge(fan!, show, 150)).body.code).toBe('ALREADY_PURCHASED')
  expect((await pledge(late!, show, 50, { expectedTerms: reached.terms })).status).toBe(200)
  expect((await takeBack(fan!, show)).body.code).toBe('GOAL_REACHED')
  expect((await takeBack(late!, show)).body.code).toBe('GOAL_REACHED')

  // The date of the pledges means nothing any more.
  await advanceClock(server.ctx, '3 hours')
  await passes()
  expect((await showOf(fan!, show)).status).toBe('planned')
  await advanceClock(server.ctx, '61 minutes')
  await streamed(show, 30)
  await passes()
  expect((await showOf(fan!, show)).status).toBe('held')
  expect(await pendingOf(creator)).toBe(200)
  expect(await tokensOf(fan!)).toBe(420)
})

test('a goal that is not reached by its date sends everything back, also where a worker is killed within it', async () => {
  const creator = await buildPerformer(server.ctx)
  const fans = await Promise.all([1, 2].map(() => buildFan(server.ctx, 500)))
  const show = await planned(creator)
  for (const fan of fans) expect((await pledge(fan, show, 99.99)).status).toBe(200)
  await advanceClock(server.ctx, '121 minutes')
  const tooLate = await pledge(fans[0]!, show, 200)
  expect(tooLate.body.code).toBe('NOT_FOR_SALE')
  await followRooms(server.ctx)
  // Killed after the first of them.
  let left = 1
  const dying = Object.create(server.ctx, {
    transaction: {
      value: (run: Parameters<typeof server.ctx.transaction>[0]) => {
        if (left-- <= 0) throw new Error('killed')
        return server.ctx.transaction(run)
      },
    },
  })
  await expect(settleTickets(dying, show._id)).rejects.toThrow('killed')
  await passes()
  await passes()
  for (const fan of fans) {
    expect(await tokensOf(fan)).toBe(500)
    expect(await showOf(fan, show)).toMatchObject({ status: 'not_reached', mayWatch: false, pledged: 0 })
    expect(await toldOf(fan)).toMatchObject([{ kind: 'show_not_reached', tokens: 99.99 }])
  }
  expect(await mailsTo(fans)).toHaveLength(2)
  expect(await toldOf(creator)).toMatchObject([{ kind: 'own_show_not_reached', tokens: 200 }])
  expect((await pledge(fans[0]!, show, 200)).body.code).toBe('NOT_FOR_SALE')
  expect((await as(creator).post('/streaming/live', { ticketShowId: show._id })).body.code).toBe('SHOW_NOT_YET')
})

test('a pledge is raised and taken back until the goal is reached, and costs what was pledged last', async () => {
  const creator = await buildPerformer(server.ctx)
  const [fan, other] = [await buildFan(server.ctx, 160), await buildFan(server.ctx, 500)]
  const show = await planned(creator, { seats: 1 })
  expect((await pledge(fan, show, 49.99)).body.code).toBe('PLEDGE_TOO_SMALL')
  expect((await pledge(fan, show, 0)).body.code).toBe('PLEDGE_TOO_SMALL')
  expect((await takeBack(fan, show)).body.code).toBe('TICKET_REQUIRED')
  // Without an amount it is what a seat costs.
  expect((await payer(server, fan).keyed(`/wallet/charges/stream/${show._id}`, {})).body.data.tokens).toBe(50)
  expect((await pledge(other, show, 200)).body.code).toBe('SEATS_GONE')
  const same = await pledge(fan, show, 50)
  expect([same.body.code, same.body.receipt.tokens]).toEqual(['ALREADY_PURCHASED', 50])
  // More than is in the wallet with what comes back, and the pledge stays as it was.
  expect((await pledge(fan, show, 160.01)).body.code).toBe('INSUFFICIENT_BALANCE')
  expect(await showOf(fan, show)).toMatchObject({ pledged: 50, myTicket: { tokens: 50, isReturned: false } })
  const raised = await pledge(fan, show, 150)
  expect(raised.status, raised.text).toBe(200)
  expect(raised.body.data).toMatchObject({ tokens: 150, balance: 10 })
  expect(await showOf(fan, show)).toMatchObject({ pledged: 150, seatsLeft: 0, myTicket: { tokens: 150 } })
  expect((await as(fan).get('/user/purchases')).status).toBeLessThan(500)
  const returned = await takeBack(fan, show)
  expect(returned.body.data).toMatchObject({ pledged: 0, seatsLeft: 1, myTicket: { isReturned: true } })
  expect((await takeBack(fan, show)).status).toBe(200)
  expect(await tokensOf(fan)).toBe(160)
  expect((await pledge(other, show, 200)).status).toBe(200)
  expect((await showOf(other, show)).goalReachedAt).not.toBeNull()
})

test('of raises at once, the higher one remains, and each person has one pledge', async () => {
  const creator = await buildPerformer(server.ctx)
  const fan = await buildFan(server.ctx, 1_000)
  const show = await planned(creator, { goal: 900 })
  const firsts = await Promise.all([1, 2, 3].map(() => pledge(fan, show, 60)))
  expect(firsts.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const raises = await Promise.all([100, 200, 300, 400].map((tokens) => pledge(fan, show, tokens)))
  for (const { status, text } of raises) expect([200, 409], text).toContain(status)
  const { pledged, myTicket } = await showOf(fan, show)
  expect(myTicket!.tokens).toBe(pledged)
  expect(await tokensOf(fan)).toBe(1_000 - pledged!)
  // None of them may be lower than one that came before it.
  expect((await pledge(fan, show, pledged!)).body.code).toBe('ALREADY_PURCHASED')
})

test('who takes a pledge back while another reaches the goal either has it back or is part of it', async () => {
  for (let n = 0; n < 6; n++) {
    const creator = await buildPerformer(server.ctx)
    const [fan, other] = [await buildFan(server.ctx, 500), await buildFan(server.ctx, 500)]
    const show = await planned(creator)
    await pledge(fan, show, 100)
    const [back, reaching] = await Promise.all([takeBack(fan, show), pledge(other, show, 100)])
    expect(reaching.status, reaching.text).toBe(200)
    const { goalReachedAt, pledged } = await showOf(other, show)
    expect([back.status, goalReachedAt !== null, pledged]).toEqual(
      back.status === 200 ? [200, false, 100] : [409, true, 200],
    )
    expect(await tokensOf(fan)).toBe(back.status === 200 ? 500 : 400)
  }
})

test('a cancelled show sends pledges back, also one that is raised at the same moment', async () => {
  const creator = await buildPerformer(server.ctx)
  const fan = await buildFan(server.ctx, 500)
  const show = await planned(creator)
  await pledge(fan, show, 60)
  const [raised, cancelled] = await Promise.all([
    pledge(fan, show, 110),
    as(creator).post(`/streaming/ticket-shows/${show._id}/cancel`, { reason: 'A brick fell in.' }),
  ])
  expect(cancelled.status, cancelled.text).toBe(200)
  expect([200, 409, 422], raised.text).toContain(raised.status)
  await passes()
  await passes()
  expect(await tokensOf(fan)).toBe(500)
  expect(await showOf(fan, show)).toMatchObject({ status: 'cancelled', pledged: 0, myTicket: { isReturned: true } })
  expect((await toldOf(fan)).map(({ kind }) => kind)).toEqual(['show_cancelled'])
})

test('what was shown is fixed once someone has pledged, and a goal that can’t be is refused', async () => {
  const creator = await buildPerformer(server.ctx)
  const fan = await buildFan(server.ctx, 500)
  const refused = async (over: object) => (await plan(creator, over)).body.errors?.[0]
  expect(await refused({ goal: undefined })).toMatchObject({ path: 'goal', code: 'MISSING' })
  expect(await refused({ pledgeUntil: undefined })).toMatchObject({ path: 'pledgeUntil', code: 'MISSING' })
  expect(await refused({ goal: 49 })).toMatchObject({ path: 'goal', code: 'TOO_SMALL' })
  expect(await refused({ pledgeUntil: inMinutes(-1) })).toMatchObject({ path: 'pledgeUntil', code: 'TIME_PAST' })
  expect(await refused({ pledgeUntil: inMinutes(220) })).toMatchObject({ code: 'PLEDGES_TOO_LATE' })
  expect(await refused({ freeForSubscribers: true })).toMatchObject({ code: 'PLEDGES_NOT_FREE' })
  const show = await planned(creator)
  const change = (body: object) => as(creator).put(`/streaming/ticket-shows/${show._id}`, body)
  const { terms } = await showOf(fan, show)
  expect((await change({ goal: 150, pledgeUntil: inMinutes(100) })).body.data).toMatchObject({ goal: 150 })
  expect((await pledge(fan, show, 60, { expectedTerms: terms })).status).toBe(409)
  expect((await pledge(fan, show, 60)).status).toBe(200)
  for (const body of [{ goal: 100 }, { pledgeUntil: inMinutes(90) }, { price: 40 }, { startsAt: inMinutes(300) }])
    expect((await change(body)).body.code, JSON.stringify(body)).toBe('SHOW_HAS_TICKETS')
  expect((await change({ freeForSubscribers: true })).status).toBe(422)
  expect((await change({ seats: 9 })).body.data).toMatchObject({ seatsLeft: 8 })
})

test('a pledge counts for no goal once its owner is blocked, and goes back when its creator leaves', async () => {
  const creator = await buildPerformer(server.ctx)
  const [fan, blocked] = [await buildFan(server.ctx, 500), await buildFan(server.ctx, 500)]
  const show = await planned(creator)
  await pledge(blocked, show, 150)
  // Either of the two reads beforehand what goes back.
  for (const [blocker, other] of [
    [creator, blocked],
    [blocked, creator],
  ] as const)
    expect((await as(blocker).get(`/block/users/${other.id}/effects`)).body.data).toMatchObject({
      pledges: 1,
      pledgesReturned: 150,
    })
  expect((await as(creator).get(`/block/users/${fan.id}/effects`)).body.data).toMatchObject({ pledges: 0 })
  expect((await as(creator).post('/block/users', { userId: blocked.id })).status).toBe(200)
  await passes()
  expect(await tokensOf(blocked)).toBe(500)
  expect(await mailsTo([blocked])).toHaveLength(1)
  expect((await pledge(blocked, show, 150)).status).toBe(404)
  await pledge(fan, show, 60)
  expect(await showOf(fan, show)).toMatchObject({ pledged: 60, goalReachedAt: null })

  // Blocked once the goal was reached: as of a ticket, when the show has taken place.
  const second = await planned(creator, { goal: 100 })
  const shutOut = await buildFan(server.ctx, 500)
  await pledge(shutOut, second, 100)
  await as(creator).post('/block/users', { userId: shutOut.id })
  await passes()
  expect(await tokensOf(shutOut)).toBe(400)
  await sql`UPDATE accounts SET status = 'closing' WHERE id = ${creator.id}`.execute(server.ctx.db)
  await sql`INSERT INTO account_closings (account_id, closes_at) VALUES (${creator.id}, app_now())`.execute(
    server.ctx.db,
  )
  await carryOutClosings(server.ctx)
  await passes()
  expect([await tokensOf(fan), await tokensOf(shutOut)]).toEqual([500, 500])
})

test('of many who pledge at once the goal is reached once, and no more sit than there are seats', async () => {
  const creator = await buildPerformer(server.ctx)
  const fans = await Promise.all(Array.from({ length: 6 }, () => buildFan(server.ctx, 500)))
  const show = await planned(creator, { seats: 4 })
  const replies = await Promise.all(fans.map((fan) => pledge(fan, show, 70)))
  // Three reach it; the fourth seat costs 50 then, and isn't sold at 70.
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409, 409, 409])
  expect(await showOf(creator, show)).toMatchObject({ pledged: 210, seatsLeft: 1 })
  await passes()
  expect((await toldOf(creator)).map(({ kind }) => kind)).toEqual(['own_show_reached'])
})

test('however many are due at once, each is decided, and one that fails keeps no other from it', async () => {
  const shows: TicketShow[] = []
  for (let n = 0; n < 5; n++) shows.push(await planned(await buildPerformer(server.ctx)))
  const broken = shows[1]!
  const owner = new pg.Client({ connectionString: server.ownerUrl })
  await owner.connect()
  await owner.query(
    `CREATE FUNCTION refuse_show() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'away'; END $$`,
  )
  await owner.query(
    `CREATE TRIGGER refuse_show BEFORE UPDATE ON ticket_shows FOR EACH ROW WHEN (NEW.id = '${broken._id}') EXECUTE FUNCTION refuse_show()`,
  )
  const logged = vi.spyOn(server.ctx.log, 'error').mockImplementation(() => {})
  await advanceClock(server.ctx, '121 minutes')
  const stillPlanned = async () =>
    rows(
      server.ctx.db,
      sql<{
        id: string
      }>`SELECT id FROM ticket_shows WHERE id = ANY(${shows.map(({ _id }) => _id)}) AND status = 'planned'`,
    )
  try {
    await followTickets(server.ctx, 2)
    expect(await stillPlanned()).toEqual([{ id: broken._id }])
    expect(logged).toHaveBeenCalledOnce()
  } finally {
    logged.mockRestore()
    await owner.query('DROP TRIGGER refuse_show ON ticket_shows')
    await owner.end()
  }
  await followTickets(server.ctx, 2)
  expect(await stillPlanned()).toEqual([])
})
