import { io } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rows, sql } from '../../../../platform/db/db.ts'
import { api } from '../../../../testing/api.ts'
import { buildPerformer, buildUnfinished, buildUser } from '../../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: true })
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.ctx.settings.set(server.ctx.db, 'requireEmailVerification', false, null)
  await sql`DELETE FROM mails`.execute(server.ctx.db)
})
let people = 0
const form = (more: object = {}) => ({
  username: `lamp_${++people}`,
  email: `lamp${people}@example.com`,
  acceptTerms: true,
  ...more,
})
const complete = (who: { token: string }, body: object) => api(server).as(who).post('/auth/users/me/completion', body)
const kinds = async (to: string) =>
  (await rows(server.ctx.db, sql<{ kind: string }>`SELECT kind FROM mails WHERE to_address = ${to}`)).map(
    (row) => row.kind,
  )
const tokenIn = async (to: string) => {
  await server.work()
  const { body } = await api(server).get('/mails/outbox', { from: '127.0.0.1' })
  const mail = body.data.find((item: { to: string; kind: string }) => item.to === to && item.kind === 'verify_email')
  return /token=([\w-]+)/.exec(mail.text)![1]!
}

// spec: route.user-account, route.creator-account
test('an unfinished account asks for itself, finishes or leaves, and nothing else, not even what visitors may read', async () => {
  const [fan, creator, post] = [
    await buildUnfinished(server.ctx),
    await buildUnfinished(server.ctx, 'performer'),
    await buildPerformer(server.ctx),
  ]
  expect((await api(server).as(fan).get('/users/me')).body.data).toMatchObject({ username: null, email: null })
  expect((await api(server).as(creator).get('/performers/me')).status).toBe(200)
  for (const path of ['/settings/public', '/user-additional'])
    expect((await api(server).as(fan).get(path)).status).toBe(200)
  const closed = [
    '/auth/sessions',
    '/user/feeds',
    '/performers/user/search',
    `/performers/${post.username}`,
    '/user/feeds',
  ]
  for (const path of closed)
    expect((await api(server).as(fan).get(path)).body, path).toMatchObject({ status: 403, code: 'ACCOUNT_UNFINISHED' })
  expect((await api(server).as(fan).put('/users', { name: 'X' })).body.code).toBe('ACCOUNT_UNFINISHED')
  expect((await api(server).as(fan).post('/auth/socket-ticket')).body.code).toBe('ACCOUNT_UNFINISHED')
  expect((await api(server).as(fan).post('/auth/logout')).status).toBe(200)
})

test('no live connection before the account is finished', async () => {
  const fan = await buildUnfinished(server.ctx)
  const login = () =>
    new Promise<{ success: boolean }>((answered, failed) => {
      const socket = io(server.url, { transports: ['websocket'], forceNew: true, reconnection: false })
      socket.on('connect_error', failed)
      socket.emit('auth/login', { token: fan.token }, (reply: { success: boolean }) => {
        socket.close()
        answered(reply)
      })
    })
  expect(await login()).toMatchObject({ success: false })
  await complete(fan, form())
  expect(await login()).toMatchObject({ success: true })
})

test('with a username and an address it is finished at once; the address is confirmed later', async () => {
  const fan = await buildUnfinished(server.ctx)
  const wanted = form()
  expect((await complete(fan, wanted)).body.data).toEqual({ redirect: '/home' })
  const me = (await api(server).as(fan).get('/users/me')).body.data
  expect(me).toMatchObject({ username: wanted.username, email: wanted.email, emailVerified: false })
  expect((await api(server).as(fan).get('/auth/sessions')).status).toBe(200)
  await api(server).post('/auth/email-verification', { token: await tokenIn(wanted.email) })
  expect((await api(server).as(fan).get('/users/me')).body.data.emailVerified).toBe(true)
  expect((await complete(fan, form())).body.data).toEqual({ redirect: '/home' })
  expect((await api(server).as(fan).get('/users/me')).body.data.username).toBe(wanted.username)
})

test('where addresses have to be proved, it becomes the account’s with the mailed link, once', async () => {
  await server.ctx.settings.set(server.ctx.db, 'requireEmailVerification', true, null)
  const creator = await buildUnfinished(server.ctx, 'performer')
  const wanted = form()
  expect((await complete(creator, wanted)).body.data).toEqual({ redirect: '/creator/account' })
  expect((await api(server).as(creator).get('/users/me')).body.data).toMatchObject({
    username: wanted.username,
    email: null,
  })
  const token = await tokenIn(wanted.email)
  expect((await api(server).post('/auth/email-verification', { token })).status).toBe(200)
  expect((await api(server).post('/auth/email-verification', { token })).body.code).toBe('TOKEN_SPENT')
  expect((await api(server).as(creator).get('/users/me')).body.data).toMatchObject({
    email: wanted.email,
    emailVerified: true,
  })
})

test('a later address replaces the one that was entered before', async () => {
  await server.ctx.settings.set(server.ctx.db, 'requireEmailVerification', true, null)
  const fan = await buildUnfinished(server.ctx)
  const [first, second] = [form(), form()]
  await complete(fan, first)
  const old = await tokenIn(first.email)
  await complete(fan, { email: second.email, acceptTerms: true })
  expect((await api(server).post('/auth/email-verification', { token: old })).body.code).toBe('TOKEN_SPENT')
  await api(server).post('/auth/email-verification', { token: await tokenIn(second.email) })
  expect((await api(server).as(fan).get('/users/me')).body.data.email).toBe(second.email)
})

test.each([false, true])(
  'an address that already has an account (confirmation required: %s) is reported by email only',
  async (needed) => {
    await server.ctx.settings.set(server.ctx.db, 'requireEmailVerification', needed, null)
    const [fan, owner] = [await buildUnfinished(server.ctx), await buildUser(server.ctx)]
    const reply = await complete(fan, form({ email: owner.email.toUpperCase() }))
    expect(reply.body.data).toEqual({ redirect: '/user/account' })
    expect(await kinds(owner.email)).toEqual(['already_registered'])
    expect((await api(server).as(fan).get('/users/me')).body.data.email).toBeNull()
  },
)

test('another user may take the address before the link is opened', async () => {
  await server.ctx.settings.set(server.ctx.db, 'requireEmailVerification', true, null)
  const fan = await buildUnfinished(server.ctx)
  const wanted = form()
  await complete(fan, wanted)
  const token = await tokenIn(wanted.email)
  await buildUser(server.ctx, { email: wanted.email })
  expect((await api(server).post('/auth/email-verification', { token })).body.code).toBe('EMAIL_TAKEN')
})

test.each([
  ['no username', { username: undefined }, 422],
  ['a reserved username', { username: 'admin' }, 422],
  ['no address', { email: undefined }, 422],
  ['no address at all', { email: 'nowhere' }, 422],
  ['terms not accepted', { acceptTerms: false }, 400],
])('%s is refused and leaves the account as it was', async (_what, more, status) => {
  const fan = await buildUnfinished(server.ctx)
  const reply = await complete(fan, form(more))
  expect(reply.status, reply.text).toBe(status)
  expect((await api(server).as(fan).get('/users/me')).body.data).toMatchObject({ username: null, email: null })
})

test('two who want the same name or address at once: one has it', async () => {
  const [a, b] = [await buildUnfinished(server.ctx), await buildUnfinished(server.ctx)]
  const wanted = form()
  const replies = await Promise.all([complete(a, wanted), complete(b, wanted)])
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409])
  const [c, d] = [await buildUnfinished(server.ctx), await buildUnfinished(server.ctx)]
  const email = form().email
  const both = await Promise.all([complete(c, form({ email })), complete(d, form({ email }))])
  expect(both.every((entry) => entry.status === 200 || entry.status === 409)).toBe(true)
  const had = await rows(server.ctx.db, sql`SELECT id FROM accounts WHERE email = ${email}`)
  expect(had).toHaveLength(1)
})
