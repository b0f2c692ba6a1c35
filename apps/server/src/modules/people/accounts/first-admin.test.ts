import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rows, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { buildAdmin, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { createAdmin, hasAdmin } from './first-admin.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  await sql`UPDATE accounts SET status = 'closed' WHERE role = 'admin'`.execute(server.ctx.db)
})

const password = 'a-lamp-in-the-window'
let made = 0
const newAdmin = () => ({ email: `owner${++made}@example.com`, username: `owner.${made}`, another: false })

test('the link sets a password, and its owner may do everything', async () => {
  expect(await hasAdmin(server.ctx)).toBe(false)
  const admin = newAdmin()
  const { secret } = (await createAdmin(server.ctx, admin))!
  expect(await hasAdmin(server.ctx)).toBe(true)
  expect((await api(server).post('/auth/login', { email: admin.email, password })).status).toBe(401)
  expect((await api(server).put('/auth/users/reset', { token: secret, password })).status).toBe(200)
  expect((await api(server).put('/auth/users/reset', { token: secret, password })).status).toBe(422)
  const signedIn = await api(server).post('/auth/login', { email: admin.email, password })
  const me = api(server).as(signedIn.body.data.token)
  expect((await me.get('/users/me')).body.data).toMatchObject({ username: admin.username, role: 'admin' })
  expect((await me.get('/admin/verifications')).status).toBe(200)
  const log = await rows(
    server.ctx.db,
    sql<{ after: unknown }>`SELECT after FROM audit_log WHERE action = 'admin.created' ORDER BY id DESC LIMIT 1`,
  )
  expect(log).toEqual([{ after: { username: admin.username, permissions: ['owner'] } }])
})

test('a password typed at the terminal follows the same rules and is stored only as a hash', async () => {
  await expect(createAdmin(server.ctx, { ...newAdmin(), password: 'short' })).rejects.toThrow()
  await expect(createAdmin(server.ctx, { ...newAdmin(), password: 'password1234' })).rejects.toThrow()
  const admin = newAdmin()
  expect(await createAdmin(server.ctx, { ...admin, password })).toBeUndefined()
  expect((await api(server).post('/auth/login', { username: admin.username, password })).status).toBe(200)
})

test('where an owner exists, another one must be requested explicitly', async () => {
  const owner = await buildAdmin(server.ctx, { permissions: ['owner'] })
  await expect(createAdmin(server.ctx, newAdmin())).rejects.toThrow(
    `${owner.username} is already the owner of this site`,
  )
  await createAdmin(server.ctx, { ...newAdmin(), another: true })
})

test('staff without everything are no hindrance', async () => {
  await buildAdmin(server.ctx, { permissions: ['support'] })
  await createAdmin(server.ctx, newAdmin())
})

test('no existing account is taken over', async () => {
  const fan = await buildUser(server.ctx)
  await expect(createAdmin(server.ctx, { ...newAdmin(), email: fan.email })).rejects.toThrow('has an account')
  await expect(createAdmin(server.ctx, { ...newAdmin(), username: fan.username })).rejects.toThrow('is taken')
  await expect(createAdmin(server.ctx, { ...newAdmin(), username: 'support' })).rejects.toThrow('reserved for the site')
  expect(await hasAdmin(server.ctx)).toBe(false)
})

test('of two commands at the same moment one succeeds', async () => {
  const outcomes = await Promise.allSettled([newAdmin(), newAdmin()].map((entry) => createAdmin(server.ctx, entry)))
  expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('staff save their own account like any other user', async () => {
  const staff = api(server).as(await buildAdmin(server.ctx, { permissions: ['moderation'] }))
  const saved = await staff.put('/users', { name: 'Iris', locale: 'ja-JP' })
  expect([saved.status, saved.body.data?.name, saved.body.data?.locale]).toEqual([200, 'Iris', 'ja-JP'])
  expect((await staff.get('/users/me')).body.data).toMatchObject({ name: 'Iris', role: 'admin' })
})
