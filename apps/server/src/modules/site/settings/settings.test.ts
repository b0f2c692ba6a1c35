import { io, type Socket } from 'socket.io-client'
import { declared } from '@fanlight/contract'
import { settingsSchema } from '@fanlight/contract/settings'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadConfig } from '../../../platform/config.ts'
import { openContext } from '../../../platform/context.ts'
import { countryPort } from '../../people/accounts/auth/identify.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { api, formOf } from '../../../testing/api.ts'
import { type Built, buildAdmin, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { deleteUnreferencedFiles } from '../../media/vault/deletion.ts'
import { samples } from '../../media/testing.ts'
import { buildFan } from '../../money/wallet/testing.ts'

const patience = 20_000
let server: TestServer
let staff: Built
const opened: Socket[] = []
beforeAll(async () => {
  server = await startTestServer({ listen: true })
  staff = await buildAdmin(server.ctx, { permissions: ['settings'] })
})
beforeEach(async () => {
  await sql`DELETE FROM settings`.execute(server.ctx.db)
  await server.ctx.settings.refresh()
})
afterEach(() => {
  for (const socket of opened.splice(0)) socket.disconnect()
  vi.restoreAllMocks()
})
afterAll(() => server.stop())

const change = (values: object, more: object = {}) =>
  api(server)
    .as(staff)
    .put('/admin/settings', { values, reason: 'A test asks for it.', ...more })
const view = async () => (await api(server).as(staff).get('/admin/settings')).body.data

test('staff for settings see every setting with its default, and change some of them together', async () => {
  expect(await view()).toMatchObject({ values: { siteName: 'Fanlight', commissionPct: 20 }, changes: [] })
  const changed = await change({ siteName: 'Lantern', volume: 0.5 })
  expect(changed.status, changed.text).toBe(200)
  expect(changed.body.data).toMatchObject({
    values: { siteName: 'Lantern', volume: 0.5 },
    defaults: { siteName: 'Fanlight', volume: 1 },
  })
  expect(changed.body.data.changes.map((change: { name: string }) => change.name).sort()).toEqual([
    'siteName',
    'volume',
  ])
  expect((await api(server).get('/settings/public')).body).toMatchObject({ siteName: 'Lantern', volume: 0.5 })
  const log = await row(
    server.ctx.db,
    sql<{ before: object; after: object; reason: string }>`SELECT before, after, reason FROM audit_log
      WHERE action = 'settings.changed' ORDER BY id DESC LIMIT 1`,
  )
  expect(log).toEqual({
    before: { siteName: 'Fanlight', volume: 1 },
    after: { siteName: 'Lantern', volume: 0.5 },
    reason: 'A test asks for it.',
  })
})

test('a change is all or nothing, and the error names the setting that failed', async () => {
  const refused = await change({ siteName: 'Lantern', volume: 7 })
  expect(refused.status).toBe(422)
  expect(refused.body.errors).toMatchObject([{ path: 'values.volume' }])
  expect((await view()).values.siteName).toBe('Fanlight')
  expect((await change({ noSuchSetting: 1 })).status).toBe(400)
  expect((await change({ siteName: 7 })).status).toBe(400)
  expect(
    (
      await api(server)
        .as(staff)
        .put('/admin/settings', { values: { volume: 0.3 } })
    ).status,
  ).toBe(400)
})

test.each([
  [{ minimumTipPrice: 500, maximumTipPrice: 400 }, 'LIMITS_CROSSED', 'maximumTipPrice'],
  [{ minimumSubscriptionPrice: 301 }, 'LIMITS_CROSSED', 'minimumSubscriptionPrice'],
  [{ defaultLocale: 'sv-SE' }, 'DEFAULT_LOCALE_NOT_OFFERED', 'defaultLocale'],
  [{ supportedLocales: ['ja-JP'] }, 'DEFAULT_LOCALE_NOT_OFFERED', 'supportedLocales'],
  [{ logoUrl: 'image:01999999-0000-7000-8000-000000000000' }, 'IMAGE_NOT_READY', 'logoUrl'],
])('rules about several settings check their new values: %j', async (values, code, path) => {
  const refused = await change(values)
  expect(refused).toMatchObject({ status: 422, body: { code, errors: [{ path }] } })
  expect((await view()).changes).toEqual([])
})

test('the currency stays once money has moved', async () => {
  expect((await change({ currency: 'EUR' })).status).toBe(200)
  await buildFan(server.ctx, 10)
  expect(await change({ currency: 'USD' })).toMatchObject({ status: 422, body: { code: 'CURRENCY_FIXED' } })
  expect((await view()).isCurrencyFixed).toBe(true)
})

test('staff block their own country only after a confirmation', async () => {
  const country = vi.spyOn(countryPort, 'countryOf').mockReturnValue('JP')
  expect(await change({ blockedCountries: ['JP'] })).toMatchObject({
    status: 422,
    body: { code: 'OWN_COUNTRY_BLOCKED', country: 'JP' },
  })
  expect((await change({ blockedCountries: ['KP'] })).status).toBe(200)
  expect((await change({ blockedCountries: ['JP'] }, { confirmOwnCountry: true })).status).toBe(200)
  // Staff still get in, to open it again.
  expect((await change({ blockedCountries: [] })).status).toBe(200)
  country.mockRestore()
})

test('of two concurrent changes from the same version, the second is refused', async () => {
  const { version } = await view()
  const both = await Promise.all([change({ siteName: 'One' }, { version }), change({ siteName: 'Two' }, { version })])
  expect(both.map((entry) => entry.status).sort()).toEqual([200, 409])
})

test('two concurrent changes of a pair of settings are never mixed', async () => {
  await change({ minimumTipPrice: 100, maximumTipPrice: 1000 })
  const both = await Promise.all([change({ minimumTipPrice: 900 }), change({ maximumTipPrice: 200 })])
  expect(both.map((entry) => entry.status).sort()).toEqual([200, 422])
  const { values } = await view()
  expect(values.minimumTipPrice).toBeLessThanOrEqual(values.maximumTipPrice)
})

test('only staff for settings, and owners, read and change them', async () => {
  for (const permission of ['support', 'moderation', 'compliance', 'finance', 'content'] as const) {
    const other = await buildAdmin(server.ctx, { permissions: [permission] })
    expect((await api(server).as(other).get('/admin/settings')).status, permission).toBe(403)
    expect((await api(server).as(other).put('/admin/settings', { values: {}, reason: 'Why not' })).status).toBe(403)
  }
  const owner = await buildAdmin(server.ctx)
  expect((await api(server).as(owner).get('/admin/settings')).status).toBe(200)
  for (const who of [await buildUser(server.ctx), await buildPerformer(server.ctx)])
    expect((await api(server).as(who).get('/admin/settings')).status).toBe(403)
  expect((await api(server).get('/admin/settings')).status).toBe(401)
})

test('a value from before a rule became stricter gives way to the default, and the others count', async () => {
  await sql`INSERT INTO settings (key, value) VALUES ('volume', '"loud"'), ('siteName', '"Lantern"'), ('gone', '1')`.execute(
    server.ctx.db,
  )
  await server.ctx.settings.refresh()
  expect(server.ctx.settings.all()).toMatchObject({ volume: 1, siteName: 'Lantern' })
})

test('the footer text is sanitised when it is stored and when it is sent', async () => {
  await change({ footerContent: '<p onclick="x()">Lantern Ltd.<script>alert(1)</script></p>' })
  expect((await view()).values.footerContent).toBe('<p>Lantern Ltd.</p>')
  await sql`UPDATE settings SET value = '"<p>x</p><script>alert(1)</script>"' WHERE key = 'footerContent'`.execute(
    server.ctx.db,
  )
  await server.ctx.settings.refresh()
  expect((await api(server).get('/settings/public')).body.footerContent).toBe('<p>x</p>')
})

test('every default passes its own rule', () => {
  for (const [name, schema] of Object.entries(settingsSchema.shape))
    expect(() => schema.parse(schema.parse(undefined)), name).not.toThrow()
})

describe('images of the site', () => {
  const send = (use: string, bytes: Buffer) =>
    api(server)
      .as(staff)
      .upload(`/admin/settings/images/${use}`, formOf({}, { image: bytes }))

  test('an uploaded logo is encoded again, becomes a setting, and has a permanent address', async () => {
    const { body } = await send('logo', await samples.png(800, 200))
    expect(await change({ logoUrl: `image:${body.data._id}` })).toMatchObject({ body: { code: 'IMAGE_NOT_READY' } })
    await server.work()
    const saved = await change({ logoUrl: `image:${body.data._id}` })
    expect(saved.status, saved.text).toBe(200)
    const { logoUrl } = (await api(server).get('/settings/public')).body
    expect(logoUrl).toMatch(/^\/media\/[\w-]+\/640\.png$/)
    const shown = await server.app.inject({ method: 'GET', url: logoUrl })
    expect(shown).toMatchObject({ statusCode: 200, headers: { 'content-type': 'image/png' } })
    // It stays while a setting names it.
    await deleteUnreferencedFiles(server.ctx)
    expect(
      await row(server.ctx.db, sql`SELECT unreferenced_since AS since FROM files WHERE id = ${body.data._id}`),
    ).toEqual({
      since: null,
    })
  })

  test('an icon becomes square and keeps its transparency', async () => {
    const { body } = await send('icon', await samples.png(300, 100))
    await server.work()
    expect((await change({ favicon: `image:${body.data._id}` })).status).toBe(200)
    const { favicon } = (await api(server).get('/settings/public')).body
    expect(favicon).toMatch(/\/512\.png$/)
  })

  test('an SVG can contain scripts and is refused', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    expect(await send('logo', svg)).toMatchObject({ status: 415 })
    expect((await change({ logoUrl: 'https://elsewhere.example/logo.png' })).status).toBe(422)
    expect((await change({ logoUrl: '//elsewhere.example/logo.png' })).status).toBe(422)
  })

  test('a user’s own photo can’t be an image of the site', async () => {
    const fan = await buildUser(server.ctx)
    const { body } = await api(server)
      .as(fan)
      .upload('/users/avatar/upload', formOf({}, { avatar: await samples.png(100, 100) }))
    await server.work()
    expect(await change({ logoUrl: `image:${body.data._id}` })).toMatchObject({ body: { code: 'IMAGE_NOT_READY' } })
  })
})

describe('every node and every open page', () => {
  const connect = async (who: Built) => {
    const socket = io(server.url, { transports: ['websocket'], reconnection: false, forceNew: true })
    opened.push(socket)
    const received: [string, Record<string, unknown>][] = []
    socket.onAny((name: string, data: Record<string, unknown>) => received.push([name, data]))
    socket.on('disconnect', () => received.push(['disconnected', {}]))
    await new Promise((done) => socket.on('connect', () => done(undefined)))
    const answer = (await socket.emitWithAck('auth/login', { token: who.token })) as { success: boolean; code?: string }
    return { received, answer, socket }
  }

  test('another process has a change within a second', async () => {
    const other = await openContext(
      loadConfig({ DATA_DIR: server.ctx.config.dataDir, LOG_LEVEL: 'error' }, []),
      server.ownerUrl,
      server.ctx.secret,
    )
    try {
      await change({ siteName: 'Lantern' })
      await vi.waitFor(() => expect(other.settings.get('siteName')).toBe('Lantern'), patience)
    } finally {
      await other.close()
    }
  })

  test('open pages receive the names of changed public settings, and no others', async () => {
    const fan = await connect(await buildUser(server.ctx))
    await change({ siteName: 'Lantern', earningHoldDays: 12 })
    await vi.waitFor(
      () => expect(fan.received).toContainEqual(['settings/changed', expect.objectContaining({ names: ['siteName'] })]),
      patience,
    )
    await change({ earningHoldDays: 13 })
    await change({ siteName: 'Lamp' })
    const changes = () => fan.received.filter(([name]) => name === 'settings/changed').map(([, { names }]) => names)
    await expect.poll(changes).toHaveLength(2)
    expect(changes()).toEqual([['siteName'], ['siteName']])
  })

  test('maintenance is published, closes live connections, and only staff can connect until it ends', async () => {
    const visitor = await buildUser(server.ctx)
    const [fan, admin] = [await connect(visitor), await connect(staff)]
    await change({ maintenanceMode: true })
    await vi.waitFor(() => expect(fan.received.map(([name]) => name)).toContain('disconnected'), patience)
    expect(fan.received).toContainEqual(['system/maintenance', expect.objectContaining({ on: true })])
    expect(admin.received).toContainEqual(['system/maintenance', expect.objectContaining({ on: true })])
    expect(admin.socket.connected).toBe(true)
    const again = await connect(visitor)
    expect(again.answer).toMatchObject({ success: false, code: 'MAINTENANCE' })
    await change({ maintenanceMode: false })
    await vi.waitFor(
      () => expect(admin.received).toContainEqual(['system/maintenance', expect.objectContaining({ on: false })]),
      patience,
    )
    expect((await connect(visitor)).answer.success).toBe(true)
  })

  test('in maintenance every call returns 503 except the few declared open, and staff continue', async () => {
    const fan = await buildUser(server.ctx)
    await change({ maintenanceMode: true })
    const open = new Set(['/health', '/settings/public', '/auth/login', '/auth/logout'])
    // The second step of logging in, and doing it with a passkey.
    const isLogIn = (path: string) => /^\/auth\/(second-factor(\/|$)|passkeys\/(challenge|login))/.test(path)
    for (const { route, method, path } of declared) {
      const reply = await api(server)
        .as(fan)
        .call(method, path.replaceAll(/:\w+/g, '01999999-0000-7000-8000-000000000000'))
      if (!open.has(path) && !isLogIn(path))
        // A reply to HEAD has no body.
        expect(reply, route).toMatchObject({ status: 503, ...(method !== 'HEAD' && { body: { code: 'MAINTENANCE' } }) })
      else expect(reply.body?.code, route).not.toBe('MAINTENANCE')
    }
    expect((await api(server).as(staff).get('/admin/settings')).status).toBe(200)
    expect((await api(server).as(staff).get('/users/me')).status).toBe(200)
  })

  test('in maintenance fans and creators can’t log in, and staff can', async () => {
    const password = 'a-lamp-in-the-window'
    const [fan, creator] = [await buildUser(server.ctx, { password }), await buildPerformer(server.ctx, { password })]
    const admin = await buildAdmin(server.ctx, { password })
    await change({ maintenanceMode: true })
    const logIn = ({ username }: { username: string }, typed = password) =>
      api(server).post('/auth/login', { username, password: typed })
    for (const who of [fan, creator])
      expect(await logIn(who)).toMatchObject({ status: 503, body: { code: 'MAINTENANCE' }, cookies: {} })
    expect((await logIn(fan, 'another-password')).body.code).toBe('INCORRECT_CREDENTIALS')
    expect((await logIn(admin)).status).toBe(200)
  })
})
