import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../../testing/api.ts'
import { type Built, buildBlock, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { buildFile, uniqueWord } from '../../content/posts/testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const own = '/performer/performer-assets/products'
const shown = '/performer-assets/products'
const create = (who: Built, body: object) =>
  api(server)
    .as(who)
    .post(own, { type: 'physical', title: 'Stoneware cup', price: 20, ...body })
const update = (who: Built, id: string, body: object) => api(server).as(who).put(`${own}/${id}`, body)
const idsOf = async (who: Built | undefined, path: string) =>
  (await (who ? api(server).as(who) : api(server)).get(path)).body.data.map(({ _id }: { _id: string }) => _id)
const errorsOf = (reply: { body: { errors?: { path: string; code: string }[] } }) =>
  reply.body.errors?.map(({ path }) => path)

test('a shipped product is saved, changed field by field, and shown to everyone', async () => {
  const creator = await buildPerformer(server.ctx)
  const image = await buildFile(server.ctx, creator)
  const made = await create(creator, {
    text: 'Thrown by hand.',
    stock: 4,
    imageIds: [image],
    shippingFee: 5,
    shippingCountries: ['PT', 'JP', 'PT'],
    processingDays: 2,
  })
  expect(made.status, made.text).toBe(200)
  const { _id } = made.body.data
  expect(made.body.data).toMatchObject({
    status: 'published',
    imageIds: [image],
    shipping: { fee: 5, countries: ['JP', 'PT'], processingDays: 2 },
  })
  const changed = await update(creator, _id, { price: 22.5, stock: null })
  expect(changed.body.data).toMatchObject({ title: 'Stoneware cup', price: 22.5, stock: null, imageIds: [image] })
  const page = await api(server).get(`${shown}/${_id}`)
  expect(page.body.data).toMatchObject({
    text: 'Thrown by hand.',
    price: 22.5,
    stock: null,
    file: null,
    isPurchased: false,
    can: { buy: true, edit: false },
  })
  expect(page.body.data).not.toHaveProperty('digitalFileId')
})

test('what does not belong to its type is refused, at the field', async () => {
  const creator = await buildPerformer(server.ctx)
  const file = await buildFile(server.ctx, creator, { purpose: 'product-file' })
  expect(errorsOf(await create(creator, { digitalFileId: file }))).toEqual(['digitalFileId'])
  const digital = { type: 'digital', digitalFileId: file }
  expect(errorsOf(await create(creator, { ...digital, shippingFee: 3 }))).toEqual(['shippingFee'])
  expect(errorsOf(await create(creator, { ...digital, shippingCountries: ['PT'] }))).toEqual(['shippingCountries'])
  expect(errorsOf(await create(creator, { type: 'digital' }))).toEqual(['digitalFileId'])
  const draft = await create(creator, { type: 'digital', status: 'draft' })
  expect(draft.body.data).toMatchObject({ status: 'draft', digitalFileId: null })
  expect(errorsOf(await update(creator, draft.body.data._id, { status: 'published' }))).toEqual(['digitalFileId'])
  expect((await create(creator, { price: 1_000_000 })).body.code).toBe('PRICE_OUT_OF_RANGE')
})

test('another’s files and products can’t be used or changed', async () => {
  const [creator, other] = [await buildPerformer(server.ctx), await buildPerformer(server.ctx)]
  const image = await buildFile(server.ctx, other)
  expect((await create(creator, { imageIds: [image] })).status).toBe(404)
  const { _id } = (await create(other, {})).body.data
  expect((await update(creator, _id, { price: 1 })).status).toBe(404)
  expect((await api(server).as(creator).get(`${own}/${_id}/view`)).status).toBe(404)
  expect((await api(server).as(creator).delete(`${own}/${_id}`)).status).toBe(404)
  expect((await api(server).as(other).get(`${own}/${_id}/view`)).body.data).toMatchObject({ _id })
})

test('the studio lists drafts too, by status, type and words', async () => {
  const creator = await buildPerformer(server.ctx)
  const word = uniqueWord()
  const draft = (await create(creator, { status: 'draft', title: `Draft ${word}` })).body.data._id
  const cup = (await create(creator, {})).body.data._id
  const pattern = (await create(creator, { type: 'digital', status: 'draft' })).body.data._id
  expect(new Set(await idsOf(creator, `${own}/search`))).toEqual(new Set([draft, cup, pattern]))
  expect(await idsOf(creator, `${own}/search?status=published`)).toEqual([cup])
  expect(await idsOf(creator, `${own}/search?q=${word}`)).toEqual([draft])
  expect(await idsOf(creator, `${own}/search?type=digital`)).toEqual([pattern])
})

test('shops are by creator, by tag and by words of title or description, all of them together', async () => {
  const [creator, other] = [await buildPerformer(server.ctx), await buildPerformer(server.ctx)]
  const [word, tag] = [uniqueWord(), uniqueWord()]
  const cup = (await create(creator, { text: `Glazed ${word}`, tags: [tag] })).body.data._id
  const bowl = (await create(creator, { title: `Bowl ${word}` })).body.data._id
  const elsewhere = (await create(other, { title: `Vase ${word}` })).body.data._id
  await create(creator, { title: `Draft ${word}`, status: 'draft', tags: [tag] })
  const of = (query: string) => idsOf(undefined, `${shown}/search?${query}`)
  expect(new Set(await of(`performerId=${creator.id}`))).toEqual(new Set([cup, bowl]))
  expect(await of(`tag=${tag}`)).toEqual([cup])
  expect(new Set(await of(`q=${word}`))).toEqual(new Set([cup, bowl, elsewhere]))
  expect(new Set(await of(`q=${word}&performerId=${creator.id}`))).toEqual(new Set([cup, bowl]))
  expect(await of(`q=${word}&performerId=${creator.id}&tag=${tag}`)).toEqual([cup])
})

test('bookmarked products are listed, without those of who blocks', async () => {
  const [creator, other] = [await buildPerformer(server.ctx), await buildPerformer(server.ctx)]
  const fan = await buildUser(server.ctx)
  const [cup, vase] = [(await create(creator, {})).body.data._id, (await create(other, {})).body.data._id]
  for (const objectId of [cup, vase]) {
    const marked = await api(server).as(fan).post('/reactions', { objectId, objectType: 'product', action: 'bookmark' })
    expect(marked.status, marked.text).toBe(200)
  }
  expect(await idsOf(fan, '/reactions/products/bookmark')).toEqual([vase, cup])
  await buildBlock(server.ctx, other, fan)
  expect(await idsOf(fan, '/reactions/products/bookmark')).toEqual([cup])
})
