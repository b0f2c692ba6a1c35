import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, sql } from '../../../platform/db/db.ts'
import { api, formOf } from '../../../testing/api.ts'
import { type Built, buildPerformer } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { samples } from '../../media/testing.ts'
import { buildFile } from '../../content/posts/testing.ts'

let server: TestServer
let creator: Built
beforeAll(async () => {
  server = await startTestServer()
  creator = await buildPerformer(server.ctx)
})
afterAll(() => server.stop())

const own = '/performer/performer-assets/products'
const pdf = Buffer.from('%PDF-1.4\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n')
const send = (
  fields: Record<string, string>,
  files: Record<string, Buffer> = {},
  to = own,
  method: 'POST' | 'PUT' = 'POST',
) =>
  api(server)
    .as(creator)
    .call(method, to, { form: formOf(fields, files) })
const countFiles = async () =>
  (await row(server.ctx.db, sql<{ n: number }>`SELECT count(*)::int AS n FROM files WHERE owner_id = ${creator.id}`))!.n

test('a product is saved from a form with its image and its file, and from JSON', async () => {
  const fields = { type: 'digital', title: 'Glaze book', price: '12.5', stock: '', tags: 'glaze, kiln' }
  const made = await send(fields, { image: await samples.photo(), digitalFile: pdf })
  expect(made.status, made.text).toBe(200)
  expect(made.body.data).toMatchObject({ title: 'Glaze book', price: 12.5, stock: null, tags: ['glaze', 'kiln'] })
  expect(made.body.data.imageIds).toHaveLength(1)
  expect(made.body.data.file).toMatchObject({ name: 'digitalFile.bin', bytes: pdf.length, mime: 'application/pdf' })
  const [before] = made.body.data.imageIds
  const json = await api(server).as(creator).put(`${own}/${made.body.data._id}`, { price: 15 })
  expect(json.body.data).toMatchObject({ price: 15, imageIds: [before] })
})

test('a changed product takes a new image after those that are named', async () => {
  const first = await buildFile(server.ctx, creator)
  const made = await api(server)
    .as(creator)
    .post(own, { type: 'physical', title: 'Mug', price: 30, imageIds: [first], status: 'draft' })
  const changed = await send(
    { imageIds: first, shippingFee: '4.5', processingDays: '5' },
    { image: await samples.photo() },
    `${own}/${made.body.data._id}`,
    'PUT',
  )
  expect(changed.status, changed.text).toBe(200)
  expect(changed.body.data.imageIds).toEqual([first, expect.any(String)])
  expect(changed.body.data.shipping).toMatchObject({ fee: 4.5, processingDays: 5 })
})

test('a form that is refused stores none of its files', async () => {
  const before = await countFiles()
  const image = await samples.photo()
  const refused = async (...given: Parameters<typeof send>) => {
    const { status, body } = await send(...given)
    return [status, body.errors?.[0]?.path]
  }
  expect(await refused({ type: 'digital', title: 'x', price: '12' }, { image })).toEqual([422, 'digitalFileId'])
  expect(await refused({ type: 'digital', title: 'x', price: 'many' }, { image })).toEqual([422, 'price'])
  expect(await refused({ type: 'digital', title: 'x', price: '1e3' }, { image })).toEqual([422, 'price'])
  expect(await refused({ type: 'digital', title: 'x', price: '5' }, { image: pdf, digitalFile: pdf })).toEqual([
    415,
    'image',
  ])
  expect(await refused({ type: 'physical', title: 'x', price: '5' }, { image, digitalFile: pdf })).toEqual([
    422,
    'digitalFileId',
  ])
  expect(await refused({ type: 'physical', title: 'x', price: '5' }, { other: image })).toEqual([400, 'other'])
  expect(await countFiles()).toBe(before)
})
