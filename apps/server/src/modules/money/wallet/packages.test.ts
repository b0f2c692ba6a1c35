import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await sql`DELETE FROM token_packages`.execute(server.ctx.db)
  await sql`INSERT INTO token_packages (name, tokens, bonus, price, position, active) VALUES
    ('Evening', 10000, 0, 1000, 1, true), ('Festival', 100000, 10000, 9000, 3, true), ('Weekend', 50000, 2500, 4550, 2, true),
    ('Withdrawn', 1000, 0, 100, 0, false)`.execute(server.ctx.db)
})
afterAll(() => server.stop())

const names = (reply: { body: { data: { name: string }[] } }) => reply.body.data.map((item) => item.name)

test('packages on offer stand in their order, for visitors too, with what they cost and bring', async () => {
  const reply = await api(server).get('/package/token/search')
  expect(reply.status).toBe(200)
  expect(names(reply)).toEqual(['Evening', 'Weekend', 'Festival'])
  expect(reply.body.total).toBe(3)
  expect(reply.body.data[1]).toMatchObject({ tokens: 500, bonus: 25, price: 45.5, currency: 'USD' })
})

test('they can be sorted and leafed through', async () => {
  expect(names(await api(server).get('/package/token/search?sortBy=price&sort=desc'))).toEqual([
    'Festival',
    'Weekend',
    'Evening',
  ])
  const page = await api(server).get('/package/token/search?pageSize=2')
  expect(names(page)).toEqual(['Evening', 'Weekend'])
  expect(names(await api(server).get('/package/token/search?pageSize=2&current=2'))).toEqual(['Festival'])
  expect((await api(server).get('/package/token/search?sortBy=id')).status).toBe(400)
})
