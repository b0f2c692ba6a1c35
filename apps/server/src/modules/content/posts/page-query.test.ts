import { homeFeed } from '@fanlight/contract/posts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { sha256 } from '../../../platform/ids.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { api } from '../../../testing/api.ts'
import { buildAdmin, buildPerformer, buildUser, type Built } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { authorizeAll } from '../../access/policy.ts'
import { isHidden } from '../../access/items.ts'
import { identify } from '../../people/accounts/auth/identify.ts'
import { readPage } from './page-query.ts'
import { home, newest, ofPerformer } from './lists.ts'
import { loadItems, single } from '../items/item-rows.ts'
import { lockableOf } from '../items/present.ts'
import { type FeedRow, feedTable } from './feed-rows.ts'
import { presentFeed } from './present.ts'
import { buildAccess, buildFeed, buildFile, buildPurchase } from './testing.ts'

// Compares the single statement with the access rule and the presenter that it duplicates: every gate, post status and viewer status.
// spec: feed.locked

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
afterEach(() => void vi.restoreAllMocks())

const gates = ['public', 'followers', 'subscribers', 'plan', 'paid', 'paid and free for subscribers', 'list'] as const
const states = ['published', 'archived', 'removed', 'deleted', 'draft', 'hidden'] as const

async function buildWorld() {
  const { ctx } = server
  const { db } = ctx
  const performers = {
    open: await buildPerformer(ctx, { name: 'Quote " and \\ back, é 😀' }),
    blocking: await buildPerformer(ctx),
    blocked: await buildPerformer(ctx),
    geo: await buildPerformer(ctx),
    suspended: await buildPerformer(ctx),
    expired: await buildPerformer(ctx),
  }
  const [plans, lists] = [new Map<string, string>(), new Map<string, string>()]
  for (const performer of Object.values(performers)) {
    const { rows } = await sql<{
      id: string
    }>`INSERT INTO plans (performer_id, name, type, months, price) VALUES (${performer.id}, 'Gold', 'monthly', 1, 500), (${performer.id}, 'Iron', 'bundle', 3, 900) RETURNING id`.execute(
      db,
    )
    plans.set(performer.id, rows[0]!.id)
    plans.set(`other ${performer.id}`, rows[1]!.id)
    const made = await sql<{
      id: string
    }>`INSERT INTO fan_lists (performer_id, name) VALUES (${performer.id}, 'Friends'), (${performer.id}, 'Others') RETURNING id`.execute(
      db,
    )
    lists.set(performer.id, made.rows[0]!.id)
    lists.set(`other ${performer.id}`, made.rows[1]!.id)
  }
  await sql`UPDATE accounts SET status = 'suspended', status_until = NULL WHERE id = ${performers.suspended.id}`.execute(
    db,
  )
  await sql`UPDATE performers SET verification_status = 'expired' WHERE account_id = ${performers.expired.id}`.execute(
    db,
  )
  await sql`INSERT INTO country_blocks (performer_id, country) VALUES (${performers.geo.id}, 'DE')`.execute(db)

  const feeds: { id: string; performer: Built }[] = []
  for (const performer of Object.values(performers))
    for (const gate of gates)
      for (const state of states) {
        if (performer !== performers.open && state !== 'published' && state !== 'archived') continue
        const type = gate === 'followers' ? 'photo' : gate === 'subscribers' ? 'video' : 'text'
        const id = await buildFeed(ctx, performer, {
          type,
          title: `The “${gate}” \t "${state}" post`,
          text: `Line one\nline two "quoted" \\ \u2028 ${state} ${'|'.repeat(3)}`,
          status: state === 'deleted' ? 'removed' : state,
          isPinned: state === 'published' && gate === 'public',
          gate: {
            type: gate === 'paid and free for subscribers' ? 'paid' : gate,
            price: gate.startsWith('paid') ? 795n : null,
            freeForSubscribers: gate === 'paid and free for subscribers',
            planIds: gate === 'plan' ? [plans.get(performer.id)!] : [],
            listIds: gate === 'list' ? [lists.get(performer.id)!] : [],
          },
        })
        if (state === 'deleted')
          await sql`UPDATE items SET status_reason = 'deleted by its owner' WHERE id = ${id}`.execute(db)
        feeds.push({ id, performer })
      }
  await dressUp(performers.open, feeds)

  const fan = () => buildUser(ctx)
  const people: Record<string, Built | undefined> = {
    visitor: undefined,
    stranger: await fan(),
    follower: await fan(),
    subscriber: await fan(),
    'subscriber of another plan': await fan(),
    'subscriber of two plans': await fan(),
    'subscriber until yesterday': await fan(),
    'fan on a list': await fan(),
    'fan on another list': await fan(),
    buyer: await fan(),
    'buyer who was refunded': await fan(),
    'suspended fan': await buildUser(ctx, { status: 'suspended' }),
    moderator: await buildAdmin(ctx, { permissions: ['moderation'] }),
    bookkeeper: await buildAdmin(ctx, { permissions: ['finance'] }),
    owner: performers.open,
    'suspended owner': performers.suspended,
  }
  for (const performer of Object.values(performers)) {
    await sql`INSERT INTO follows (follower_id, performer_id) VALUES (${people['follower']!.id}, ${performer.id})`.execute(
      db,
    )
    await sql`INSERT INTO fan_list_members (list_id, account_id) VALUES (${lists.get(performer.id)!}, ${people['fan on a list']!.id}),
      (${lists.get(`other ${performer.id}`)!}, ${people['fan on another list']!.id})`.execute(db)
    await buildAccess(ctx, people['subscriber']!, performer, plans.get(performer.id))
    await buildAccess(ctx, people['subscriber of another plan']!, performer, plans.get(`other ${performer.id}`))
    await buildAccess(ctx, people['subscriber of two plans']!, performer, plans.get(performer.id))
    await sql`UPDATE subscriptions SET status = 'expired' WHERE fan_id = ${people['subscriber of two plans']!.id}`.execute(
      ctx.db,
    )
    await buildAccess(ctx, people['subscriber of two plans']!, performer, plans.get(`other ${performer.id}`))
    await buildAccess(ctx, people['subscriber until yesterday']!, performer, plans.get(performer.id))
  }
  await sql`UPDATE subscriptions SET access_until = app_now() - interval '1 day' WHERE fan_id = ${people['subscriber until yesterday']!.id}`.execute(
    db,
  )
  for (const { id, performer } of feeds)
    for (const who of ['buyer', 'buyer who was refunded']) await buildPurchase(ctx, people[who]!, performer, id)
  await sql`UPDATE purchases SET revoked_at = app_now() WHERE account_id = ${people['buyer who was refunded']!.id}`.execute(
    db,
  )
  for (const who of Object.values(people)) {
    if (!who) continue
    for (const [from, to] of [
      [performers.blocking.id, who.id],
      [who.id, performers.blocked.id],
    ] as const)
      if (from !== to) await sql`INSERT INTO blocks (blocker_id, blocked_id) VALUES (${from}, ${to})`.execute(db)
    for (const [at, { id }] of feeds.entries())
      if (at % 3 === 0)
        await sql`INSERT INTO reactions (account_id, action, object_type, object_id) VALUES (${who.id}, ${at % 2 ? 'like' : 'bookmark'}, 'feed', ${id})`.execute(
          db,
        )
  }
  return { feeds, people, performers }
}

/** Images of every kind, sizes out of order, files in every state, polls. */
async function dressUp(performer: Built, feeds: { id: string; performer: Built }[]) {
  const { ctx } = server
  const { db } = ctx
  const of = feeds.filter((feed) => feed.performer === performer)
  const avatar = await buildFile(ctx, performer)
  await sql`UPDATE files SET purpose = 'avatar', kind = 'photo' WHERE id = ${avatar}`.execute(db)
  await sql`INSERT INTO file_variants (file_id, name, kind, storage_key, mime, width, height) SELECT ${avatar}, 'webp-' || w, 'profile-image', 'a' || ${avatar} || w, 'image/webp', w, w
    FROM unnest('{64,256,128,512}'::int[]) w`.execute(db)
  await sql`UPDATE accounts SET avatar_file_id = ${avatar} WHERE id = ${performer.id}`.execute(db)
  for (const [at, { id }] of of.entries()) {
    for (const [position, role] of (['main', 'main', 'thumbnail', 'teaser'] as const).entries()) {
      const purposes = { main: 'feed-video', thumbnail: 'feed-thumbnail', teaser: 'feed-teaser' } as const
      const file = await buildFile(ctx, performer, {
        purpose: purposes[role],
        alt: at % 2 === 0 ? `A "quoted" description of file ${position}` : '',
      })
      await sql`INSERT INTO item_files (item_id, file_id, role, position) VALUES (${id}, ${file}, ${role}, ${position + 5})`.execute(
        db,
      )
      await sql`INSERT INTO file_variants (file_id, name, kind, storage_key, mime, width, height, detail) VALUES
        (${file}, 'avif-1280', 'photo', ${`${file}1`}, 'image/avif', 1280, 900, '{}'), (${file}, 'avif-320', 'photo', ${`${file}2`}, 'image/avif', 320, 200, '{}'),
        (${file}, 'animation', 'animation', ${`${file}3`}, 'image/webp', 400, 300, '{}'), (${file}, 'hls-240', 'hls-rendition', ${`${file}4`}, 'video/mp4', 426, 240, '{}'),
        (${file}, 'poster-webp-640', 'poster', ${`${file}5`}, 'image/webp', 640, 360, '{}'), (${file}, 'audio', 'audio', ${`${file}6`}, 'audio/mp4', null, null, '{}'),
        (${file}, 'waveform', 'waveform', ${`${file}7`}, 'application/json', null, null, '{}'),
        (${file}, 'sprite', 'sprite', ${`${file}8`}, 'image/jpeg', 100, 100, '{"columns":5,"rows":2,"count":9,"tileWidth":160,"tileHeight":90,"intervalMs":2000}')`.execute(
        db,
      )
      const status = ['ready', 'ready', 'ready', 'blocked', 'deleted', 'processing', 'failed'][(at + position) % 7]!
      await sql`UPDATE files SET status = ${status}, average_color = '#aabbcc', error_code = ${status === 'failed' ? 'FILE_BROKEN' : null} WHERE id = ${file}`.execute(
        db,
      )
    }
    if (at % 4 !== 0) continue
    await sql`UPDATE feeds SET type = 'poll' WHERE item_id = ${id}`.execute(db)
    const ends =
      at % 3 === 0 ? sql`app_now() - interval '1 hour'` : at % 3 === 1 ? sql`NULL` : sql`app_now() + interval '1 hour'`
    await sql`WITH q AS (INSERT INTO polls (performer_id, item_id, question, ends_at) VALUES (${performer.id}, ${id}, 'Clay "or" tin?', ${ends}) RETURNING id)
      INSERT INTO poll_options (poll_id, position, text, votes) SELECT id, p, 'Option ' || p, p * 3 FROM q, generate_series(0, 2) p`.execute(
      db,
    )
  }
}

const presented = async (viewer: Viewer, ids: readonly string[]) => {
  const { ctx } = server
  const rows = (
    await Promise.all(
      ids.map((id) =>
        loadItems<FeedRow>(ctx, feedTable, viewer.kind === 'signed-in' ? viewer.id : null, single(feedTable, id)),
      ),
    )
  ).flat()
  const verdicts = await authorizeAll(ctx, viewer, rows.map(lockableOf))
  return rows
    .filter((feed) => !isHidden(verdicts.get(feed.id)!))
    .map((feed) => presentFeed(ctx, viewer, feed, verdicts.get(feed.id)!))
}

test('the statement returns what the access policy and the presenter return, for every viewer and gate', async () => {
  const { ctx } = server
  // Bases are signed for the minute: both sides are read in the same one.
  vi.spyOn(ctx.clock, 'now').mockReturnValue(new Date())
  const { feeds, people } = await buildWorld()
  const ids = feeds.map((feed) => feed.id)
  const all = {
    ...newest(),
    name: 'every post',
    values: [ids],
    text: `SELECT id, created_at AS at FROM items WHERE id = ANY($6::uuid[]) AND (created_at, id) < ($2::timestamptz, $3::uuid)`,
  }
  const page = { cursor: undefined, offset: 0, size: ids.length, tooDeep: false }
  const reasons = new Set<string>()
  await sql`UPDATE performers SET is_adult = true WHERE account_id = (SELECT performer_id FROM items WHERE gate_type = 'public' ORDER BY id LIMIT 1)`.execute(
    ctx.db,
  )
  for (const [who, person] of Object.entries(people))
    for (const [country, age] of [
      [null, 'none'],
      [null, 'declared'],
      ['DE', 'declared'],
    ] as const) {
      const requester = {
        tokenHash: person ? `\\x${sha256(person.token).toString('hex')}` : null,
        byCookie: false,
        address: '192.0.2.1',
        country,
        age,
      }
      const viewer = await identify(ctx, { headers: {}, cookies: {}, query: {} } as never, requester)
      const answer = homeFeed.reply.parse(JSON.parse(await readPage(ctx, viewer, page, all)))
      const byId = new Map(answer.data.map((feed) => [feed._id, feed]))
      const expected = await presented(viewer, ids)
      expect([...byId.keys()].sort(), `${who} from ${country}`).toEqual(expected.map((feed) => feed._id).sort())
      for (const feed of expected) {
        const { subscribeFrom, ...same } = byId.get(feed._id)!
        expect(same, `${who} from ${country}`).toEqual(feed)
        // Iron costs 9 for three months.
        expect(subscribeFrom).toBe(feed.locked && feed.gate.type === 'subscribers' ? 3 : undefined)
      }
      for (const feed of expected)
        reasons.add(feed.locked?.reason ?? (feed.files.length > 0 ? 'open with files' : 'open'))
    }
  expect([...reasons].sort()).toEqual(['buy', 'follow', 'list', 'open', 'open with files', 'sign-in', 'subscribe'])
})

test('a post locked for subscribers says what a month costs at least, and nothing where there is nothing to buy', async () => {
  const { ctx } = server
  const [paid, free, none] = [await buildPerformer(ctx), await buildPerformer(ctx), await buildPerformer(ctx)]
  await sql`INSERT INTO plans (performer_id, name, type, months, price, active) VALUES (${paid.id}, 'Year', 'yearly', 12, 7155, true),
    (${paid.id}, 'Month', 'monthly', 1, 300, false), (${paid.id}, 'Three', 'bundle', 3, 2027, true),
    (${free.id}, 'Open', 'free', 1, NULL, true), (${free.id}, 'Month', 'monthly', 1, 700, true)`.execute(ctx.db)
  const gate = { type: 'subscribers' } as const
  for (const who of [paid, free, none]) await buildFeed(ctx, who, { gate })
  await buildFeed(ctx, paid, { gate: { type: 'followers' } })
  const fan = await buildUser(ctx)
  const prices = async (who: Built, reader = fan) =>
    (await api(server).as(reader).get(`/user/feeds/search/${who.username}`)).body.data.map(
      (post: { subscribeFrom?: number }) => post.subscribeFrom,
    )
  expect(await prices(paid)).toEqual([undefined, 5.96])
  expect(await prices(free)).toEqual([0])
  expect(await prices(none)).toEqual([undefined])
  expect(await prices(paid, paid)).toEqual([undefined, undefined])
  await buildAccess(ctx, fan, paid)
  expect(await prices(paid)).toEqual([undefined, undefined])
  await ctx.settings.set(ctx.db, 'freeSubscriptionEnabled', false, null)
  expect(await prices(free)).toEqual([7])
  await ctx.settings.set(ctx.db, 'freeSubscriptionEnabled', true, null)
})

test('the statement is planned once per connection, not each time', async () => {
  const fan = await buildUser(server.ctx)
  const requester = {
    tokenHash: `\\x${sha256(fan.token).toString('hex')}`,
    byCookie: false,
    address: '192.0.2.1',
    country: null,
    age: 'none' as const,
  }
  const viewer = await identify(server.ctx, { headers: {}, cookies: {}, query: {} } as never, requester)
  const connection = await server.ctx.pool.connect()
  try {
    const ctx = { ...server.ctx, pool: connection as unknown as typeof server.ctx.pool }
    for (const list of [home(), newest(), ofPerformer(fan.id)])
      for (let times = 0; times < 12; times++)
        await readPage(ctx, viewer, { cursor: undefined, offset: 0, size: 20, tooDeep: false }, list)
    const { rows } = await connection.query(
      `SELECT name FROM pg_prepared_statements WHERE name LIKE 'feeds % 20' AND generic_plans > 0 ORDER BY name`,
    )
    expect(rows.map((row) => row.name)).toEqual(['feeds home 20', 'feeds newest 20', 'feeds of performer first 20'])
  } finally {
    connection.release(true)
  }
})

test('text can’t be mistaken for an address, and an ended session reads as a visitor', async () => {
  const performer = await buildPerformer(server.ctx)
  const fan = await buildUser(server.ctx)
  await buildFeed(server.ctx, performer, { text: 'photo|x|y|z parts|x|true \u0001', status: 'published' })
  const path = `/user/feeds/search/${performer.username}`
  expect((await api(server).as(fan).get(path)).body.data[0].text).toBe('photo|x|y|z parts|x|true \u0001')
  await api(server).as(fan).post(`/follows/${performer.id}`)
  expect((await api(server).as(fan).get('/user/feeds')).body.data).toHaveLength(1)
  const asVisitor = (await api(server).get('/user/feeds?pageSize=5')).text
  await sql`UPDATE sessions SET revoked_at = app_now() WHERE id = ${fan.sessionId}`.execute(server.ctx.db)
  expect((await api(server).as(fan).get('/user/feeds?pageSize=5')).text).toBe(asVisitor)
})
