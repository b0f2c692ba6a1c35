import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../../testing/api.ts'
import { type Built, buildPerformer } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { buildGallery } from '../galleries/testing.ts'
import { buildParticipant } from '../participants/testing.ts'
import { buildFeed, buildFile } from '../posts/testing.ts'
import { buildProduct } from '../../shop/products/testing.ts'
import { buildVideo } from '../videos/testing.ts'

let server: TestServer
let creator: Built
beforeAll(async () => {
  server = await startTestServer()
  creator = await buildPerformer(server.ctx)
})
afterAll(() => server.stop())

const as = (who = creator) => api(server).as(who)
const all = async () => [
  await buildFeed(server.ctx, creator),
  (await buildGallery(server.ctx, creator)).id,
  await buildVideo(server.ctx, creator, { fileId: await buildFile(server.ctx, creator, { purpose: 'feed-video' }) }),
]
const change = (ids: string[], changes: object) => as().put('/performer/items', { ids, changes })
const results = (reply: Awaited<ReturnType<typeof change>>) =>
  reply.body.data.map(({ result, code }: { result: string; code: string | null }) => code ?? result)

test('gate, price and tags of items of every kind are changed by one call, each by the rules of its kind', async () => {
  const items = await all()
  const product = await buildProduct(server.ctx, creator)
  const reply = await change([...items, product], { price: 12, addTags: ['kiln'] })
  expect(results(reply), reply.text).toEqual(['changed', 'changed', 'changed', 'changed'])
  const feed = (await as().get(`/performer/feeds/${items[0]}`)).body.data
  expect(feed).toMatchObject({ gate: { type: 'paid', price: 12 }, tags: expect.arrayContaining(['kiln']) })
  const shown = (await as().get(`/performer/performer-assets/products/${product}/view`)).body.data
  expect(shown).toMatchObject({ price: 12, tags: expect.arrayContaining(['kiln']) })
  const gated = await change([...items, product], { gate: { type: 'subscribers' }, removeTags: ['kiln', 'hush'] })
  expect(results(gated)).toEqual(['changed', 'changed', 'changed', 'NOT_ALLOWED'])
  expect((await as().get(`/performer/feeds/${items[0]}`)).body.data).toMatchObject({
    gate: { type: 'subscribers' },
    tags: [],
  })
})

test('what is refused keeps none of the others back, and says why', async () => {
  const [feed] = await all()
  const other = await buildPerformer(server.ctx)
  const theirs = await buildFeed(server.ctx, other)
  const draft = await as().post('/performer/feeds', { type: 'text', text: 'Later', status: 'draft' })
  const ids = [theirs, feed!, draft.body.data._id, feed!]
  const scheduled = await change(ids, { publishAt: new Date(Date.now() + 86_400_000).toISOString() })
  expect(results(scheduled)).toEqual(['NOT_FOUND', 'ITEM_PUBLISHED', 'changed'])
  expect(scheduled.body.data[1].message).toBeTruthy()
  expect((await as().get(`/performer/feeds/${draft.body.data._id}`)).body.data.status).toBe('scheduled')
  expect(results(await change([feed!], { price: 0.01 }))).toEqual(['PRICE_OUT_OF_RANGE'])
  expect((await as().get(`/performer/feeds/${feed}`)).body.data.gate.type).toBe('public')
  expect(results(await change([feed!, theirs], { status: 'archived' }))).toEqual(['changed', 'NOT_FOUND'])
  expect((await api(server).as(other).get(`/performer/feeds/${theirs}`)).body.data.status).toBe('published')
})

test('people are added to and removed from items of every kind, where their consent allows it', async () => {
  const items = [...(await all()), await buildProduct(server.ctx, creator)]
  const [verified, invited] = [
    await buildParticipant(server.ctx, creator, { status: 'verified' }),
    await buildParticipant(server.ctx, creator),
  ]
  const draft = (await as().post('/performer/feeds', { type: 'text', text: 'Later', status: 'draft' })).body.data._id
  const named = async (id: string) =>
    (await as().get(`/performer/feeds/${id}`)).body.data.participants.map(({ _id }: { _id: string }) => _id)
  const added = await change([...items, draft], { addParticipantIds: [verified.id] })
  expect(results(added), added.text).toEqual(['changed', 'changed', 'changed', 'changed', 'changed'])
  expect(await named(items[0]!)).toEqual([verified.id])
  const both = { addParticipantIds: [invited.id], removeParticipantIds: [verified.id] }
  expect(results(await change([items[3]!, draft], both))).toEqual(['RULE_BROKEN', 'changed'])
  expect(await named(draft)).toEqual([invited.id])
  const stranger = await buildParticipant(server.ctx, await buildPerformer(server.ctx), { status: 'verified' })
  expect(results(await change([draft], { addParticipantIds: [stranger.id] }))).toEqual(['NOT_FOUND'])
})

test('several items are deleted by one call; bad input is refused whole', async () => {
  const items = await all()
  const reply = await as().post('/performer/items/deletion', { ids: items })
  expect(results(reply)).toEqual(['deleted', 'deleted', 'deleted'])
  expect(results(await as().post('/performer/items/deletion', { ids: items }))).toEqual([
    'NOT_FOUND',
    'NOT_FOUND',
    'NOT_FOUND',
  ])
  expect((await change([], { price: 5 })).status).toBe(422)
  expect((await change(['x'], { price: 5 })).status).toBe(422)
  expect((await change(items, { price: 5, title: 'x' })).status).toBe(400)
})
