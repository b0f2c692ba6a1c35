import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { roomConnectionsMax } from '@fanlight/contract/limits'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { publish, type PublishedEvent } from '../../../platform/events/events.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildBlock, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { buildFan, payer } from '../../money/wallet/testing.ts'
import { streamChanged, streamEnded, streamLive } from '../streams/events.ts'
import { roomKeyEnded } from './events.ts'
import { hubOf } from './hub.ts'

interface Heard {
  /** What a client names when it comes back. */
  place: string
  id: string
  name: string
  data: Record<string, unknown>
}
interface Listener {
  readonly heard: Heard[]
  readonly isOver: boolean
  close(): void
}

/** Follows a room as a program does; rejects with the answer where that is refused. */
async function listen(url: string, key: string, lastId?: string): Promise<Listener> {
  const control = new AbortController()
  const headers = { authorization: `Bearer ${key}`, ...(lastId && { 'last-event-id': lastId }) }
  const reply = await fetch(`${url}/live/events`, { headers, signal: control.signal })
  if (!reply.ok) throw Object.assign(new Error(await reply.text()), { status: reply.status })
  const heard: Heard[] = []
  let isOver = false
  const read = async () => {
    let text = ''
    for await (const part of reply.body!.pipeThrough(new TextDecoderStream())) {
      const events = (text + part).split('\n\n')
      text = events.pop()!
      for (const event of events) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(event)?.[1]
        const data = field('data')
        if (data) heard.push({ place: field('id')!, ...JSON.parse(JSON.parse(data).body) })
      }
    }
  }
  void read()
    .catch(() => {})
    .finally(() => (isOver = true))
  return {
    heard,
    get isOver() {
      return isOver
    },
    close: () => control.abort(),
  }
}

let server: TestServer
/** Another web process of the same installation. */
let second: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: true })
  second = await startTestServer({ listen: true, databaseOf: server })
})
afterAll(async () => {
  await second.stop()
  await server.stop()
})
const listening: Listener[] = []
afterEach(() => {
  for (const each of listening.splice(0)) each.close()
})

const as = (who: Built) => api(server).as(who)
const make = async (who: Built, kind = 'feed') => (await as(who).post(`/streaming/room-keys/${kind}`)).body.data
/** A new one has been told how the room stands: what is said from then on comes as an event. */
const open = async (key: string, lastId?: string, on = server) => {
  const listener = await listen(on.url, key, lastId)
  listening.push(listener)
  if (lastId === undefined) await expect.poll(() => listener.heard[0]?.name).toBe('room/state')
  return listener
}
async function goLive(creator: Built): Promise<string> {
  const streamId: string = (await as(creator).post('/streaming/live', { title: 'Trimming bowls' })).body.data.stream._id
  await sql`UPDATE streams SET status = 'live', started_at = app_now() WHERE id = ${streamId}`.execute(server.ctx.db)
  await server.ctx.transaction((tx) => publish(tx, streamLive, { streamId, performerId: creator.id }))
  return streamId
}
const scene = async () => {
  const creator = await buildPerformer(server.ctx)
  const streamId = await goLive(creator)
  return { creator, streamId, fan: await buildFan(server.ctx, 1000), ...(await make(creator)) } as {
    creator: Built
    streamId: string
    fan: Built
    key: string
    signingSecret: string
  }
}
const say = async (who: Built, creator: Built, text: string): Promise<string> =>
  (await as(who).post(`/messages/stream/${creator.id}`, { text })).body.data._id
const tip = (fan: Built, creator: Built, body: object) =>
  payer(server, fan).keyed(`/wallet/charges/tip/${creator.id}`, { inPublicChat: true, ...body }, randomUUID())
const named = ({ heard }: Listener, name: string): Heard[] => heard.filter((each) => each.name === name)
const texts = (listener: Listener) => named(listener, 'chat/message').map(({ data }) => data['text'])

test('a program hears of tips, the goal, the chat, polls and the stream, on whichever process it is connected', async () => {
  const { creator, fan, key, streamId } = await scene()
  await as(creator).put('/streaming/update', {
    goal: { title: 'A new kiln', tokens: 100 },
    menu: [{ title: 'Wave', tokens: 20, isOn: true }],
  })
  const [here, there] = [await open(key), await open(key, undefined, second)]
  for (const listener of [here, there])
    await expect
      .poll(() => named(listener, 'room/state')[0]?.data)
      .toMatchObject({ stream: { streamId, title: 'Trimming bowls' } })
  await say(fan, creator, 'Hello')
  await tip(fan, creator, { tokens: 50, note: 'For the kiln' })
  const [item] = (await as(creator).get(`/streaming/join/${creator.id}`)).body.data.stream.menu
  await payer(server, fan).keyed(
    `/wallet/charges/tip/${creator.id}`,
    { tokens: 20, menuItem: { _id: item._id, title: 'Wave' } },
    randomUUID(),
  )
  await as(creator).post(`/streaming/${streamId}/poll`, {
    question: 'Which glaze?',
    options: ['Shino', 'Celadon'],
    seconds: 60,
  })
  for (const listener of [here, there])
    await expect.poll(() => named(listener, 'goal/updated').at(-1)?.data['goal']).toMatchObject({ reached: 70 })
  await sql`UPDATE streams SET status = 'ended', ended_at = app_now() WHERE id = ${streamId}`.execute(server.ctx.db)
  await server.ctx.transaction((tx) => publish(tx, streamEnded, { streamId, performerId: creator.id }))
  for (const listener of [here, there]) {
    await expect.poll(() => named(listener, 'stream/ended')).toHaveLength(1)
    expect(texts(listener)).toEqual(['Hello'])
    expect(named(listener, 'tip/received').map(({ data }) => data)).toMatchObject([
      { tokens: 50, text: 'For the kiln', isOrder: false, sender: { _id: fan.id } },
      { tokens: 20, isOrder: true },
    ])
    expect(named(listener, 'menu/ordered')).toMatchObject([{ data: { title: 'Wave', tokens: 20 } }])
    expect(named(listener, 'goal/updated').at(-1)!.data).toMatchObject({ goal: { title: 'A new kiln', reached: 70 } })
    expect(named(listener, 'poll/updated')[0]!.data).toMatchObject({ poll: { question: 'Which glaze?' } })
    expect(new Set(listener.heard.map(({ id }) => id)).size).toBe(listener.heard.length)
  }
  const [order] = (await as(creator).get('/streaming/orders')).body.data
  expect(named(here, 'menu/ordered')[0]!.data['orderId']).toBe(order._id)
})

test('what is deleted, held, of another room, of muted or of blocked people is not shown', async () => {
  const { creator, fan, key } = await scene()
  const other = await scene()
  const [muted, blocked] = [await buildUser(server.ctx), await buildUser(server.ctx)]
  await as(creator).put('/performers/held-words', { words: ['kiln'] })
  await say(muted, creator, 'Before the mute')
  await say(blocked, creator, 'Before the block')
  const listener = await open(key)
  await expect.poll(() => (named(listener, 'room/state')[0]?.data['chat'] as object[])?.length).toBe(2)
  const mute = await as(creator).put(`/conversations/stream/${creator.id}/people/${muted.id}`, { standing: 'muted' })
  expect(mute.status, mute.text).toBe(200)
  await buildBlock(server.ctx, creator, blocked)
  await say(other.fan, other.creator, 'In another room')
  const gone = await say(fan, creator, 'A slip')
  await as(fan).delete(`/messages/${gone}`)
  await say(fan, creator, 'The end')
  await expect.poll(() => texts(listener)).toContain('The end')
  expect(texts(listener).filter((text) => text !== 'A slip')).toEqual(['The end'])
  expect(named(listener, 'chat/deleted').map(({ data }) => data)).toEqual([{ messageId: gone }])
  expect(named(listener, 'chat/hidden').map(({ data }) => data)).toContainEqual({ senderId: muted.id })
  const later = await open(key)
  await expect.poll(() => named(later, 'room/state')).toHaveLength(1)
  expect(named(later, 'room/state')[0]!.data['chat']).toMatchObject([{ text: 'The end' }])
})

test('a line that the state had in it is not said again when its event is read later', async () => {
  const { creator, fan, key } = await scene()
  const messageId = await say(fan, creator, 'Just before')
  const listener = await open(key)
  expect(named(listener, 'room/state')[0]!.data['chat']).toMatchObject([{ messageId }])
  const event = await row(
    server.ctx.db,
    sql<PublishedEvent>`SELECT id, xid::text AS xid, topic, payload FROM events WHERE payload ->> 'messageId' = ${messageId}`,
  )
  hubOf(server.ctx).take(event!)
  await say(fan, creator, 'Just after')
  await expect.poll(() => texts(listener)).toContain('Just after')
  expect(texts(listener)).toEqual(['Just after'])
})

test('who blocks a creator is named only where something of theirs is to be hidden', async () => {
  const { creator, fan, key } = await scene()
  const silent = await buildUser(server.ctx)
  await say(fan, creator, 'Good evening')
  const listener = await open(key)
  for (const blocker of [silent, fan])
    expect((await as(blocker).post('/block/users', { userId: creator.id })).status).toBe(200)
  await expect.poll(() => named(listener, 'chat/hidden')).toHaveLength(1)
  expect(JSON.stringify(listener.heard)).not.toContain(silent.id)
  expect(named(listener, 'chat/hidden')[0]!.data).toEqual({ senderId: fan.id })
})

test('wrong keys and those of closed creators open nothing', async () => {
  const { creator, key } = await scene()
  await expect(open('nobody-has-this')).rejects.toMatchObject({ status: 401 })
  const listener = await open(key)
  await sql`UPDATE accounts SET status = 'suspended' WHERE id = ${creator.id}`.execute(server.ctx.db)
  await expect(open(key)).rejects.toMatchObject({ status: 403 })
  await expect.poll(() => listener.isOver, { timeout: 10_000 }).toBe(true)
})

test('a key is shown once, only its hash is kept, and each kind has one', async () => {
  const creator = await buildPerformer(server.ctx)
  const overlay = await make(creator, 'overlay')
  const feed = await make(creator)
  expect(overlay.signingSecret).toBeNull()
  const listed = await as(creator).get('/streaming/room-keys')
  expect(listed.body.data, listed.text).toEqual([
    { kind: 'feed', createdAt: feed.createdAt },
    { kind: 'overlay', createdAt: overlay.createdAt },
  ])
  const stored = await rows(server.ctx.db, sql<{ all: string }>`SELECT to_json(k)::text AS all FROM room_keys k`)
  for (const secret of [overlay.key, feed.key, feed.signingSecret])
    expect(stored.some(({ all }) => all.includes(secret))).toBe(false)
  expect((await as(await buildUser(server.ctx)).post('/streaming/room-keys/feed')).status).toBe(403)
})

test('a revoked or replaced key ends what is connected, on every process; nobody ends the key of another', async () => {
  const { creator, key } = await scene()
  const { key: overlay } = await make(creator, 'overlay')
  const [here, there, beside] = [await open(key), await open(key, undefined, second), await open(overlay)]
  await as((await scene()).creator).delete('/streaming/room-keys/feed')
  await make(await buildPerformer(server.ctx))
  expect((await as(creator).get('/streaming/room-keys')).body.data).toHaveLength(2)
  await as(creator).delete('/streaming/room-keys/feed')
  await expect.poll(() => [here.isOver, there.isOver]).toEqual([true, true])
  await expect(open(key)).rejects.toMatchObject({ status: 401 })
  expect(beside.isOver).toBe(false)
  const { key: next } = await make(creator, 'overlay')
  await expect.poll(() => beside.isOver).toBe(true)
  await open(next)
  await expect(open(overlay)).rejects.toMatchObject({ status: 401 })
})

test('a key that was deleted without an event ends within seconds, too', async () => {
  const { creator, key } = await scene()
  const listener = await open(key)
  await sql`DELETE FROM room_keys WHERE performer_id = ${creator.id}`.execute(server.ctx.db)
  await expect.poll(() => listener.isOver, { timeout: 10_000 }).toBe(true)
})

test('one key has a few connections at once; one that ends makes room', async () => {
  const { key } = await scene()
  const some = await Promise.all(Array.from({ length: roomConnectionsMax }, () => open(key)))
  await expect(open(key)).rejects.toMatchObject({ status: 429 })
  some[0]!.close()
  await expect
    .poll(() =>
      open(key).then(
        () => 'open',
        ({ status }) => status,
      ),
    )
    .toBe('open')
})

test('who comes back hears what was missed, once, and how the room stands where that is too much', async () => {
  const { creator, fan, key, streamId } = await scene()
  const before = await open(key)
  await say(fan, creator, 'One')
  await expect.poll(() => texts(before)).toEqual(['One'])
  const { place } = before.heard.at(-1)!
  before.close()
  await say(fan, creator, 'Two')
  await tip(fan, creator, { tokens: 10 })
  for (const on of [server, second]) {
    const after = await open(key, place, on)
    await expect.poll(() => named(after, 'tip/received')).toHaveLength(1)
    await say(fan, creator, 'Three')
    await expect.poll(() => texts(after).at(-1)).toBe('Three')
    expect(texts(after).slice(0, 2)).toEqual(['Two', 'Three'])
    expect(named(after, 'room/state')).toEqual([])
    after.close()
  }
  for (let n = 0; n <= 200; n++)
    await server.ctx.transaction((tx) => publish(tx, streamChanged, { streamId, performerId: creator.id }))
  for (const from of [place, '1.1', '999999999999.5', 'nothing']) {
    const late = await open(key, from)
    await expect.poll(() => late.heard[0]?.name).toBe('room/state')
    late.close()
  }
})

test('the documented example verifies what it prints, and ends when the key does', async () => {
  const { creator, fan, key, signingSecret } = await scene()
  const page = readFileSync(new URL('../../../../../../docs/room-events.md', import.meta.url), 'utf8')
  const example = /```js\n([\s\S]*?)```/.exec(page)![1]!
  const run = (secret: string) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', example], {
      env: { SITE: server.url, ROOM_KEY: key, SIGNING_SECRET: secret },
    })
    const said = { out: '', err: '', isOver: false }
    child.stdout.on('data', (part) => (said.out += part))
    child.stderr.on('data', (part) => (said.err += part))
    child.on('exit', () => (said.isOver = true))
    return { said, child }
  }
  const [right, wrong] = [run(signingSecret), run('another secret')]
  await expect.poll(() => right.said.out, { timeout: 10_000 }).toContain('room/state')
  await tip(fan, creator, { tokens: 30 })
  await expect.poll(() => right.said.out).toContain('"tokens":30')
  await expect.poll(() => wrong.said.err, { timeout: 10_000 }).toContain('The signature is wrong.')
  expect(wrong.said.out).toBe('')
  wrong.child.kill()
  await as(creator).delete('/streaming/room-keys/feed')
  await expect.poll(() => right.said.isOver, { timeout: 10_000 }).toBe(true)
  expect(right.said.err).toContain('The key was revoked.')
})

test('the end of a key is told to no one else', async () => {
  const [one, other] = [await scene(), await scene()]
  const listener = await open(one.key)
  await server.ctx.transaction((tx) => publish(tx, roomKeyEnded, { keyId: randomUUID(), performerId: one.creator.id }))
  await say(other.fan, one.creator, 'Still here')
  await expect.poll(() => texts(listener)).toEqual(['Still here'])
})

test('the overlay is one page for everybody, without cookies, and may load nothing of others', async () => {
  const reply = await fetch(`${server.url}/live/overlay?show=tips`)
  expect(reply.status).toBe(200)
  expect(reply.headers.get('set-cookie')).toBeNull()
  expect(reply.headers.get('x-robots-tag')).toContain('noindex')
  expect(reply.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-/,
  )
  expect(await reply.text()).toContain('data-tip="Tip"')
  expect(await (await fetch(`${server.url}/live/overlay?locale=ar`)).text()).toContain('dir="rtl"')
})
