import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../../../testing/api.ts'
import { buildPerformer, buildUser } from '../../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const check = async (username: string) => (await api(server).get(`/auth/usernames/${username}`)).body.data

test('a form learns whether a username can be taken, and why not', async () => {
  const fan = await buildUser(server.ctx, { username: 'quiet_river' })
  await buildPerformer(server.ctx, { username: 'loud_river' })
  expect(await check('calm_river')).toEqual({ isAvailable: true, code: null })
  // Fans and creators alike, in any spelling: the answer is the same for both.
  for (const name of ['quiet_river', 'loud_river', 'Quiet_River'])
    expect(await check(name)).toEqual({ isAvailable: false, code: 'USERNAME_TAKEN' })
  expect(await check('qu1et_r1ver')).toEqual({ isAvailable: false, code: 'USERNAME_LOOKS_ALIKE' })
  expect(await check('admin')).toEqual({ isAvailable: false, code: 'USERNAME_RESERVED' })
  const own = await api(server).as(fan).get('/auth/usernames/quiet_river')
  expect(own.body.data).toEqual({ isAvailable: true, code: null })
  expect((await api(server).get('/auth/usernames/no')).status).toBeGreaterThanOrEqual(400)
})

test('thirty names in ten minutes are checked for an address, and no more', async () => {
  const strict = await startTestServer({ env: { RATE_LIMIT_FACTOR: '1' } })
  try {
    const statuses = []
    for (let at = 0; at < 31; at++) statuses.push((await api(strict).get(`/auth/usernames/name_${at}`)).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(30)
    expect(statuses.at(-1)).toBe(429)
  } finally {
    await strict.stop()
  }
})
