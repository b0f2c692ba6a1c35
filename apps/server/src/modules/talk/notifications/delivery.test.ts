import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { jwtVerify, importJWK } from 'jose'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { handleAllEvents, registerSubscribers } from '../../../platform/events/event-subscribers.ts'
import { publishAll } from '../../../platform/events/events.ts'
import { subscribers } from '../../../subscribers.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { type Mailbox, startMailbox } from '../../../testing/peers/mailbox.ts'
import { listenAsPeer, type Peer } from '../../../testing/peers/peer.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { buildConversation, buildMessage } from '../conversations/testing.ts'
import { buildAccess, buildFeed } from '../../content/posts/testing.ts'
import { streamLive } from '../../live/streams/events.ts'
import { tipSent } from '../../money/charges/events.ts'
import { buildFan, payer } from '../../money/wallet/testing.ts'
import { notifyOfMessages } from './delivery.ts'
import { quietEnd } from './push-limits.ts'
import { sendSummaries } from './summaries.ts'

let server: TestServer
let mailbox: Mailbox
let pushService: Peer
const pushed: { path: string; headers: Record<string, unknown>; body: Buffer }[] = []
let pushStatus = 201
beforeAll(async () => {
  mailbox = await startMailbox()
  pushService = await listenAsPeer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    pushed.push({ path: request.url!, headers: request.headers, body: Buffer.concat(chunks) })
    response.writeHead(pushStatus).end()
  })
  server = await startTestServer({ env: { ...mailbox.env, PUSH_SERVICE_URL: pushService.url } })
  await registerSubscribers(server.ctx, subscribers, 'first')
})
afterAll(async () => {
  await server.stop()
  await mailbox.stop()
  await pushService.stop()
})

/** Handles what happened and sends what waits. */
async function deliver(): Promise<void> {
  await handleAllEvents(server.ctx, subscribers)
  await server.ctx.transaction(async (tx) => {
    // The queue's tables are its owner's.
    await sql`SET LOCAL ROLE NONE`.execute(tx.db)
    await sql`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at < now() + interval '5 minutes'`.execute(
      tx.db,
    )
  })
  await server.work()
}
const tip = async (creator: Built, from = 'Tomo') => {
  const fan = await buildFan(server.ctx, 100, { name: from })
  expect(
    (await payer(server, fan).keyed(`/wallet/charges/tip/${creator.id}`, { tokens: 50, note: 'A secret note' })).status,
  ).toBe(200)
  return fan
}
const emailsTo = (who: Built) =>
  rows(
    server.ctx.db,
    sql<{
      kind: string
      subject: string
      text: string
      unsubscribe: string | null
    }>`SELECT kind, subject, text, status, unsubscribe FROM mails
      WHERE to_address = ${who.email} ORDER BY created_at, id`,
  )
const receivedBy = (who: Built) => mailbox.received.map(String).filter((text) => text.includes(who.email))

test('an email says who did what and nothing of its content, with one-click unsubscribing that works from a mail program', async () => {
  const creator = await buildPerformer(server.ctx)
  await tip(creator)
  await deliver()
  const [email] = await emailsTo(creator)
  expect(email).toMatchObject({ kind: 'notification', subject: expect.stringContaining('Tomo sent you a tip') })
  expect(email!.text).not.toContain('secret note')
  expect(email!.text).toContain('/creator/earnings')
  const [raw] = receivedBy(creator)
  expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(raw!.replaceAll(/\r\n\s+/g, ' ')).toContain(`List-Unsubscribe: <${email!.unsubscribe}>`)
  const { pathname, search } = new URL(email!.unsubscribe!)
  // A program that opens the link changes nothing.
  const opened = await server.app.inject({ method: 'GET', url: pathname + search })
  expect([opened.statusCode, opened.headers.location]).toEqual([303, `/unsubscribe${search}`])
  const emailOn = async () =>
    (await api(server).as(creator).get('/notifications/preferences')).body.data.topics.tips.email
  expect(await emailOn()).toBe(true)
  const click = () =>
    server.app.inject({
      method: 'POST',
      url: pathname + search,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
  expect((await click()).statusCode).toBe(200)
  expect((await click()).statusCode).toBe(200)
  expect(await emailOn()).toBe(false)
  await tip(creator)
  await deliver()
  expect(await emailsTo(creator)).toHaveLength(1)
})

test('a token that is not ours switches nothing off', async () => {
  const creator = await buildPerformer(server.ctx)
  await tip(creator)
  await deliver()
  const token = new URL((await emailsTo(creator))[0]!.unsubscribe!).searchParams.get('token')!
  const forged = Buffer.from(token, 'base64url')
  forged[20]! ^= 1
  for (const bad of [forged.toString('base64url'), token.slice(0, -4), 'x'.repeat(40)]) {
    expect((await api(server).post('/notifications/unsubscribe', { token: bad })).status).toBe(404)
    expect((await api(server).get(`/notifications/unsubscribe?token=${bad}`)).status).toBe(404)
  }
  expect((await api(server).get(`/notifications/unsubscribe?token=${token}`)).body.data).toEqual({
    topic: 'tips',
    isOn: true,
  })
})

test('the button of an email leads to what it is about: an item, a conversation', async () => {
  const [creator, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
  for (const who of [creator, fan])
    await api(server)
      .as(who)
      .put('/notifications/preferences', { topics: { comments: { email: true }, messages: { email: true } } })
  const itemId = await buildFeed(server.ctx, creator)
  await api(server).as(fan).post('/comments', { itemId, text: 'How lovely' })
  const id = await buildConversation(server.ctx, fan, creator)
  await buildMessage(server.ctx, id, creator)
  await notifyOfMessages(server.ctx, { conversationId: id, accountId: fan.id })
  await deliver()
  const address = (path: string) => new RegExp(`https?://[^/\\s]+${path}\\b`)
  expect((await emailsTo(creator)).map(({ text }) => text)).toEqual([expect.stringMatching(address(`/post/${itemId}`))])
  expect((await emailsTo(fan)).map(({ text }) => text)).toEqual([expect.stringMatching(address(`/messages/${id}`))])
})

test('what was read meanwhile is not sent, and several of one group are one email', async () => {
  const [creator, reader] = [await buildPerformer(server.ctx), await buildPerformer(server.ctx)]
  await api(server)
    .as(creator)
    .put('/notifications/preferences', { topics: { followers: { email: true } } })
  for (const name of ['Aya', 'Bo', 'Cleo']) {
    const fan = await buildUser(server.ctx, { name })
    await api(server).as(fan).post(`/follows/${creator.id}`)
  }
  await tip(reader)
  await handleAllEvents(server.ctx, subscribers)
  await api(server).as(reader).post('/notifications/read', { all: true })
  await deliver()
  expect((await emailsTo(creator)).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('Cleo and others followed you'),
  ])
  expect(await emailsTo(reader)).toEqual([])
})

test('emails of one moment are one job, and one that cannot be written keeps none of the others', async () => {
  const creators = [
    await buildPerformer(server.ctx),
    await buildPerformer(server.ctx),
    await buildPerformer(server.ctx),
  ]
  const fan = await buildFan(server.ctx, 1_000, { name: 'Tomo' })
  await handleAllEvents(server.ctx, subscribers)
  await server.ctx.transaction((tx) =>
    publishAll(
      tx,
      tipSent,
      creators.map(({ id }) => ({
        chargeId: randomUUID(),
        userId: fan.id,
        performerId: id,
        targetId: id,
        type: 'tip',
        tokens: 1,
        balance: 0,
        note: '',
      })),
    ),
  )
  await handleAllEvents(server.ctx, subscribers)
  const owner = new pg.Client({ connectionString: server.ownerUrl })
  await owner.connect()
  const jobs = async () =>
    (
      await owner.query(`SELECT json_array_length(j.payload->'notificationIds') AS many, j.attempts FROM graphile_worker._private_jobs j
        JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = 'email-notifications'`)
    ).rows
  expect(await jobs()).toEqual([{ many: 3, attempts: 0 }])
  const refused = creators[1]!
  await owner.query(`ALTER TABLE mails ADD CONSTRAINT refused CHECK (to_address <> '${refused.email}') NOT VALID`)
  await deliver()
  const counts = async () => Promise.all(creators.map(async (creator) => (await emailsTo(creator)).length))
  expect(await counts()).toEqual([1, 0, 1])
  expect(await jobs()).toEqual([{ many: 1, attempts: 1 }])
  await owner.query('ALTER TABLE mails DROP CONSTRAINT refused')
  await deliver()
  expect(await counts()).toEqual([1, 1, 1])
  expect(await jobs()).toEqual([])
  await owner.end()
})

test('with the daily summary on, emails that can wait are one a day', async () => {
  const creator = await buildPerformer(server.ctx, { locale: 'ja-JP' })
  await api(server).as(creator).put('/notifications/preferences', { emailSummary: true })
  await tip(creator, 'Aya')
  await tip(creator, 'Bo')
  await deliver()
  expect(await emailsTo(creator)).toEqual([])
  await advanceClock(server.ctx, '25 hours')
  await sendSummaries(server.ctx)
  await sendSummaries(server.ctx)
  const [email, ...more] = await emailsTo(creator)
  expect(more).toEqual([])
  expect(email).toMatchObject({ kind: 'notification_summary', unsubscribe: expect.stringContaining('token=') })
  expect(email!.text).toContain('• Boさんからチップが届きました\n• Ayaさんからチップが届きました')
  await advanceClock(server.ctx, '25 hours')
  await sendSummaries(server.ctx)
  expect(await emailsTo(creator)).toHaveLength(1)
})

test('an address that the mail server refuses for good gets no optional email any more, and its owner sees that', async () => {
  const creator = await buildPerformer(server.ctx)
  mailbox.unknown.add(creator.email)
  await tip(creator)
  await deliver()
  expect(receivedBy(creator)).toEqual([])
  expect(await emailsTo(creator)).toMatchObject([{ kind: 'notification', status: 'failed' }])
  mailbox.unknown.clear()
  await tip(creator)
  await deliver()
  expect(await emailsTo(creator)).toHaveLength(1)
  const preferences = () => api(server).as(creator).get('/notifications/preferences')
  expect((await preferences()).body.data.emailBounced).toBe(true)
  // An email that has to be sent goes out all the same; arriving, it ends that.
  await api(server).post('/auth/users/forgot', { email: creator.email })
  await deliver()
  expect(await emailsTo(creator)).toMatchObject([{ kind: 'notification' }, { kind: 'reset_password', status: 'sent' }])
  expect((await preferences()).body.data.emailBounced).toBe(false)
})

/** What a browser has: it decrypts what was sent to it (RFC 8291). */
function browser() {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const auth = randomBytes(16)
  return {
    keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
    decrypt(body: Buffer): unknown {
      const salt = body.subarray(0, 16)
      const keyLength = body[20]!
      const serverKey = body.subarray(21, 21 + keyLength)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), serverKey])
      const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(serverKey), auth, info, 32))
      const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
      const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
      const encrypted = body.subarray(21 + keyLength)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(encrypted.subarray(-16))
      const plain = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()])
      return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString())
    },
  }
}
const subscribe = async (who: Built, path: string) => {
  const own = browser()
  const body = { endpoint: `${pushService.url}${path}`, keys: own.keys }
  expect((await api(server).as(who).post('/notifications/push-subscriptions', body)).status).toBe(200)
  return own
}
const sentTo = (path: string) => pushed.filter((message) => message.path === path)

test('a push message is encrypted for its browser, signed with our key, and in the language of the account', async () => {
  const creator = await buildPerformer(server.ctx, { locale: 'ko-KR' })
  const own = await subscribe(creator, '/first')
  await tip(creator)
  await deliver()
  const [message, ...more] = sentTo('/first')
  expect(more).toEqual([])
  expect(own.decrypt(message!.body)).toEqual({
    title: 'Tomo님이 후원을 보냈어요',
    path: '/creator/earnings',
    tag: expect.any(String),
  })
  const [, token, key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(String(message!.headers['authorization']))!
  const { publicKey } = (await api(server).as(creator).get('/notifications/push-key')).body.data
  expect(key).toBe(publicKey)
  const point = Buffer.from(publicKey, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const { payload } = await jwtVerify(token!, await importJWK(jwk, 'ES256'))
  expect(payload.aud).toBe(pushService.url)
  expect((await api(server).as(creator).post('/notifications/push-test')).body.data).toEqual({ sent: 1 })
})

test('a subscription that its push service no longer knows is removed, and one of a session that ended gets nothing', async () => {
  const creator = await buildPerformer(server.ctx)
  await subscribe(creator, '/gone')
  pushStatus = 410
  expect((await api(server).as(creator).post('/notifications/push-test')).body.data).toEqual({ sent: 0 })
  pushStatus = 201
  const left = () => row(server.ctx.db, sql`SELECT 1 FROM push_subscriptions WHERE account_id = ${creator.id}`)
  expect(await left()).toBeUndefined()
  await subscribe(creator, '/ended')
  await sql`UPDATE sessions SET revoked_at = app_now() WHERE id = ${creator.sessionId}`.execute(server.ctx.db)
  await tip(creator)
  await deliver()
  expect(sentTo('/ended')).toEqual([])
})

test('push services are public addresses over https alone', async () => {
  const fan = await buildUser(server.ctx)
  const { keys } = browser()
  const add = (endpoint: string) => api(server).as(fan).post('/notifications/push-subscriptions', { endpoint, keys })
  expect((await add('http://127.0.0.1:9/x')).status).toBe(400)
  expect((await add('http://push.example.com/x')).status).toBeGreaterThanOrEqual(400)
  for (const hidden of [
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://localhost/x',
    'https://intranet/x',
    `${pushService.url}.example.com/x`,
  ])
    expect((await add(hidden)).status, hidden).toBeGreaterThanOrEqual(400)
  // The address that a name leads to is checked when it is connected to.
  expect(await row(server.ctx.db, sql`SELECT 1 FROM push_subscriptions WHERE account_id = ${fan.id}`)).toBeUndefined()
})

test('of many push messages in an hour the fifth stands for the rest, and quiet hours send none', async () => {
  const creator = await buildPerformer(server.ctx)
  const own = await subscribe(creator, '/many')
  for (let n = 0; n < 7; n++) await tip(creator)
  await deliver()
  const titles = sentTo('/many').map(({ body }) => (own.decrypt(body) as { title: string }).title)
  expect(titles).toEqual([...Array<string>(4).fill('Tomo sent you a tip'), 'You have new notifications'])

  const sleeper = await buildPerformer(server.ctx)
  await subscribe(sleeper, '/quiet')
  const hour = server.ctx.clock.now().getUTCHours()
  const at = (hours: number) => `${String((hour + hours + 24) % 24).padStart(2, '0')}:00`
  await api(server)
    .as(sleeper)
    .put('/notifications/preferences', { quietHours: { isOn: true, from: at(-1), until: at(3) } })
  await tip(sleeper)
  await deliver()
  expect(sentTo('/quiet')).toEqual([])
})

test('quiet hours are those of the time zone of the account, over midnight too', () => {
  const quiet = { quietHours: true, quietFrom: 22 * 60, quietUntil: 8 * 60 }
  const end = (timezone: string, at: string) => quietEnd({ ...quiet, timezone }, new Date(at))?.toISOString()
  expect(end('UTC', '2026-11-24T23:30:00Z')).toBe('2026-11-25T08:00:00.000Z')
  expect(end('Asia/Tokyo', '2026-11-24T15:00:00Z')).toBe('2026-11-24T23:00:00.000Z')
  expect(end('Asia/Tokyo', '2026-11-24T03:00:00Z')).toBeUndefined()
  expect(quietEnd({ ...quiet, quietHours: false, timezone: 'UTC' }, new Date('2026-11-24T23:30:00Z'))).toBeUndefined()
})

test('followers with push on hear of a new item, and messages only while they are unread', async () => {
  const [creator, fan, off] = [
    await buildPerformer(server.ctx, { name: 'Ines' }),
    await buildUser(server.ctx),
    await buildUser(server.ctx),
  ]
  for (const who of [fan, off]) await api(server).as(who).post(`/follows/${creator.id}`)
  const own = await subscribe(fan, '/items')
  await subscribe(off, '/off')
  await api(server)
    .as(off)
    .put('/notifications/preferences', { topics: { posts: { push: false } } })
  await sql`INSERT INTO items (kind, performer_id, title, status, publish_at) VALUES ('video', ${creator.id}, 'Kiln', 'scheduled', app_now())`.execute(
    server.ctx.db,
  )
  const { publishDue } = await import('../../content/items/publishing.ts')
  const [itemId] = await publishDue(server.ctx)
  await deliver()
  expect(sentTo('/items').map(({ body }) => own.decrypt(body))).toEqual([
    { title: 'Ines published something new', path: `/video/${itemId}`, tag: itemId },
  ])
  expect(sentTo('/off')).toEqual([])
})

test('followers who may watch hear once of a stream that has begun, by push and, who asked for it, by email', async () => {
  const [creator, fan, subscriber, reader, off] = [
    await buildPerformer(server.ctx, { name: 'Ines' }),
    await buildUser(server.ctx),
    await buildUser(server.ctx),
    await buildUser(server.ctx),
    await buildUser(server.ctx),
  ]
  for (const who of [fan, subscriber, reader, off]) await api(server).as(who).post(`/follows/${creator.id}`)
  await buildAccess(server.ctx, subscriber, creator)
  const own = await subscribe(fan, '/live')
  await subscribe(subscriber, '/live-subscriber')
  await subscribe(off, '/live-off')
  const prefer = (who: Built, live: object) =>
    api(server).as(who).put('/notifications/preferences', { topics: { live } })
  await prefer(off, { push: false })
  await prefer(reader, { email: true })
  const begin = async (type = 'public', showId: string | null = null) => {
    const id = randomUUID()
    await sql`INSERT INTO streams (id, performer_id, type, ticket_show_id, title, status, started_at, status_at)
      VALUES (${id}, ${creator.id}, ${type}, ${showId}, '', 'live', app_now(), app_now())`.execute(server.ctx.db)
    await publishAll(server.ctx, streamLive, [{ streamId: id, performerId: creator.id }])
    return id
  }
  const end = (id: string, ago: string) =>
    sql`UPDATE streams SET status = 'ended', started_at = app_now() - ${ago}::interval, ended_at = app_now() - ${ago}::interval WHERE id = ${id}`.execute(
      server.ctx.db,
    )
  const first = await begin()
  await deliver()
  const news = { title: 'Ines is live', path: `/${creator.username}/live` }
  expect(sentTo('/live').map(({ body }) => own.decrypt(body))).toEqual([{ ...news, tag: first }])
  expect(sentTo('/live-off')).toEqual([])
  expect((await emailsTo(reader)).map(({ subject }) => subject)).toEqual([expect.stringContaining(news.title)])
  expect(await emailsTo(fan)).toEqual([])
  // Back from a moment away.
  await sql`UPDATE streams SET status_at = app_now() WHERE id = ${first}`.execute(server.ctx.db)
  await publishAll(server.ctx, streamLive, [{ streamId: first, performerId: creator.id }])
  // Begun again within the hour.
  await end(first, '59 minutes')
  const second = await begin()
  await deliver()
  expect(sentTo('/live')).toHaveLength(1)
  await end(first, '3 hours')
  await end(second, '2 hours')
  const third = await begin('subscribers')
  await deliver()
  expect(sentTo('/live')).toHaveLength(1)
  expect(sentTo('/live-subscriber')).toHaveLength(2)
  // Who has a ticket of a show is told by the show itself.
  await end(third, '2 hours')
  const show = randomUUID()
  await sql`INSERT INTO ticket_shows (id, performer_id, title, starts_at, minutes, price, seats)
    VALUES (${show}, ${creator.id}, 'The winter kiln', app_now(), 60, 15000, 20)`.execute(server.ctx.db)
  await sql`INSERT INTO purchases (account_id, object_type, object_id, performer_id, charge_id)
    VALUES (${fan.id}, 'stream', ${show}, ${creator.id}, ${randomUUID()})`.execute(server.ctx.db)
  const sold = await begin('ticket', show)
  await deliver()
  expect(sentTo('/live')).toHaveLength(1)
  expect(sentTo('/live-subscriber')).toHaveLength(2)
  await end(sold, '2 hours')
  // Who asked to be reminded of it has heard of it.
  const fourth = await begin()
  const scheduledId = randomUUID()
  await sql`INSERT INTO scheduled_streams (id, performer_id, title, type, starts_at, minutes, status, stream_id)
    VALUES (${scheduledId}, ${creator.id}, 'Glazing', 'public', app_now(), 60, 'started', ${fourth})`.execute(
    server.ctx.db,
  )
  await sql`INSERT INTO stream_reminders (scheduled_id, account_id) VALUES (${scheduledId}, ${fan.id})`.execute(
    server.ctx.db,
  )
  await deliver()
  expect(sentTo('/live')).toHaveLength(1)
  expect(sentTo('/live-subscriber')).toHaveLength(3)
})

test('messages that stay unread are sent by push, unless the conversation is muted, hidden or read', async () => {
  const [creator, fan] = [await buildPerformer(server.ctx, { name: 'Ines' }), await buildUser(server.ctx)]
  const id = await buildConversation(server.ctx, fan, creator)
  const own = await subscribe(fan, '/chat')
  await buildMessage(server.ctx, id, creator)
  const prefer = (body: object) => api(server).as(fan).put(`/conversations/${id}/preferences`, body)
  const job = { conversationId: id, accountId: fan.id }
  for (const preference of ['isMuted', 'isHidden']) {
    await prefer({ [preference]: true })
    await notifyOfMessages(server.ctx, job)
    await prefer({ [preference]: false })
  }
  expect(sentTo('/chat')).toEqual([])
  await notifyOfMessages(server.ctx, job)
  expect(sentTo('/chat').map(({ body }) => own.decrypt(body))).toEqual([
    { title: 'Ines sent you a message', path: `/messages/${id}`, tag: id },
  ])
  await api(server).as(fan).post(`/messages/read-all/${id}`)
  await notifyOfMessages(server.ctx, job)
  expect(sentTo('/chat')).toHaveLength(1)
})
