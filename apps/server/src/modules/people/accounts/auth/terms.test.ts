import { io } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadConfig } from '../../../../platform/config.ts'
import { openContext } from '../../../../platform/context.ts'
import { row, rows, sql } from '../../../../platform/db/db.ts'
import { formOf, api } from '../../../../testing/api.ts'
import {
  type Built,
  buildAdmin,
  buildPerformer,
  buildSession,
  buildUnfinished,
  buildUser,
} from '../../../../testing/builders.ts'
import { advanceClock } from '../../../../testing/clock.ts'
import { samples } from '../../../media/testing.ts'
import { carryOutClosings } from '../../../leaving/closing/close-accounts.ts'
import { startTestServer, type TestServer } from '../../../../testing/server.ts'

const [old, present, next] = ['2026-01-31', '2026-06-30', '2026-06-30.2']
const patience = 20_000
let server: TestServer
let staff: Built
beforeAll(async () => {
  server = await startTestServer({ listen: true })
  staff = await buildAdmin(server.ctx)
})
afterAll(() => server.stop())
beforeEach(() => change({ termsVersion: old, termsRequiredFrom: '', termsSummary: {} }))

const change = async (values: object) => {
  const reply = await api(server).as(staff).put('/admin/settings', { values, reason: 'a test' })
  expect(reply.status, reply.text).toBe(200)
}
const accept = (who: { token: string }, version: string) => api(server).as(who).post('/users/me/terms', { version })
const terms = async (who: { token: string }) => (await api(server).as(who).get('/users/me/terms')).body.data
const acceptancesOf = (email: string) =>
  rows(
    server.ctx.db,
    sql<{ version: string; form: string; locale: string }>`SELECT t.version, form, t.locale FROM terms_acceptances t
      JOIN accounts a ON a.id = account_id WHERE email = ${email} ORDER BY t.version`,
  )
const password = 'seven-quiet-lamps'
let people = 0
const newcomer = () => ({
  name: 'Noor',
  username: `terms_${++people}`,
  email: `terms${people}@example.com`,
  password,
})

describe('an account that signs up has accepted the version in force', () => {
  test('as a fan', async () => {
    const form = { ...newcomer(), locale: 'ja-JP', acceptTerms: true }
    await api(server).post('/auth/users/register', form)
    expect(await acceptancesOf(form.email)).toEqual([{ version: old, form: 'fan', locale: 'ja-JP' }])
    const { token } = (await api(server).post('/auth/login', { email: form.email, password })).body.data
    expect(await terms({ token })).toMatchObject({ isDue: false, accepted: { version: old, at: expect.any(String) } })
  })

  test('as a creator', async () => {
    const form = newcomer()
    const documents = { idFront: await samples.png(800, 500), selfieWithId: await samples.png(600, 600) }
    const fields = { legalName: 'Noor Legal', dateOfBirth: '1995-05-05', country: 'DE', gender: 'female' }
    const reply = await api(server).upload('/auth/performers/register', formOf({ ...form, ...fields }, documents))
    expect(reply.status, reply.text).toBe(200)
    expect(await acceptancesOf(form.email)).toEqual([{ version: old, form: 'creator', locale: 'en-US' }])
  })

  test('with another provider, in the step that completes the account', async () => {
    const fan = await buildUnfinished(server.ctx)
    const form = newcomer()
    const finish = () =>
      api(server)
        .as(fan)
        .post('/auth/users/me/completion', { username: form.username, email: form.email, acceptTerms: true })
    expect((await finish()).status).toBe(200)
    expect(await acceptancesOf(form.email)).toEqual([{ version: old, form: 'google', locale: 'en-US' }])
  })

  test('where the site names no version, that it was accepted is written down all the same', async () => {
    await change({ termsVersion: '' })
    const form = { ...newcomer(), acceptTerms: true }
    await api(server).post('/auth/users/register', form)
    expect(await acceptancesOf(form.email)).toMatchObject([{ version: '', form: 'fan' }])
  })
})

/** A user who accepted the previous terms, with newer terms set afterwards. */
async function buildAffected(build: (ctx: TestServer['ctx']) => Promise<Built> = buildUser): Promise<Built> {
  const who = await build(server.ctx)
  await change({ termsVersion: present })
  return who
}

describe('newer terms', () => {
  test.each([
    ['a fan', () => buildUser(server.ctx)],
    ['a creator', () => buildPerformer(server.ctx)],
    ['a creator under review', () => buildPerformer(server.ctx, { approved: false })],
    ['an unverified account', () => buildUser(server.ctx, { status: 'pending_email', emailVerified: false })],
    ['a suspended account', () => buildUser(server.ctx, { status: 'suspended' })],
  ])('%s is answered nothing else before accepting them, not even what visitors may read', async (_who, build) => {
    const who = await buildAffected(build)
    const me = api(server).as(who)
    const shut = [
      '/user/feeds',
      '/auth/sessions',
      '/performers/user/search',
      '/wallet/charges/search',
      '/addresses/search',
    ]
    for (const path of shut)
      expect((await me.get(path)).body, path).toMatchObject({ status: 403, code: 'TERMS_NOT_ACCEPTED' })
    for (const path of ['/auth/socket-ticket', '/follows/x', '/comments'])
      expect((await me.post(path)).body.code, path).toBe('TERMS_NOT_ACCEPTED')
    for (const path of ['/users/me', '/users/me/terms', '/users/me/closing', '/settings/public', '/posts/terms'])
      expect((await me.get(path)).status, path).toBe(200)
    expect((await me.get('/users/me')).body.data.termsDue).toBe(true)
    expect((await accept(who, present)).status).toBe(200)
    expect((await me.get('/auth/sessions')).status).toBe(200)
    expect((await me.get('/users/me')).body.data.termsDue).toBe(false)
  })

  test('are not required of staff, closing accounts and visitors', async () => {
    const leaving = await buildUser(server.ctx)
    await api(server).as(leaving).post('/users/me/closing', {})
    await change({ termsVersion: present })
    expect((await api(server).as(staff).get('/admin/settings')).status).toBe(200)
    expect((await api(server).as(leaving).delete('/users/me/closing')).status).toBe(200)
    expect((await api(server).get('/performers/user/search')).status).toBe(200)
    // A user who cancels the closing has to accept the terms like all others.
    expect((await api(server).as(leaving).get('/auth/sessions')).body.code).toBe('TERMS_NOT_ACCEPTED')
  })

  test('do not prevent closing an account or logging out', async () => {
    const who = await buildAffected()
    expect((await api(server).as(who).post('/users/me/closing', {})).status).toBe(200)
    const other = await buildAffected()
    expect((await api(server).as(other).post('/auth/logout')).status).toBe(200)
  })

  test('are also required by reads that use a cached viewer', async () => {
    const who = await buildUser(server.ctx)
    const read = () => api(server).as(who).get('/user/feeds')
    for (let time = 0; time < 3; time++) expect((await read()).status).toBe(200)
    await change({ termsVersion: present })
    expect((await read()).body.code).toBe('TERMS_NOT_ACCEPTED')
    await accept(who, present)
    for (let time = 0; time < 3; time++) expect((await read()).status).toBe(200)
  })

  test('are accepted in the version that was read, once, however often it is sent', async () => {
    const who = await buildAffected()
    expect((await accept(who, old)).body.code).toBe('CONFLICT')
    expect((await accept(who, 'tomorrow')).status).toBe(422)
    expect((await accept(who, '2026-02-31')).status).toBe(422)
    const both = await Promise.all([1, 2, 3].map(() => accept(who, present)))
    expect(both.map((entry) => entry.status)).toEqual([200, 200, 200])
    expect(await acceptancesOf(who.email)).toEqual([{ version: present, form: 'terms_changed', locale: 'en-US' }])
    await change({ termsVersion: next })
    expect(await terms(who)).toMatchObject({ version: next, isDue: true, accepted: { version: present } })
    // Taken back by staff: what is newer than it was accepted before.
    await change({ termsVersion: old })
    expect(await terms(who)).toMatchObject({ isDue: false })
  })

  test('are required from the day that staff set', async () => {
    const who = await buildUser(server.ctx)
    const inTwoDays = new Date(server.ctx.clock.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10)
    await change({ termsVersion: present, termsRequiredFrom: inTwoDays })
    expect((await api(server).as(who).get('/auth/sessions')).status).toBe(200)
    const early = await buildUser(server.ctx)
    expect((await accept(early, present)).status).toBe(200)
    await advanceClock(server.ctx, '2 days')
    expect((await api(server).as(who).get('/auth/sessions')).body.code).toBe('TERMS_NOT_ACCEPTED')
    expect((await api(server).as(early).get('/auth/sessions')).status).toBe(200)
  })

  test('summarize what has changed, in the reader’s language or the site’s', async () => {
    await change({ termsSummary: { 'en-US': 'Refunds take a day.', ar: 'الاسترداد خلال يوم.' } })
    const read = async (locale: string) => (await terms(await buildUser(server.ctx, { locale }))).summary
    expect(await read('ar')).toEqual({ locale: 'ar', text: 'الاسترداد خلال يوم.' })
    expect(await read('ja-JP')).toEqual({ locale: 'en-US', text: 'Refunds take a day.' })
    await change({ termsSummary: {} })
    expect(await read('ar')).toBeNull()
  })

  test('can’t be dated so far ahead that no later version would be required', async () => {
    for (const termsVersion of ['2126-06-30', 'soon', '2026-13-01', '2026-06-30.1'])
      expect(
        (await api(server).as(staff).put('/admin/settings', { values: { termsVersion }, reason: 'a test' })).status,
        termsVersion,
      ).toBe(422)
  })

  test('another node asks within a second', async () => {
    const other = await openContext(
      loadConfig({ DATA_DIR: server.ctx.config.dataDir, LOG_LEVEL: 'error' }, []),
      server.ownerUrl,
      server.ctx.secret,
    )
    try {
      await change({ termsVersion: present })
      await vi.waitFor(() => expect(other.settings.get('termsVersion')).toBe(present), patience)
    } finally {
      await other.close()
    }
  })
})

describe('a live connection', () => {
  const connect = async (who: Built) => {
    const socket = io(server.url, { transports: ['websocket'], reconnection: false, forceNew: true })
    const received: string[] = []
    socket.onAny((name: string) => received.push(name))
    socket.on('disconnect', () => received.push('disconnected'))
    await new Promise((done) => socket.on('connect', () => done(undefined)))
    const answer = (await socket.emitWithAck('auth/login', { token: who.token })) as { success: boolean }
    return { received, answer, socket, ticket: (token: string) => socket.emitWithAck('auth/login', { token }) }
  }

  test('is disconnected when the terms change and accepted again once they are accepted; staff stay connected', async () => {
    const who = await buildUser(server.ctx)
    const spare = (await api(server).as(who).post('/auth/socket-ticket')).body.data.ticket as string
    const [theirs, admins] = [await connect(who), await connect(staff)]
    await change({ termsVersion: present })
    await vi.waitFor(() => expect(theirs.received).toContain('disconnected'), patience)
    expect(theirs.received).toContain('terms/changed')
    expect(admins.socket.connected).toBe(true)
    const again = await connect(who)
    expect(again.answer.success).toBe(false)
    expect(await again.ticket(spare)).toMatchObject({ success: false })
    await accept(who, present)
    expect((await connect(who)).answer.success).toBe(true)
    for (const { socket } of [admins, again]) socket.disconnect()
  })
})

describe('what was accepted', () => {
  const refused = async (statement: ReturnType<typeof sql>) =>
    expect(server.ctx.transaction((tx) => statement.execute(tx.db))).rejects.toThrow(/append-only|permission denied/)

  test('is never changed and is deleted only with the account, after the thirty days', async () => {
    const who = await buildAffected()
    await accept(who, present)
    await refused(sql`UPDATE terms_acceptances SET version = '' WHERE account_id = ${who.id}`)
    await refused(sql`DELETE FROM terms_acceptances WHERE account_id = ${who.id}`)
    await refused(sql`TRUNCATE terms_acceptances`)
    await api(server).as(who).post('/users/me/closing', {})
    await refused(sql`DELETE FROM terms_acceptances WHERE account_id = ${who.id}`)
    await advanceClock(server.ctx, '30 days')
    await carryOutClosings(server.ctx)
    const left = await row(
      server.ctx.db,
      sql`SELECT 1 FROM terms_acceptances WHERE account_id = ${who.id}
        UNION ALL SELECT 1 FROM accounts WHERE id = ${who.id} AND status <> 'closed'`,
    )
    expect(left).toBeUndefined()
  })

  test('counts on every device of the account', async () => {
    const who = await buildUser(server.ctx)
    const phone = await buildSession(server.ctx, who.id)
    await change({ termsVersion: present })
    await accept(who, present)
    expect((await api(server).as(phone).get('/auth/sessions')).status).toBe(200)
  })
})
