import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import type { SettingName, SettingValues } from '@fanlight/contract/settings'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { row, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { buildAdmin } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { deleteCaptchas } from './passes.ts'
import { solve, solvedWork } from './testing.ts'

/** A test double for Google's server. */
let google: Server
let verifyRequests: URLSearchParams[] = []
let answer: { status: number; body: object } = { status: 200, body: { success: true } }
let server: TestServer
beforeAll(async () => {
  google = createServer(async (request, response) => {
    verifyRequests.push(new URLSearchParams(await text(request)))
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  })
  await new Promise<void>((done) => google.listen(0, '127.0.0.1', done))
  const { port } = google.address() as AddressInfo
  server = await startTestServer({ env: { RATE_LIMIT_FACTOR: '1', RECAPTCHA_URL: `http://127.0.0.1:${port}` } })
})
let from: string
let tests = 0
beforeEach(async () => {
  from = `198.51.100.${++tests}`
  verifyRequests = []
  answer = { status: 200, body: { success: true } }
  await sql`DELETE FROM settings`.execute(server.ctx.db)
  await set('captchaDifficulty', 40)
})
afterAll(async () => {
  google.close()
  await server.stop()
})

const set = <K extends SettingName>(name: K, value: SettingValues[K]) =>
  server.ctx.settings.set(server.ctx.db, name, value, null)
const form = { name: 'Noor', email: 'noor@example.com', message: 'The lamp on my page is broken.' }
const write = (captcha?: string) => api(server).post('/contact', { ...form, ...(captcha && { captcha }) }, { from })
const verify = (token: string) => api(server).post('/re-captcha/verify', { token }, { from })
const passOf = async () => (await verify(await solvedWork(server.ctx))).body.data.pass as string

describe('a pass', () => {
  test('is not required by default', async () => {
    expect((await write()).status).toBe(200)
  })

  test('is required if the setting is `always`, and is valid for one form', async () => {
    await set('captchaContact', 'always')
    expect(await write()).toMatchObject({ status: 422, body: { code: 'CAPTCHA_REQUIRED', form: 'contact' } })
    const pass = await passOf()
    const both = await Promise.all([write(pass), write(pass)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('is required after many forms from one network in an hour, and no longer an hour later', async () => {
    await set('captchaAfterTries', 2)
    expect([await write(), await write(), await write()].map(({ status }) => status)).toEqual([200, 200, 422])
    expect((await write(await passOf())).status).toBe(200)
    const elsewhere = await api(server).post('/contact', form, { from: '192.0.2.200' })
    expect(elsewhere.status).toBe(200)
    await advanceClock(server.ctx, '61 minutes')
    const { count } = (await row(server.ctx.db, sql<{ count: bigint }>`SELECT count(*) AS count FROM captcha_spent`))!
    expect(count).toBeGreaterThan(0n)
    await deleteCaptchas(server.ctx)
    expect(await row(server.ctx.db, sql`SELECT 1 FROM captcha_spent`)).toBeUndefined()
    from = `198.51.100.${tests}`
    expect((await api(server).post('/contact', form, { from: '192.0.2.201' })).status).toBe(200)
  })

  test('is returned when the form was rejected for another reason', async () => {
    await set('captchaRegister', 'always')
    const pass = await passOf()
    const fan = (username: string) =>
      api(server).post(
        '/auth/users/register',
        {
          name: 'Noor',
          username,
          email: `${username.replace('.', '')}@example.com`,
          password: 'let-the-light-in-twice',
          acceptTerms: true,
          captcha: pass,
        },
        { from },
      )
    expect(await fan('admin')).toMatchObject({ status: 422, body: { code: 'USERNAME_RESERVED' } })
    expect((await fan('noor.lamp')).status).toBe(200)
    expect(await fan('noor.lamp2')).toMatchObject({ status: 422, body: { code: 'CAPTCHA_REQUIRED' } })
  })

  test('is one of ours, and ends after ten minutes', async () => {
    await set('captchaForgot', 'always')
    const forgot = (captcha: string) =>
      api(server).post('/auth/users/forgot', { email: 'a@example.com', captcha }, { from })
    const pass = await passOf()
    const [expires, nonce, signature] = pass.split('.')
    for (const wrong of ['x', `${Number(expires) + 60}.${nonce}.${signature}`])
      expect((await forgot(wrong)).status, wrong).toBe(422)
    await advanceClock(server.ctx, '10 minutes 1 second')
    expect((await forgot(pass)).status).toBe(422)
    expect((await forgot(await passOf())).status).toBe(200)
  })
})

describe('work that a device does', () => {
  test('is set, done and taken once', async () => {
    const { body } = await api(server).get('/re-captcha/challenge', { from })
    expect(body.data.provider).toBe('proof-of-work')
    const token = await solve(body.data.challenge)
    const both = await Promise.all([verify(token), verify(token)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(both.find(({ status }) => status === 422)?.body.code).toBe('CAPTCHA_FAILED')
  })

  test('is refused when it is made up, changed, or too old', async () => {
    const { body } = await api(server).get('/re-captcha/challenge', { from })
    const token = await solve(body.data.challenge)
    const read = () => JSON.parse(Buffer.from(token, 'base64').toString())
    const sent = (change: (payload: ReturnType<typeof read>) => void) => {
      const payload = read()
      change(payload)
      return verify(Buffer.from(JSON.stringify(payload)).toString('base64'))
    }
    const other = (digit: string) => (digit === '0' ? '1' : '0')
    for (const wrong of [
      (payload: any) => (payload.solution.derivedKey = payload.solution.derivedKey.replace(/^./, other)),
      (payload: any) => (payload.challenge.parameters.expiresAt += 600),
      (payload: any) => (payload.challenge.parameters.keyPrefix = '00'),
      (payload: any) => (payload.challenge.parameters.cost = 1),
      (payload: any) => (payload.challenge.signature = payload.challenge.signature.replace(/^./, other)),
      (payload: any) => delete payload.challenge.parameters.keySignature,
    ])
      expect(await sent(wrong)).toMatchObject({ status: 422 })
    expect((await verify('not-a-solution')).status).toBe(422)
    await advanceClock(server.ctx, '10 minutes 1 second')
    expect((await verify(token)).status).toBe(422)
  })
})

describe('reCAPTCHA', () => {
  const useGoogle = async (version: 'recaptcha-v2' | 'recaptcha-v3') => {
    const staff = await buildAdmin(server.ctx, { permissions: ['settings'] })
    const values = { captchaProvider: version, recaptchaSiteKey: 'site-key', recaptchaSecretKey: 'secret key' }
    const saved = await api(server).as(staff).put('/admin/settings', { values, reason: 'Use Google.' })
    expect(saved.status, saved.text).toBe(200)
    return saved
  }

  test('is called with the secret, which is never shown to staff again', async () => {
    const saved = await useGoogle('recaptcha-v2')
    expect(saved.body.data.values.recaptchaSecretKey).toBe('••••••••')
    expect((await api(server).get('/re-captcha/challenge', { from })).body.data).toEqual({
      provider: 'recaptcha-v2',
      siteKey: 'site-key',
    })
    expect((await verify('token-of-google')).status).toBe(200)
    expect(Object.fromEntries(verifyRequests[0]!)).toEqual({
      secret: 'secret key',
      response: 'token-of-google',
      remoteip: from,
    })
    // Valid once here too, whatever Google answers.
    expect((await verify('token-of-google')).status).toBe(422)
    const stored = await row(
      server.ctx.db,
      sql<{ value: string }>`SELECT value::text AS value FROM settings WHERE key = 'recaptchaSecretKey'`,
    )
    expect(stored!.value).not.toContain('secret key')
    const log = await row(
      server.ctx.db,
      sql<{ text: string }>`SELECT after::text AS text FROM audit_log ORDER BY id DESC LIMIT 1`,
    )
    expect(log!.text).not.toMatch(/secret key"/)
  })

  test('is not chosen without its keys', async () => {
    const staff = await buildAdmin(server.ctx, { permissions: ['settings'] })
    const refused = await api(server)
      .as(staff)
      .put('/admin/settings', { values: { captchaProvider: 'recaptcha-v2' }, reason: 'Use Google.' })
    expect(refused).toMatchObject({ status: 422, body: { code: 'CAPTCHA_KEYS_MISSING' } })
  })

  test('rejects the token, or scores it too low', async () => {
    await useGoogle('recaptcha-v3')
    answer = { status: 200, body: { success: false, 'error-codes': ['timeout-or-duplicate'] } }
    expect((await verify('one')).status).toBe(422)
    answer = { status: 200, body: { success: true, score: 0.1 } }
    expect((await verify('two')).status).toBe(422)
    answer = { status: 200, body: { success: true, score: 0.9 } }
    expect((await verify('three')).status).toBe(200)
  })

  test.each([
    ['breaks', { status: 500, body: {} }],
    ['answers something else', { status: 200, body: { hello: 1 } }],
    ['refuses our keys', { status: 200, body: { success: false, 'error-codes': ['invalid-input-secret'] } }],
  ])(
    'that %s is reported clearly, and the proof of work replaces it if the settings allow it',
    async (_how, broken) => {
      await useGoogle('recaptcha-v2')
      await set('captchaWhenDown', 'refuse')
      answer = broken
      expect(await verify(`a ${tests}`)).toMatchObject({
        status: 503,
        body: { code: 'CAPTCHA_UNAVAILABLE', fallsBack: false },
      })
      expect((await api(server).get('/re-captcha/challenge', { from })).body.data.provider).toBe('recaptcha-v2')
      await set('captchaWhenDown', 'proof-of-work')
      expect(await verify(`b ${tests}`)).toMatchObject({ status: 503, body: { fallsBack: true } })
      expect((await verify(await solvedWork(server.ctx))).status).toBe(200)
    },
  )

  test('runs in a frame of its own, which only our pages may embed', async () => {
    expect((await server.app.inject('/api/re-captcha/frame')).statusCode).toBe(404)
    await useGoogle('recaptcha-v2')
    const frame = await server.app.inject('/api/re-captcha/frame')
    expect(frame.statusCode).toBe(200)
    expect(frame.headers['content-security-policy']).toContain("frame-ancestors 'self'")
    expect(frame.payload).toContain('"site-key"')
  })
})
