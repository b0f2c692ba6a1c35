import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('the list of blocked accounts is read page by page, completely', async () => {
  const fan = await buildUser(server.ctx)
  await sql`WITH many AS (SELECT uuid_v7() AS id, n FROM generate_series(1, 230) n),
      made AS (INSERT INTO accounts (id, role, status, name) SELECT id, 'user', 'active', 'Number ' || n FROM many)
    INSERT INTO blocks (blocker_id, blocked_id, created_at) SELECT ${fan.id}, id, app_now() - make_interval(mins => n / 2) FROM many`.execute(
    server.ctx.db,
  )
  const read = async (query: string) => (await api(server).as(fan).get(`/block/users?pageSize=100&${query}`)).body
  const pages = await Promise.all([1, 2, 3, 4].map((current) => read(`current=${current}`)))
  expect(pages.map(({ data, total }) => [data.length, total])).toEqual([
    [100, 230],
    [100, 230],
    [30, 230],
    [0, 230],
  ])
  const ids = pages.flatMap(({ data }) => data.map((item: { _id: string }) => item._id))
  expect(new Set(ids).size).toBe(230)
  const gone: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { data: { _id: string }[]; nextCursor: string | null } = await read(`cursor=${cursor}`)
    gone.push(...page.data.map((item) => item._id))
    cursor = page.nextCursor
  }
  expect(gone).toEqual(ids)
})
