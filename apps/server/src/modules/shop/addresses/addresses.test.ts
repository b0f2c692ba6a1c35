import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, formOf } from '../../../testing/api.ts'
import { buildPerformer, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const home = {
  name: 'Jamie Rowe',
  line1: '4-2-8 Shibakoen',
  line2: 'Room 12',
  city: 'Minato',
  state: 'Tokyo',
  postalCode: '105-0011',
  country: 'jp',
  phone: '+81 3 1234 5678',
}
const list = async (who: ReturnType<typeof api>, query = '') => (await who.get(`/addresses/search${query}`)).body
const defaults = async (who: ReturnType<typeof api>) =>
  (await list(who)).data
    .filter((item: { isDefault: boolean }) => item.isDefault)
    .map((item: { name: string }) => item.name)

test('the first address becomes the default, and another one replaces it on request', async () => {
  const me = api(server).as(await buildUser(server.ctx))
  expect(await list(me)).toEqual({ data: [], total: 0, nextCursor: null })
  const first = await me.post('/addresses/create', { ...home, isDefault: false })
  expect(first).toMatchObject({ status: 200, body: { data: { ...home, country: 'JP', isDefault: true } } })
  const second = await me.post('/addresses/create', { ...home, name: 'Work' })
  expect(second.body.data.isDefault).toBe(false)
  const { _id, createdAt: _, updatedAt: __, ...work } = second.body.data
  const edited = await me.post(`/addresses/${_id}`, { ...work, city: 'Osaka', isDefault: true })
  expect(edited.body.data).toMatchObject({ _id, city: 'Osaka', isDefault: true })
  expect(await defaults(me)).toEqual(['Work'])
  // No one is left without a default by unticking it.
  expect((await me.put(`/addresses/${_id}`, { ...work, isDefault: false })).body.data.isDefault).toBe(true)
  expect((await list(me)).data.map((item: { name: string }) => item.name)).toEqual(['Work', 'Jamie Rowe'])
  expect((await me.delete(`/addresses/${_id}`)).body).toEqual({ data: { success: true } })
  expect(await defaults(me)).toEqual(['Jamie Rowe'])
})

test('ten addresses at most, also when twelve come at once, and one default among them', async () => {
  const me = api(server).as(await buildPerformer(server.ctx))
  const sent = await Promise.all(
    Array.from({ length: 12 }, (_, n) => me.post('/addresses/create', { ...home, name: `No. ${n}`, isDefault: true })),
  )
  expect(sent.filter((entry) => entry.status === 200)).toHaveLength(10)
  for (const late of sent.filter((entry) => entry.status !== 200))
    expect(late).toMatchObject({ status: 422, body: { code: 'TOO_MANY_ADDRESSES' } })
  expect(await list(me)).toMatchObject({ total: 10, nextCursor: null })
  expect(await defaults(me)).toHaveLength(1)
  const page = await list(me, '?pageSize=6&sortBy=createdAt&sort=asc')
  const rest = await list(me, `?pageSize=6&sortBy=createdAt&sort=asc&cursor=${page.nextCursor}`)
  expect(new Set([...page.data, ...rest.data].map((item: { _id: string }) => item._id)).size).toBe(10)
})

test('the same key stores one address', async () => {
  const me = api(server).as(await buildUser(server.ctx))
  const key = { headers: { 'idempotency-key': 'one-address' } }
  const [first, again] = [await me.post('/addresses/create', home, key), await me.post('/addresses/create', home, key)]
  expect(again.body).toEqual(first.body)
  expect((await list(me)).total).toBe(1)
})

test('the address of another account can’t be read, written or deleted', async () => {
  const owner = api(server).as(await buildUser(server.ctx))
  const other = api(server).as(await buildPerformer(server.ctx))
  const id = (await owner.post('/addresses/create', home)).body.data._id
  expect((await other.put(`/addresses/${id}`, home)).status).toBe(404)
  expect((await other.post(`/addresses/${id}`, home)).status).toBe(404)
  expect((await other.delete(`/addresses/${id}`)).status).toBe(404)
  expect((await list(other)).total).toBe(0)
  expect((await api(server).get('/addresses/search')).status).toBe(401)
  expect((await list(owner)).data[0]).toMatchObject({ _id: id, line1: home.line1 })
})

test('what cannot be an address is refused by its field', async () => {
  const me = api(server).as(await buildUser(server.ctx))
  const refused = async (change: object, path: string) => {
    const reply = await me.post('/addresses/create', { ...home, ...change })
    expect([400, 422], reply.text).toContain(reply.status)
    expect(reply.body.errors.map((error: { path: string }) => error.path)).toContain(path)
  }
  await refused({ name: ' ' }, 'name')
  await refused({ line1: 'x'.repeat(201) }, 'line1')
  await refused({ city: 'Two\nlines' }, 'city')
  await refused({ country: 'Japan' }, 'country')
  await refused({ country: 'QX' }, 'country')
  await refused({ phone: 'call me' }, 'phone')
  expect((await me.post('/addresses/create', { ...home, accountId: 'me' })).status).toBe(400)
  expect((await list(me)).total).toBe(0)
})

test.each([
  ['PUT', 'json'],
  ['PUT', 'form'],
  ['POST', 'json'],
  ['POST', 'form'],
] as const)(
  '%s rewrites an address sent as %s, and refuses fields and countries that do not exist',
  async (method, as) => {
    const me = api(server).as(await buildUser(server.ctx))
    await me.post('/addresses/create', home)
    const { _id } = (await me.post('/addresses/create', { ...home, name: 'Work' })).body.data
    const send = (fields: Record<string, string>) =>
      me.call(method, `/addresses/${_id}`, as === 'json' ? { body: fields } : { form: formOf(fields) })
    const edited = await send({ ...home, city: 'Osaka' })
    expect(edited).toMatchObject({ status: 200, body: { data: { _id, city: 'Osaka', country: 'JP' } } })
    expect(await send({ ...home, country: 'ZZ' })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'country' }] },
    })
    expect(await send({ ...home, planet: 'Earth' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'planet' }] },
    })
  },
)

test('a form makes an address the default, and takes no files', async () => {
  const me = api(server).as(await buildUser(server.ctx))
  await me.post('/addresses/create', home)
  const { _id } = (await me.post('/addresses/create', { ...home, name: 'Work' })).body.data
  const withFile = formOf({ ...home, name: 'Work' }, { photo: Buffer.from('x') })
  expect((await me.call('PUT', `/addresses/${_id}`, { form: withFile })).body.errors).toMatchObject([{ path: 'photo' }])
  const form = formOf({ ...home, name: 'Work', isDefault: 'true' })
  expect((await me.call('PUT', `/addresses/${_id}`, { form })).status).toBe(200)
  expect(await defaults(me)).toEqual(['Work'])
})
