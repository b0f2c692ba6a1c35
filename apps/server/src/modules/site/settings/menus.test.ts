import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildAdmin, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

// spec: ui.site

let server: TestServer
let staff: Built
beforeAll(async () => {
  server = await startTestServer()
  staff = await buildAdmin(server.ctx, { permissions: ['content'] })
})
afterAll(() => server.stop())

const write = (menus: object, more: object = {}) =>
  api(server)
    .as(staff)
    .put('/admin/menus', { menus: { header: null, footer: null, ...menus }, reason: 'A test asks for it.', ...more })
const open = async () => {
  await server.ctx.settings.refresh()
  return (await api(server).get('/settings/public')).body.menus
}

test('a new site has the links that ship with the product', async () => {
  expect(await open()).toEqual({ header: null, footer: null })
})

test('staff for content write the menus, which everybody gets in their order', async () => {
  const written = await write({
    footer: [
      { title: 'Press', titles: { 'ja-JP': 'プレス' }, path: '/page/press' },
      { title: 'Shop', path: 'https://shop.example', newTab: true },
    ],
  })
  expect(written.status, written.text).toBe(200)
  expect(await open()).toEqual({
    header: null,
    footer: [
      { title: 'Press', titles: { 'ja-JP': 'プレス' }, path: '/page/press', newTab: false, ordering: 1 },
      { title: 'Shop', titles: {}, path: 'https://shop.example', newTab: true, ordering: 2 },
    ],
  })
  const log = await row(
    server.ctx.db,
    sql<{ actor: string }>`SELECT actor_id AS actor FROM audit_log WHERE action = 'settings.changed'`,
  )
  expect(log?.actor).toBe(staff.id)
  await write({})
  expect(await open()).toEqual({ header: null, footer: null })
})

test.each(['javascript:alert(1)', '//elsewhere.example', '/\\elsewhere.example', '/a" onclick="x', ''])(
  'no link of a menu leads to %j',
  async (path) => expect((await write({ header: [{ title: 'x', path }] })).status).toBe(422),
)

test('of two concurrent changes from the same version, the second is refused', async () => {
  const { version } = (await api(server).as(staff).get('/admin/menus')).body.data
  const both = await Promise.all(
    ['One', 'Two'].map((title) => write({ header: [{ title, path: '/explore' }] }, { version })),
  )
  expect(both.map((entry) => entry.status).sort()).toEqual([200, 409])
})

test('only staff for content write menus', async () => {
  for (const permission of ['support', 'moderation', 'compliance', 'finance', 'settings'] as const) {
    const other = await buildAdmin(server.ctx, { permissions: [permission] })
    expect((await api(server).as(other).get('/admin/menus')).status, permission).toBe(403)
  }
  for (const who of [await buildUser(server.ctx), await buildPerformer(server.ctx)])
    expect((await api(server).as(who).get('/admin/menus')).status).toBe(403)
  expect((await api(server).get('/admin/menus')).status).toBe(401)
})

test('public keys are answered by name, and nothing else is', async () => {
  await server.ctx.settings.set(server.ctx.db, 'stripePublishableKey', 'pk_test_1', null)
  const { status, body } = await api(server).post('/settings/keys', {
    keys: ['stripePublishableKey', 'agoraAppId', 'adminEmail', 'FANLIGHT_SECRET', 'constructor'],
  })
  expect(status).toBe(200)
  expect(body.data).toEqual({ stripePublishableKey: 'pk_test_1' })
  expect((await api(server).post('/settings/keys', { keys: 'stripePublishableKey' })).status).toBe(400)
})
