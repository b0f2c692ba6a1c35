import type { Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openPresence, type PresenceTiming } from '../../../platform/sockets/presence.ts'
import { sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { hasRedis, type RunningRedis, startRedis } from '../../../testing/redis.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { connectSocket } from '../../../testing/socket.ts'

let server: TestServer
let other: TestServer
const opened: Socket[] = []
beforeAll(async () => {
  server = await startTestServer({ listen: true })
  other = await startTestServer({ listen: true, databaseOf: server })
})
afterEach(() => {
  for (const socket of opened.splice(0)) socket.disconnect()
})
afterAll(async () => {
  await other.stop()
  await server.stop()
})

async function arrive(person: Built, at = server) {
  const socket = await connectSocket(at)
  opened.push(socket)
  const changes: [accountId: string, isOnline: boolean][] = []
  socket.on('presence/changed', ({ accountId, isOnline }: { accountId: string; isOnline: boolean }) =>
    changes.push([accountId, isOnline]),
  )
  await socket.emitWithAck('auth/login', { token: person.token })
  const watch = async (...people: Built[]) =>
    (await socket.emitWithAck('presence/watch', { accountIds: people.map(({ id }) => id) })).data.online as string[]
  return { socket, changes, watch }
}
const converse = async (fan: Built, creator: Built) =>
  expect((await api(server).as(fan).post('/conversations', { source: 'performer', sourceId: creator.id })).status).toBe(
    200,
  )
const until = { timeout: 10_000 }

describe('presence', () => {
  test('who comes and goes on one process is seen on another, and a reload is no absence', async () => {
    const [fan, creator] = [await buildUser(server.ctx), await buildPerformer(server.ctx)]
    const watcher = await arrive(fan)
    expect(await watcher.watch(creator)).toEqual([])
    const first = await arrive(creator, other)
    await expect.poll(() => watcher.changes, until).toEqual([[creator.id, true]])
    first.socket.disconnect()
    const second = await arrive(creator, other)
    expect(await watcher.watch(creator)).toEqual([creator.id])
    second.socket.disconnect()
    await expect
      .poll(() => watcher.changes, until)
      .toEqual([
        [creator.id, true],
        [creator.id, false],
      ])
    expect(await watcher.watch(creator)).toEqual([])
  })

  test('fans are seen by creators they have a conversation with, and by no one else', async () => {
    const [fan, creator, stranger, otherFan] = [
      await buildUser(server.ctx),
      await buildPerformer(server.ctx),
      await buildPerformer(server.ctx),
      await buildUser(server.ctx),
    ]
    await converse(fan, creator)
    const present = await arrive(fan)
    await expect.poll(async () => (await arrive(creator)).watch(fan, fan, stranger), until).toEqual([fan.id])
    expect(await (await arrive(stranger)).watch(fan)).toEqual([])
    expect(await (await arrive(otherFan)).watch(fan)).toEqual([])
    expect(await present.watch(fan)).toEqual([])
  })

  test('a creator whose profile is hidden is never seen', async () => {
    const [fan, creator] = [await buildUser(server.ctx), await buildPerformer(server.ctx, { approved: false })]
    const open = await buildPerformer(server.ctx)
    const watcher = await arrive(fan)
    await arrive(creator)
    await arrive(open)
    await expect.poll(() => watcher.watch(creator, open), until).toEqual([open.id])
  })

  test('who switches it off is offline at once, and seen again when they switch it on', async () => {
    const [fan, creator] = [await buildUser(server.ctx), await buildPerformer(server.ctx)]
    const watcher = await arrive(fan)
    await arrive(creator)
    await expect.poll(() => watcher.watch(creator), until).toEqual([creator.id])
    watcher.changes.length = 0
    const change = (showPresence: boolean) => api(server).as(creator).put('/performers/me', { showPresence })
    expect((await change(false)).body.data).toMatchObject({ showPresence: false })
    await expect.poll(() => watcher.changes, until).toEqual([[creator.id, false]])
    expect(await watcher.watch(creator)).toEqual([])
    await change(true)
    await expect.poll(() => watcher.changes.at(-1), until).toEqual([creator.id, true])
  })

  test('after a block both are offline for each other, for as long as it lasts', async () => {
    const [fan, creator] = [await buildUser(server.ctx), await buildPerformer(server.ctx)]
    await converse(fan, creator)
    const [there, here] = [await arrive(fan), await arrive(creator)]
    await expect.poll(() => there.watch(creator), until).toEqual([creator.id])
    await expect.poll(() => here.watch(fan), until).toEqual([fan.id])
    there.changes.length = here.changes.length = 0
    await api(server).as(creator).post('/block/users', { userId: fan.id })
    await expect.poll(() => there.changes, until).toEqual([[creator.id, false]])
    await expect.poll(() => here.changes, until).toEqual([[fan.id, false]])
    expect(await there.watch(creator)).toEqual([])
    expect(await here.watch(fan)).toEqual([])
  })

  test('bad watches are refused', async () => {
    const { socket } = await arrive(await buildUser(server.ctx))
    const many = Array.from({ length: 51 }, () => '0198a000-0000-7000-8000-00000000000a')
    for (const payload of [undefined, {}, { accountIds: ['x'] }, { accountIds: many }, { accountIds: [], more: 1 }])
      expect(await socket.emitWithAck('presence/watch', payload)).toMatchObject({ code: 'INVALID_INPUT' })
  })
})

/** Times that let a test see what otherwise takes half a minute. */
const quick: PresenceTiming = { pauseMs: 5, graceMs: 5, beatMs: 50, deadMs: 400 }
const behaves = (env: () => Record<string, string>) => {
  test('a process that beats no more no longer counts, nor do its people', async () => {
    const creator = await buildPerformer(server.ctx)
    const [one, two] = [
      await startTestServer({ databaseOf: server, env: env() }),
      await startTestServer({ databaseOf: server, env: env() }),
    ]
    const [here, there] = [await openPresence(one.ctx, quick), await openPresence(two.ctx, quick)]
    try {
      const changes: boolean[] = []
      const watcher = { tell: (_id: string, isOnline: boolean) => void changes.push(isOnline) }
      const all = (ids: readonly string[]) => Promise.resolve([...ids])
      expect(await here.watch(watcher, [creator.id], all)).toEqual([])
      there.enter(creator.id)
      await expect.poll(() => changes, until).toEqual([true])
      // A crash of the database empties the table: the process writes its people again.
      await sql`DELETE FROM live_processes`.execute(server.ctx.db)
      await expect
        .poll(() => sql`SELECT FROM online_accounts`.execute(server.ctx.db).then(({ rows }) => rows.length), until)
        .toBe(1)
      await expect.poll(() => changes.at(-1), until).toBe(true)
      changes.length = 0
      // Killed: it can say nothing any more, and its rows stay.
      await two.ctx.close()
      await expect.poll(() => changes, until).toEqual([false])
      here.release(watcher)
    } finally {
      await Promise.all([here.stop(), there.stop()])
      await one.stop()
      await two.app.close()
    }
  })
}
describe('over PostgreSQL', () => behaves(() => ({ LOG_LEVEL: 'silent' })))
describe.skipIf(!hasRedis)('over Redis', () => {
  let redis: RunningRedis
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis.stop())
  behaves(() => ({ REDIS_URL: redis.url, LOG_LEVEL: 'silent' }))
})
