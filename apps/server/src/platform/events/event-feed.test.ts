import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { sql } from '../db/db.ts'
import { type EventFeed, type FeedEntry, openFeed } from './event-feed.ts'
import { event, id, publish, publishAll } from './events.ts'

let server: TestServer
const feeds: EventFeed[] = []
beforeAll(async () => {
  server = await startTestServer()
})
afterEach(async () => {
  for (const feed of feeds.splice(0)) await feed.stop()
})
afterAll(() => server.stop())

const tested = event('test', z.object({ n: z.int(), about: id.optional() }))
const ids = ['0198a000-0000-7000-8000-00000000000a', '0198a000-0000-7000-8000-00000000000b'] as const
type Prepare = (entry: FeedEntry) => Promise<() => void> | undefined
async function follow(prepare?: Prepare): Promise<{ feed: EventFeed; seen: unknown[] }> {
  const seen: unknown[] = []
  const feed = await openFeed(server.ctx, {
    historyMax: 1_000,
    idsOf: ({ payload }) => tested.idsOf(payload),
    prepare: (entry) => prepare?.(entry) ?? Promise.resolve(() => void seen.push(entry.event.payload['n'])),
  })
  feeds.push(feed)
  return { feed, seen }
}
const say = (n: number, about: string = ids[0]) => server.ctx.transaction((tx) => publish(tx, tested, { n, about }))

/** A transaction that has written its event, and is committed when one says so. */
async function openTransaction(n: number): Promise<() => Promise<void>> {
  let commit = () => {}
  const committed = new Promise<void>((resolve) => (commit = resolve))
  let written = () => {}
  const isWritten = new Promise<void>((resolve) => (written = resolve))
  const ended = server.ctx.transaction(async (tx) => {
    await publish(tx, tested, { n })
    written()
    await committed
  })
  await isWritten
  return () => (commit(), ended)
}

test('an event is read although an older transaction still runs, and that one when it is committed', async () => {
  const { feed, seen } = await follow()
  const commit = await openTransaction(1)
  await say(2)
  await expect.poll(() => seen).toEqual([2])
  const before = feed.position()
  await say(3)
  await expect.poll(() => seen).toEqual([2, 3])
  // A client that has this position still gets what the older transaction writes.
  expect(feed.position()).toBe(before)
  await commit()
  await expect.poll(() => seen).toEqual([2, 3, 1])
  await expect.poll(() => feed.position()).not.toBe(before)
})

test('an event that is rolled back is never read', async () => {
  const { seen } = await follow()
  await server.ctx
    .transaction(async (tx) => {
      await publish(tx, tested, { n: 1 })
      throw new Error('no')
    })
    .catch(() => {})
  await say(2)
  await expect.poll(() => seen).toEqual([2])
})

test('more events than one read takes come once each, in their order', async () => {
  const { feed, seen } = await follow()
  const many = Array.from({ length: 1_200 }, (_, n) => ({ n }))
  await server.ctx.transaction((tx) => publishAll(tx, tested, many))
  await say(1_200)
  await expect.poll(() => seen.length, { timeout: 10_000 }).toBe(1_201)
  expect(seen).toEqual(Array.from({ length: 1_201 }, (_, n) => n))
  await expect.poll(() => feed.position()).not.toBe('0.0')
})

test('events that name the same thing keep their order; others do not wait for them', async () => {
  let finish = () => {}
  const slow = new Promise<void>((resolve) => (finish = resolve))
  const seen: unknown[] = []
  await follow(({ event: { payload } }) => {
    const act = () => void seen.push(payload['n'])
    return payload['n'] === 1 ? slow.then(() => act) : Promise.resolve(act)
  })
  await say(1, ids[0])
  await say(2, ids[0])
  await say(3, ids[1])
  await expect.poll(() => seen).toEqual([3])
  finish()
  await expect.poll(() => seen).toEqual([3, 1, 2])
})

test('the history answers for places it covers, and for no others', async () => {
  const { feed, seen } = await follow()
  for (const n of [1, 2, 3]) await say(n)
  await expect.poll(() => seen).toEqual([1, 2, 3])
  const [first] = await sql<{
    xid: string
    id: bigint
  }>`SELECT xid::text AS xid, id FROM events ORDER BY id DESC OFFSET 2 LIMIT 1`
    .execute(server.ctx.db)
    .then(({ rows }) => rows)
  expect(feed.since(first!)?.map(({ event }) => event.payload['n'])).toEqual([2, 3])
  expect(feed.since({ xid: '99999999', id: 1n })).toBeUndefined()
  expect(feed.since({ xid: first!.xid, id: first!.id + 1_000n })).toBeUndefined()
})

test('another process is woken by the bus, without the wait of the poll', async () => {
  const other = await startTestServer({ databaseOf: server })
  try {
    const seen: unknown[] = []
    const feed = await openFeed(other.ctx, {
      historyMax: 10,
      idsOf: ({ payload }) => tested.idsOf(payload),
      prepare: ({ event }) => Promise.resolve(() => void seen.push(event.payload['n'])),
    })
    feeds.push(feed)
    const woken = new Promise<void>((resolve) => void other.ctx.bus.listen({ onWake: resolve, onSignal: () => {} }))
    await say(1)
    await woken
    await expect.poll(() => seen).toEqual([1])
    await feeds.pop()!.stop()
  } finally {
    await other.stop()
  }
})
