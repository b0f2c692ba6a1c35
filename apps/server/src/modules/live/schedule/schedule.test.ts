import { scheduledDaysMax, scheduledStreamsMax } from '@fanlight/contract/limits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildBlock, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { countryPort } from '../../people/accounts/auth/identify.ts'
import { followRooms } from '../streams/streaming.ts'
import { type LiveServer, startLiveServer } from '../testing.ts'
import { pruneSchedule, remindOfStreams } from './reminding.ts'

let server: LiveServer
beforeAll(async () => {
  server = await startLiveServer()
})
afterAll(() => server.stop())

const as = (who?: Built) => (who ? api(server).as(who) : api(server))
const inMinutes = (minutes: number) => new Date(server.ctx.clock.now().getTime() + minutes * 60_000).toISOString()
const announce = (creator: Built, changes: object = {}) =>
  as(creator).post('/streaming/schedule', {
    title: 'Turnout, week four',
    type: 'public',
    startsAt: inMinutes(60),
    minutes: 60,
    ...changes,
  })
async function announced(creator: Built, changes?: object): Promise<string> {
  const reply = await announce(creator, changes)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data._id
}
const list = async (who: Built | undefined, query: string) =>
  (await as(who).get(`/streaming/schedule?${query}`)).body.data as { _id: string }[]
const idsOf = async (who: Built | undefined, creator: Built) =>
  (await list(who, `performerId=${creator.id}`)).map(({ _id }) => _id)
const remind = (who: Built, id: string) => as(who).post(`/streaming/schedule/${id}/reminder`)
const told = async (who: Built) => {
  await remindOfStreams(server.ctx)
  await server.work()
  return (
    await rows(
      server.ctx.db,
      sql<{ kind: string }>`SELECT kind FROM notifications WHERE account_id = ${who.id} ORDER BY created_at, id`,
    )
  ).map(({ kind }) => kind)
}

test('what a creator announces is listed, the next first, with what only they see of it', async () => {
  const [creator, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
  const later = await announced(creator, { startsAt: inMinutes(120), type: 'subscribers' })
  const next = await announced(creator, { title: 'Saturn' })
  expect(await idsOf(undefined, creator)).toEqual([next, later])
  expect((await remind(fan, next)).body.data).toMatchObject({ isReminded: true, reminders: null })
  expect((await remind(fan, next)).status).toBe(200)
  expect((await list(creator, `performerId=${creator.id}`))[0]).toMatchObject({ title: 'Saturn', reminders: 1 })
  expect((await list(fan, `performerId=${creator.id}`))[0]).toMatchObject({ isReminded: true, reminders: null })
  expect(await list(fan, 'followed=true')).toEqual([])
  await as(fan).post(`/follows/${creator.id}`)
  expect((await list(fan, 'followed=true')).map(({ _id }) => _id)).toEqual([next, later])
  expect((await as(fan).delete(`/streaming/schedule/${next}/reminder`)).body.data).toMatchObject({ isReminded: false })
  // An hour after its time nobody waits any more.
  await advanceClock(server.ctx, '119 minutes')
  expect(await idsOf(fan, creator)).toEqual([next, later])
  await advanceClock(server.ctx, '2 minutes')
  expect(await idsOf(fan, creator)).toEqual([later])
  expect((await remind(fan, next)).body.code).toBe('STREAM_NOT_SCHEDULED')
})

test('times that are past or too far ahead, lengths and numbers beyond the limits are refused', async () => {
  const creator = await buildPerformer(server.ctx)
  expect((await announce(creator, { startsAt: inMinutes(-1) })).body).toMatchObject({
    code: 'RULE_BROKEN',
    errors: [{ path: 'startsAt' }],
  })
  expect((await announce(creator, { startsAt: inMinutes(scheduledDaysMax * 1440 + 5) })).body.code).toBe(
    'STARTS_TOO_LATE',
  )
  for (const changes of [{ minutes: 14 }, { minutes: 721 }, { title: '' }, { title: 'x'.repeat(121) }])
    expect((await announce(creator, changes)).status).toBe(422)
  expect((await announce(creator, { type: 'paid' })).status).toBe(400)
  const id = await announced(creator)
  const change = (body: object) => as(creator).put(`/streaming/schedule/${id}`, body)
  expect((await change({ startsAt: inMinutes(-1) })).status).toBe(422)
  // One whose time has come is still renamed.
  await advanceClock(server.ctx, '61 minutes')
  expect((await change({ title: 'Late' })).body.data).toMatchObject({ title: 'Late' })
  await advanceClock(server.ctx, '1 hour')
  expect((await change({ title: 'Too late' })).status).toBe(404)
  const sent = await Promise.all(Array.from({ length: scheduledStreamsMax + 3 }, () => announce(creator)))
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(scheduledStreamsMax)
  expect(sent.find(({ status }) => status !== 200)!.body.code).toBe('SCHEDULE_FULL')
})

test('others change nothing of it, and who may not know of the creator learns nothing of it', async () => {
  const [creator, other, fan, blocked] = [
    await buildPerformer(server.ctx),
    await buildPerformer(server.ctx),
    await buildUser(server.ctx),
    await buildUser(server.ctx),
  ]
  const id = await announced(creator)
  expect((await as(other).put(`/streaming/schedule/${id}`, { title: 'Mine' })).status).toBe(404)
  expect((await as(other).delete(`/streaming/schedule/${id}`)).status).toBe(404)
  expect((await announce(fan)).status).toBe(403)
  expect((await remind(creator, id)).body.code).toBe('NOT_TO_ONESELF')
  expect((await as().post(`/streaming/schedule/${id}/reminder`)).status).toBe(401)
  await remind(blocked, id)
  await buildBlock(server.ctx, creator, blocked)
  expect(await idsOf(blocked, creator)).toEqual([])
  expect((await remind(blocked, id)).body.code).toBe('PERFORMER_NOT_FOUND')
  const calendars = [`/streaming/schedule/${id}/calendar`, `/streaming/schedule/performer/${creator.id}/calendar`]
  for (const path of calendars) expect((await as(blocked).get(path)).status).toBe(404)
  expect((await list(creator, `performerId=${creator.id}`))[0]).toMatchObject({ reminders: 0 })
  await advanceClock(server.ctx, '51 minutes')
  expect(await told(blocked)).toEqual([])
  await sql`UPDATE performers SET verification_status = 'rejected' WHERE account_id = ${creator.id}`.execute(
    server.ctx.db,
  )
  expect(await idsOf(fan, creator)).toEqual([])
  for (const path of calendars) expect((await as(fan).get(path)).status).toBe(404)
  const [abroad, seen] = [await buildPerformer(server.ctx), await buildPerformer(server.ctx)]
  for (const performer of [abroad, seen]) await announced(performer)
  await sql`INSERT INTO country_blocks (performer_id, country) VALUES (${abroad.id}, 'NL')`.execute(server.ctx.db)
  const { countryOf } = countryPort
  countryPort.countryOf = () => 'NL'
  expect(await idsOf(fan, abroad)).toEqual([])
  expect(await idsOf(fan, seen)).toHaveLength(1)
  expect((await as(fan).get(`/streaming/schedule/performer/${abroad.id}/calendar`)).status).toBe(451)
  countryPort.countryOf = countryOf
})

test('who asked is told once, ten minutes before; what is moved or cancelled is told as well', async () => {
  const [creator, fan, late] = [
    await buildPerformer(server.ctx, { name: 'Ayu' }),
    await buildUser(server.ctx),
    await buildUser(server.ctx),
  ]
  const id = await announced(creator)
  await remind(fan, id)
  await advanceClock(server.ctx, '49 minutes')
  expect(await told(fan)).toEqual([])
  await advanceClock(server.ctx, '2 minutes')
  await remind(late, id)
  expect(await told(fan)).toEqual(['stream_soon'])
  expect(await told(fan)).toEqual(['stream_soon'])
  // Who asks in the last minutes knows.
  expect(await told(late)).toEqual([])
  const found = await as(fan).get('/notifications')
  expect(found.body.data[0]).toMatchObject({
    kind: 'stream_soon',
    detail: 'Turnout, week four',
    path: `/${creator.username}/live`,
    actors: [{ name: 'Ayu' }],
  })
  const change = (body: object) => as(creator).put(`/streaming/schedule/${id}`, body)
  expect((await change({ title: 'Turnout, week five', minutes: 90 })).status).toBe(200)
  expect(await told(fan)).toEqual(['stream_soon'])
  expect((await change({ startsAt: inMinutes(300) })).status).toBe(200)
  expect(await told(late)).toEqual(['stream_moved'])
  await as(fan).post('/notifications/read', { all: true })
  await advanceClock(server.ctx, '295 minutes')
  expect(await told(fan)).toEqual(['stream_soon', 'stream_moved', 'stream_soon'])
  expect((await as(creator).delete(`/streaming/schedule/${id}`)).status).toBe(200)
  expect((await as(creator).delete(`/streaming/schedule/${id}`)).status).toBe(200)
  expect(await told(late)).toEqual(['stream_moved', 'stream_soon', 'stream_cancelled'])
  expect(await idsOf(fan, creator)).toEqual([])
  expect((await change({ title: 'Again' })).status).toBe(404)
})

test('going live at about its time is the announced stream, and tells those who were not reminded', async () => {
  const [creator, fan, follower] = [
    await buildPerformer(server.ctx),
    await buildUser(server.ctx),
    await buildUser(server.ctx),
  ]
  const soon = await announced(creator, { startsAt: inMinutes(50) })
  const tomorrow = await announced(creator, { startsAt: inMinutes(1440) })
  await remind(fan, soon)
  const { stream, transport } = (await as(creator).post('/streaming/live', { title: 'Early' })).body.data
  expect(await idsOf(fan, creator)).toEqual([soon, tomorrow])
  expect((await server.peer(transport, 'publish')).status).toBe(201)
  await expect
    .poll(async () => {
      await followRooms(server.ctx)
      return idsOf(fan, creator)
    })
    .toEqual([tomorrow])
  expect(
    await row(server.ctx.db, sql`SELECT status, stream_id AS "streamId" FROM scheduled_streams WHERE id = ${soon}`),
  ).toEqual({ status: 'started', streamId: stream._id })
  expect(await told(fan)).toEqual(['stream_begun'])
  expect(await told(follower)).toEqual([])
  // It is not cancelled any more.
  expect((await as(creator).delete(`/streaming/schedule/${soon}`)).status).toBe(200)
  expect(await told(fan)).toEqual(['stream_begun'])
})

test('calendars take a stream over, with its changes and its end', async () => {
  const creator = await buildPerformer(server.ctx, { name: 'Ayu' })
  const startsAt = inMinutes(60)
  const id = await announced(creator, { title: 'Turnout; week, four\\', startsAt, minutes: 90 })
  const read = async (path: string) => {
    const reply = await as().get(path)
    expect(reply.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(reply.text.startsWith('BEGIN:VCALENDAR\r\n')).toBe(true)
    // Long lines go on in the next one.
    return reply.text.replaceAll('\r\n ', '').split('\r\n')
  }
  const stamp = (instant: string | number) => new Date(instant).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const own = await read(`/streaming/schedule/${id}/calendar`)
  expect(own).toContain(String.raw`SUMMARY:Ayu: Turnout\; week\, four` + '\\\\')
  expect(own).toContain(`DTSTART:${stamp(startsAt)}`)
  expect(own).toContain(`DTEND:${stamp(Date.parse(startsAt) + 90 * 60_000)}`)
  expect(own).toContain('SEQUENCE:0')
  const feed = `/streaming/schedule/performer/${creator.id}/calendar`
  const uid = (await read(feed)).find((line) => line.startsWith('UID:'))
  expect(uid).toContain(id)
  expect(own).toContain(uid)
  await as(creator).put(`/streaming/schedule/${id}`, { minutes: 60 })
  expect(await read(feed)).toContain('SEQUENCE:1')
  await as(creator).delete(`/streaming/schedule/${id}`)
  expect(await read(feed)).toEqual(expect.arrayContaining([uid, 'SEQUENCE:2', 'STATUS:CANCELLED']))
  expect((await as().get(`/streaming/schedule/${id}/calendar`)).body.code).toBe('STREAM_NOT_SCHEDULED')
})

test('what is long past is deleted with its reminders', async () => {
  const [creator, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
  const id = await announced(creator)
  await remind(fan, id)
  const kept = async () =>
    (await row(
      server.ctx.db,
      sql<{ n: number }>`SELECT count(*)::int AS n FROM stream_reminders WHERE scheduled_id = ${id}`,
    ))!.n
  await advanceClock(server.ctx, '90 days')
  await pruneSchedule(server.ctx)
  expect(await kept()).toBe(1)
  await advanceClock(server.ctx, '1 day')
  await pruneSchedule(server.ctx)
  expect(await kept()).toBe(0)
})
