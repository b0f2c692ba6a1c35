import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../../testing/api.ts'
import { type Built, buildBlock, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const find = async (usernames: string[], who?: Built) => {
  const client = who ? api(server).as(who) : api(server)
  return client.get(`/performers/search/mentions?usernames=${usernames.join(',')}`)
}

test('mentions are creators whose pages the viewer may open', async () => {
  const [shown, blocking] = [await buildPerformer(server.ctx), await buildPerformer(server.ctx)]
  const pending = await buildPerformer(server.ctx, { approved: false })
  const suspended = await buildPerformer(server.ctx, { status: 'suspended' })
  const fan = await buildUser(server.ctx)
  await buildBlock(server.ctx, blocking, fan)
  const names = [shown, blocking, pending, suspended, fan].map(({ username }) => username)
  const everyone = await find([...names, 'no_such_name'])
  expect(everyone.body.data.usernames.toSorted()).toEqual([shown.username, blocking.username].toSorted())
  expect((await find(names, fan)).body.data.usernames).toEqual([shown.username])
})

test('some names are looked up together, not any number, and nothing else than names', async () => {
  expect((await find(Array.from({ length: 51 }, (_, at) => `name${at}`))).status).toBe(422)
  expect((await find(['<script>'])).status).toBe(422)
  expect((await find([])).status).toBe(422)
})
