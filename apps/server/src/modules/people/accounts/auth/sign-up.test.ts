import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { row, rows, sql } from '../../../../platform/db/db.ts'
import { api } from '../../../../testing/api.ts'
import { buildPerformer, buildSession, buildUser } from '../../../../testing/builders.ts'
import { advanceClock } from '../../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../../testing/server.ts'
import { hashesWaitingMax, hashPassword } from './password-hash.ts'

const password = 'a-lamp-in-the-window'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const form = (more: Record<string, unknown> = {}) => {
  const unique = Math.random().toString(36).slice(2, 12)
  return {
    name: 'Noor Vale',
    username: `fan_${unique}`,
    email: `${unique}@example.com`,
    password,
    acceptTerms: true,
    ...more,
  }
}
const mailsTo = (to: string) =>
  rows(
    server.ctx.db,
    sql<{
      kind: string
      text: string
      html: string
      subject: string
      status: string
    }>`SELECT * FROM mails WHERE to_address = ${to} ORDER BY created_at, id`,
  )
/** The secret of the newest link, as the outbox page shows it. */
async function linkSecret(to: string): Promise<string> {
  const outbox = await api(server).get('/mails/outbox?pageSize=100')
  const found = outbox.body.data.find(
    (item: { to: string; text: string }) => item.to === to && item.text.includes('token='),
  )
  return /token=([\w-]+)/.exec(found.text)![1]!
}

describe('signing up as a fan', () => {
  test('makes an account that can sign in, and mails a link that confirms the address once', async () => {
    const filled = form({ locale: 'ja' })
    const reply = await api(server).post('/auth/users/register', filled)
    expect(reply.body).toEqual({ data: { success: true, emailVerificationRequired: false } })
    const [mail] = await mailsTo(filled.email)
    expect(mail).toMatchObject({
      kind: 'verify_email',
      status: 'stored',
      subject: 'メールアドレスの確認をお願いします',
    })
    expect(mail!.text).toContain('token={{secret}}')
    const { token } = (await api(server).post('/auth/login', { email: filled.email, password })).body.data
    expect((await api(server).as(token).get('/users/me')).body.data).toMatchObject({
      emailVerified: false,
      locale: 'ja-JP',
      role: 'user',
    })
    const secret = await linkSecret(filled.email)
    const both = await Promise.all([1, 2, 3].map(() => api(server).post('/auth/email-verification', { token: secret })))
    expect(both.map((entry) => entry.status).sort()).toEqual([200, 422, 422])
    expect((await api(server).as(token).get('/users/me')).body.data.emailVerified).toBe(true)
  })

  test('with an address that has an account answers the same; only its owner learns of it, by mail', async () => {
    const owner = await buildUser(server.ctx)
    const [free, taken] = await Promise.all([
      api(server).post('/auth/users/register', form()),
      api(server).post('/auth/users/register', form({ email: owner.email.toUpperCase() })),
    ])
    expect(taken.status).toBe(free.status)
    expect(taken.body).toEqual(free.body)
    expect(Object.keys(taken.headers).sort()).toEqual(Object.keys(free.headers).sort())
    expect((await mailsTo(owner.email)).map((entry) => entry.kind)).toEqual(['already_registered'])
    for (let index = 0; index < 6; index++) await api(server).post('/auth/users/register', form({ email: owner.email }))
    expect(await mailsTo(owner.email)).toHaveLength(5)
  })

  test('rejects errors that may be shown at once', async () => {
    const fan = await buildUser(server.ctx)
    const code = async (more: Record<string, unknown>) =>
      (await api(server).post('/auth/users/register', form(more))).body.code
    expect(await code({ username: fan.username.toUpperCase() })).toBe('USERNAME_TAKEN')
    expect(await code({ username: 'search' })).toBe('USERNAME_RESERVED')
    expect(await code({ password: 'short' })).toBe('PASSWORD_TOO_SHORT')
    for (const stolen of [
      '1234567890',
      'Password123',
      'sunshine2024',
      'qwertyuiop',
      'aaaaaaaaaaaa',
      'iloveyou123!',
      '9876543210',
      'abcdefghijkl',
    ])
      expect([stolen, await code({ password: stolen })]).toEqual([stolen, 'PASSWORD_BREACHED'])
    for (const [username, named] of [
      ['the_lamplighter', 'the_lamplighter'],
      ['the_lamplighter', 'The Lamplighter 2026'],
      ['lamplit', 'lamplitlamplit'],
      ['another_name', 'FanlightFanlight'],
      ['another_name', 'fanlight-2026!'],
    ])
      expect([named, await code({ username, password: named })]).toEqual([named, 'PASSWORD_IS_NAME'])
    expect(await code({ username: 'lamplit', password: 'lamplit by the window', acceptTerms: false })).toBe(
      'INVALID_INPUT',
    )
    expect(await code({ acceptTerms: false })).toBe('INVALID_INPUT')
    expect(await code({ email: 'no-address' })).toBe('RULE_BROKEN')
    expect(await code({ name: 'two\nlines' })).toBe('RULE_BROKEN')
    const nameless = await api(server).post('/auth/users/register', form({ name: '\u3164 \u200b' }))
    expect([nameless.status, nameless.body.errors]).toEqual([
      422,
      [expect.objectContaining({ path: 'name', code: 'MISSING' })],
    ])
    // A hash is accepted only if browsers are configured to send one: the strength of a hashed password can't be checked.
    expect(await code({ password: 'a'.repeat(64), hashed: true })).toBe('INVALID_INPUT')
  })

  test('ten people who want one name at once: one gets it', async () => {
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => api(server).post('/auth/users/register', form({ username: 'the_wanted' }))),
    )
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, ...Array(9).fill(409)])
  })

  test('while the site asks for it, one signs in only after confirming', async () => {
    await server.ctx.settings.set(server.ctx.db, 'requireEmailVerification', true, null)
    const filled = form({ redirect: '/post/1?from=explore' })
    expect((await api(server).post('/auth/users/register', filled)).body.data.emailVerificationRequired).toBe(true)
    expect((await api(server).post('/auth/login', { email: filled.email, password })).body.code).toBe(
      'EMAIL_NOT_VERIFIED',
    )
    await api(server).post('/auth/email-verification', { email: filled.email })
    expect(await mailsTo(filled.email)).toHaveLength(2)
    // The link that was sent again leads to the wanted page, too.
    const confirmed = await api(server).post('/auth/email-verification', { token: await linkSecret(filled.email) })
    expect(confirmed.body.data).toEqual({ success: true, redirect: '/post/1?from=explore' })
    expect((await api(server).post('/auth/login', { email: filled.email, password })).status).toBe(200)
    for (const redirect of ['//elsewhere.example', 'https://elsewhere.example', '/\\elsewhere.example']) {
      const other = form({ redirect })
      await api(server).post('/auth/users/register', other)
      const reply = await api(server).post('/auth/email-verification', { token: await linkSecret(other.email) })
      expect(reply.body.data.redirect).toBe('')
    }
    await server.ctx.settings.set(server.ctx.db, 'requireEmailVerification', false, null)
  })
})

describe('getting back in', () => {
  test('a mailed link sets a new password once and ends every session', async () => {
    const fan = await buildUser(server.ctx, { password })
    const phone = await buildSession(server.ctx, fan.id)
    const [there, gone] = await Promise.all([
      api(server).post('/auth/users/forgot', { email: fan.email }),
      api(server).post('/auth/users/forgot', { email: 'missing@example.com' }),
    ])
    expect(there.body).toEqual(gone.body)
    const secret = await linkSecret(fan.email)
    expect((await api(server).put('/auth/users/reset', { token: secret, password: '1234567890' })).body.code).toBe(
      'PASSWORD_BREACHED',
    )
    const tries = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        api(server).put('/auth/users/reset', { token: secret, password: `new-lamp-number-${index}` }),
      ),
    )
    expect(tries.filter((otherTry) => otherTry.status === 200)).toHaveLength(1)
    expect(tries.filter((otherTry) => otherTry.body.code === 'TOKEN_SPENT')).toHaveLength(7)
    const winner = tries.findIndex((otherTry) => otherTry.status === 200)
    for (const { token } of [fan, phone]) expect((await api(server).as(token).get('/users/me')).status).toBe(401)
    expect((await api(server).post('/auth/login', { email: fan.email, password })).status).toBe(401)
    expect(
      (await api(server).post('/auth/login', { email: fan.email, password: `new-lamp-number-${winner}` })).status,
    ).toBe(200)
    expect((await mailsTo(fan.email)).map((entry) => entry.kind)).toEqual([
      'reset_password',
      'password_changed',
      'new_device',
    ])
  })

  test('a link is valid for half an hour, and five are sent an hour at most', async () => {
    const fan = await buildUser(server.ctx, { password })
    for (let index = 0; index < 7; index++) await api(server).post('/auth/users/forgot', { email: fan.email })
    expect(await mailsTo(fan.email)).toHaveLength(5)
    const secret = await linkSecret(fan.email)
    await advanceClock(server.ctx, '31 minutes')
    expect(
      (await api(server).put('/auth/users/reset', { token: secret, password: 'a-wholly-new-lamp' })).body.code,
    ).toBe('TOKEN_SPENT')
  })

  test('changing the password needs the present one or a fresh log-in, and signs other devices out', async () => {
    const fan = await buildUser(server.ctx, { password })
    const phone = await buildSession(server.ctx, fan.id)
    const next = 'a-second-lamp-lit'
    expect(
      (await api(server).as(fan).put('/auth/users/me/password', { password: next, currentPassword: 'not this at all' }))
        .body,
    ).toMatchObject({
      status: 401,
      code: 'INCORRECT_CREDENTIALS',
      errors: [{ path: 'currentPassword' }],
    })
    expect(
      (
        await api(server)
          .as(fan)
          .put('/auth/users/me/password', { password: next, currentPassword: password, source: 'user' })
      ).status,
    ).toBe(200)
    expect((await api(server).as(phone).get('/users/me')).status).toBe(401)
    expect((await api(server).as(fan).get('/users/me')).status).toBe(200)
    expect((await api(server).as(fan).put('/auth/users/me/password', { password: 'a-third-lamp-lit!' })).status).toBe(
      200,
    )
    await advanceClock(server.ctx, '11 minutes')
    expect(
      (await api(server).as(fan).put('/auth/users/me/password', { password: 'a-fourth-lamp-lit' })).body.code,
    ).toBe('INCORRECT_CREDENTIALS')
    const creator = await buildPerformer(server.ctx, { password })
    expect(
      (
        await api(server)
          .as(creator)
          .put('/auth/performers/me/password', { password: next, currentPassword: password, source: 'performer' })
      ).status,
    ).toBe(200)
    expect((await api(server).as(fan).put('/auth/performers/me/password', { password: next })).status).toBe(403)
  })

  test('no secret of an email is stored in plain text', async () => {
    const fan = await buildUser(server.ctx)
    await api(server).post('/auth/users/forgot', { email: fan.email })
    const secret = await linkSecret(fan.email)
    const found = await row(
      server.ctx.db,
      sql<{ n: number }>`SELECT count(*)::int AS n FROM mails WHERE (text || html || subject) LIKE ${`%${secret}%`}`,
    )
    expect(found!.n).toBe(0)
  })
})

test('too many passwords at once are refused, not queued without end', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: hashesWaitingMax + 40 }, (_, index) => hashPassword({ password: `p${index}`, hashed: false })),
  )
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.every((entry) => entry.reason.code === 'OVERLOADED')).toBe(true)
})

test('the outbox is for this machine and staff, in demo mode', async () => {
  expect((await api(server).get('/mails/outbox', { from: '203.0.113.9' })).status).toBe(404)
  expect((await api(server).get('/mails/outbox', { headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(404)
  expect((await api(server).get('/mails/outbox')).status).toBe(200)
})
