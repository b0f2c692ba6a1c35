import { generate } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { row, rows, sql } from '../../../../platform/db/db.ts'
import { api, type Reply } from '../../../../testing/api.ts'
import { type Built, buildAdmin, buildSession, buildUser } from '../../../../testing/builders.ts'
import { advanceClock } from '../../../../testing/clock.ts'
import { softPasskey } from '../../../../testing/passkey.ts'
import { startTestServer, type TestServer } from '../../../../testing/server.ts'

const password = 'a-lamp-in-the-window'
const at = { origin: 'http://localhost:80' }
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const codeFor = (secret: string, stepsAhead = 0) =>
  generate({ secret, epoch: Math.floor(server.ctx.clock.now().getTime() / 1000) + 30 * stepsAhead })
const logIn = (who: Built, more: object = {}): Promise<Reply> =>
  api(server).post('/auth/login', { email: who.email, password, ...more })
const mailsTo = async (who: Built) =>
  (
    await rows(
      server.ctx.db,
      sql<{
        subject: string
        text: string
      }>`SELECT subject, text FROM mails WHERE to_address = ${who.email} ORDER BY created_at`,
    )
  ).map(({ text }) => text)

/** A fan whose log-in requests a code. */
async function withApp() {
  const fan = await buildUser(server.ctx, { password })
  const me = api(server).as(fan)
  const { secret } = (await me.post('/auth/authenticator')).body.data
  const confirmed = await me.put('/auth/authenticator', { code: await codeFor(secret) })
  expect(confirmed.status).toBe(200)
  return { fan, me, secret: secret as string, recoveryCodes: confirmed.body.data.recoveryCodes as string[] }
}
async function withPasskey() {
  const fan = await buildUser(server.ctx, { password })
  const key = softPasskey()
  const me = api(server).as(fan)
  const { options } = (await me.post('/auth/passkeys/options')).body.data
  const stored = await me.post('/auth/passkeys', {
    name: 'My phone',
    passkey: key.create(options, { ...at, counter: 5 }),
  })
  expect(stored.status).toBe(200)
  return { fan, me, key, stored: stored.body.data }
}
const challengeOf = (reply: Reply): string => reply.body.data.secondFactor.challenge

describe('an authenticator app', () => {
  test('is set up with a code, after which a password alone opens nothing', async () => {
    const { fan, secret, recoveryCodes } = await withApp()
    expect(recoveryCodes).toHaveLength(10)
    const first = await logIn(fan, { remember: true, redirect: '/user/wallet' })
    expect(first.body.data).toMatchObject({ token: null, secondFactor: { methods: ['totp', 'recovery'] } })
    expect(first.cookies['token']).toBeUndefined()
    const wrong = await api(server).post('/auth/second-factor', { challenge: challengeOf(first), code: '000000' })
    expect(wrong.body.code).toBe('CODE_INCORRECT')
    const code = await codeFor(secret, 1)
    const passed = await api(server).post('/auth/second-factor', { challenge: challengeOf(first), code })
    expect(passed.body.data).toMatchObject({ redirect: '/user/wallet', secondFactor: null })
    expect(passed.cookies['token']).toMatchObject({ value: passed.body.data.token, maxAge: 365 * 86_400 })
    expect((await api(server, passed.body.data.token).get('/users/me')).body.data._id).toBe(fan.id)
    expect((await mailsTo(fan)).some((text) => text.includes('authenticator app was added'))).toBe(true)
  })

  test('its code works once, and so does a challenge; of two at once one wins', async () => {
    const { fan, secret } = await withApp()
    const challenges = (await Promise.all([logIn(fan), logIn(fan)])).map(challengeOf)
    const code = await codeFor(secret, 1)
    const raced = await Promise.all(
      challenges.map((challenge) => api(server).post('/auth/second-factor', { challenge, code })),
    )
    expect(raced.map(({ status }) => status).sort()).toEqual([200, 422])
    await advanceClock(server.ctx, '90 seconds')
    const challenge = challengeOf(await logIn(fan))
    const codes = [await codeFor(secret), await codeFor(secret, 1)]
    const twice = await Promise.all(codes.map((code) => api(server).post('/auth/second-factor', { challenge, code })))
    expect(twice.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(['CHALLENGE_SPENT', 'CODE_INCORRECT']).toContain(twice.find(({ status }) => status !== 200)!.body.code)
  })

  test('a challenge ends after five minutes, and with a new password', async () => {
    const { fan, me, secret } = await withApp()
    const late = challengeOf(await logIn(fan))
    const other = challengeOf(await logIn(fan))
    await me.put('/auth/users/me/password', { password: 'another-lamp-entirely', currentPassword: password })
    const code = await codeFor(secret, 1)
    expect((await api(server).post('/auth/second-factor', { challenge: other, code })).body.code).toBe(
      'CHALLENGE_SPENT',
    )
    await advanceClock(server.ctx, '6 minutes')
    expect((await api(server).post('/auth/second-factor', { challenge: late, code })).body.code).toBe('CHALLENGE_SPENT')
  })

  test('ten wrong attempts an hour, passwords and codes together', async () => {
    const { fan, secret, recoveryCodes } = await withApp()
    const challenge = challengeOf(await logIn(fan))
    for (let n = 0; n < 5; n++)
      await api(server).post('/auth/login', { email: fan.email, password: 'not-the-right-one' })
    for (let n = 0; n < 3; n++) await api(server).post('/auth/second-factor', { challenge, code: '111111' })
    const unlike = recoveryCodes[0]!.replace(/^./, (character) => (character === 'A' ? 'B' : 'A'))
    for (let n = 0; n < 2; n++) await api(server).post('/auth/second-factor', { challenge, recoveryCode: unlike })
    const stopped = await api(server).post('/auth/second-factor', { challenge, code: await codeFor(secret, 1) })
    expect(stopped.status).toBe(429)
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(3000)
    // A password takes a captcha now; codes take none.
    expect((await logIn(fan)).body.code).toBe('CAPTCHA_REQUIRED')
  })

  test('the secret is stored encrypted, the codes as hashes', async () => {
    const { fan, secret, recoveryCodes } = await withApp()
    const stored = await row(
      server.ctx.db,
      sql<{
        all: string
      }>`SELECT (SELECT string_agg(a::text, ' ') FROM authenticator_apps a WHERE account_id = ${fan.id})
        || (SELECT string_agg(r::text, ' ') FROM recovery_codes r WHERE account_id = ${fan.id}) AS all`,
    )
    const asHex = (text: string) => Buffer.from(text).toString('hex')
    for (const hidden of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))]) {
      expect(stored!.all).not.toContain(hidden)
      expect(stored!.all).not.toContain(asHex(hidden))
    }
  })

  test('a second one is refused while there is one; a secret that was never confirmed is replaced', async () => {
    const fan = await buildUser(server.ctx)
    const me = api(server).as(fan)
    const old = (await me.post('/auth/authenticator')).body.data.secret
    const { secret, uri } = (await me.post('/auth/authenticator')).body.data
    expect(uri).toContain('otpauth://totp/')
    expect(uri).toContain(encodeURIComponent(fan.email))
    expect((await me.put('/auth/authenticator', { code: await codeFor(old) })).body.code).toBe('CODE_INCORRECT')
    expect((await me.put('/auth/authenticator', { code: await codeFor(secret) })).status).toBe(200)
    expect((await me.post('/auth/authenticator')).body.code).toBe('APP_SET_UP')
    expect((await me.put('/auth/authenticator', { code: await codeFor(secret, 1) })).body.code).toBe('APP_SET_UP')
  })
})

describe('recovery codes', () => {
  test('work once each, however they are typed; new ones replace the old', async () => {
    const { fan, me, recoveryCodes } = await withApp()
    const [first, second] = recoveryCodes as [string, string]
    const challenge = challengeOf(await logIn(fan))
    const typed = first.toLowerCase().replaceAll('-', ' ')
    expect((await api(server).post('/auth/second-factor', { challenge, recoveryCode: typed })).status).toBe(200)
    const again = { challenge: challengeOf(await logIn(fan)), recoveryCode: first }
    expect((await api(server).post('/auth/second-factor', again)).body.code).toBe('CODE_INCORRECT')
    expect((await me.get('/auth/second-factor')).body.data.recoveryCodesLeft).toBe(9)
    expect((await mailsTo(fan)).some((text) => text.includes('recovery code'))).toBe(true)
    const fresh = (await me.post('/auth/recovery-codes')).body.data.recoveryCodes
    expect(fresh).toHaveLength(10)
    const old = { challenge: challengeOf(await logIn(fan)), recoveryCode: second }
    expect((await api(server).post('/auth/second-factor', old)).body.code).toBe('CODE_INCORRECT')
  })

  test('are not made without another factor, and are deleted with the last one', async () => {
    const bare = api(server).as(await buildUser(server.ctx))
    expect((await bare.post('/auth/recovery-codes')).body.code).toBe('SECOND_FACTOR_MISSING')
    const { fan, me } = await withApp()
    expect((await me.delete('/auth/authenticator')).status).toBe(200)
    expect((await me.get('/auth/second-factor')).body.data).toMatchObject({
      authenticatorAddedAt: null,
      recoveryCodesLeft: 0,
    })
    expect((await logIn(fan)).body.data.token).not.toBeNull()
    expect((await mailsTo(fan)).some((text) => text.includes('was removed'))).toBe(true)
  })
})

test('the locks are changed within ten minutes of a log-in, or of showing once more who is there', async () => {
  const { me, fan, secret } = await withApp()
  await advanceClock(server.ctx, '11 minutes')
  for (const refused of [
    await me.delete('/auth/authenticator'),
    await me.post('/auth/recovery-codes'),
    await me.post('/auth/passkeys/options'),
    await me.post('/auth/authenticator'),
  ])
    expect(refused.body).toMatchObject({ status: 403, code: 'CONFIRMATION_REQUIRED' })
  expect((await me.get('/auth/second-factor')).body.data.isFresh).toBe(false)
  expect((await me.post('/auth/confirmation', { currentPassword: password })).body.code).toBe('STEP_UP_NEEDED')
  expect((await me.delete('/auth/authenticator')).status).toBe(403)
  const stepUpInput = { currentPassword: password, code: await codeFor(secret) }
  expect((await me.post('/auth/confirmation', stepUpInput)).status).toBe(200)
  expect((await me.delete('/auth/authenticator')).status).toBe(200)
  // Only the session in which it was confirmed.
  const other = await buildSession(server.ctx, fan.id)
  await advanceClock(server.ctx, '11 minutes')
  await me.post('/auth/confirmation', { currentPassword: password })
  expect((await api(server).as(other).post('/auth/authenticator')).body.code).toBe('CONFIRMATION_REQUIRED')
})

describe('passkeys', () => {
  test('sign in alone, without a username, and as the second step after a password', async () => {
    const { fan, key, stored, me } = await withPasskey()
    expect(stored.recoveryCodes).toHaveLength(10)
    const { options } = (await api(server).post('/auth/passkeys/challenge')).body.data
    expect(options.allowCredentials ?? []).toEqual([])
    const passkey = key.get(options, { ...at, counter: 6 })
    const alone = await api(server).post('/auth/passkeys/login', { passkey, redirect: '/messages' })
    expect(alone.body.data).toMatchObject({ redirect: '/messages', secondFactor: null })
    expect((await api(server, alone.body.data.token).get('/users/me')).body.data._id).toBe(fan.id)
    expect((await api(server).post('/auth/passkeys/login', { passkey })).body.code).toBe('PASSKEY_REFUSED')

    const first = await logIn(fan)
    expect(first.body.data.secondFactor.methods).toEqual(['passkey', 'recovery'])
    const challenge = challengeOf(first)
    const passkeyOptions = (await api(server).post('/auth/second-factor/passkey', { challenge })).body.data.options
    expect(passkeyOptions.allowCredentials).toHaveLength(1)
    const second = key.get(passkeyOptions, { ...at, counter: 7, verified: false })
    expect((await api(server).post('/auth/second-factor', { challenge, passkey: second })).status).toBe(200)
    expect((await me.get('/auth/second-factor')).body.data.passkeys[0].lastUsedAt).not.toBeNull()
  })

  test('what is forged, late, from another site or not verified opens nothing', async () => {
    const { key } = await withPasskey()
    const passkeyOptions = async () => (await api(server).post('/auth/passkeys/challenge')).body.data.options
    const send = async (passkey: object) => (await api(server).post('/auth/passkeys/login', { passkey })).body.code
    const right = { ...at, counter: 9 }
    expect(await send(key.get(await passkeyOptions(), { ...right, origin: 'https://evil.example' }))).toBe(
      'PASSKEY_REFUSED',
    )
    expect(await send(key.get({ ...(await passkeyOptions()), rpId: 'evil.example' }, right))).toBe('PASSKEY_REFUSED')
    expect(await send(key.get(await passkeyOptions(), { ...right, verified: false }))).toBe('PASSKEY_REFUSED')
    expect(await send(key.get({ ...(await passkeyOptions()), challenge: 'A'.repeat(43) }, right))).toBe(
      'PASSKEY_REFUSED',
    )
    expect(await send(softPasskey().get(await passkeyOptions(), right))).toBe('PASSKEY_REFUSED')
    const late = await passkeyOptions()
    await advanceClock(server.ctx, '6 minutes')
    expect(await send(key.get(late, right))).toBe('PASSKEY_REFUSED')
    const forged = key.get(await passkeyOptions(), right) as { response: { signature: string } }
    forged.response.signature = forged.response.signature.replace(/.{6}$/, 'AAAAAA')
    expect(await send(forged)).toBe('PASSKEY_REFUSED')
    expect(await send(key.get(await passkeyOptions(), right))).toBeUndefined()
  })

  test('one whose counter does not rise is a copy: it is rejected, and its owner is notified', async () => {
    const { fan, key } = await withPasskey()
    const use = async (counter: number) => {
      const { options } = (await api(server).post('/auth/passkeys/challenge')).body.data
      return (await api(server).post('/auth/passkeys/login', { passkey: key.get(options, { ...at, counter }) })).status
    }
    expect(await use(8)).toBe(200)
    expect(await use(8)).toBe(422)
    expect(await use(0)).toBe(422)
    expect((await mailsTo(fan)).filter((text) => text.includes('a possible copy'))).toHaveLength(2)
    expect(await use(9)).toBe(200)
    const raced = await Promise.all([use(10), use(10)])
    expect(raced.sort()).toEqual([200, 422])
  })

  test('are named, renamed and removed by their owner alone, and stored once', async () => {
    const { me, stored, key } = await withPasskey()
    const id = stored.passkey._id
    const stranger = api(server).as(await buildUser(server.ctx))
    expect((await stranger.put(`/auth/passkeys/${id}`, { name: 'Mine now' })).status).toBe(404)
    expect((await stranger.delete(`/auth/passkeys/${id}`)).status).toBe(404)
    expect((await me.put(`/auth/passkeys/${id}`, { name: 'Blue key' })).body.data.name).toBe('Blue key')
    const { options } = (await stranger.post('/auth/passkeys/options')).body.data
    const again = await stranger.post('/auth/passkeys', { name: 'x', passkey: key.create(options, at) })
    expect(again.body.code).toBe('PASSKEY_REFUSED')
    // The response to another account's challenge.
    const mine = (await me.post('/auth/passkeys/options')).body.data.options
    const crossed = await stranger.post('/auth/passkeys', { name: 'x', passkey: softPasskey().create(mine, at) })
    expect(crossed.body.code).toBe('PASSKEY_REFUSED')
    expect((await me.delete(`/auth/passkeys/${id}`)).status).toBe(200)
    expect((await me.get('/auth/second-factor')).body.data).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 })
  })
})

test('the last way in stays, also when two passkeys are taken away at once', async () => {
  const fan = await buildUser(server.ctx)
  const me = api(server).as(fan)
  const add = async () => {
    const { options } = (await me.post('/auth/passkeys/options')).body.data
    return (await me.post('/auth/passkeys', { name: 'Key', passkey: softPasskey().create(options, at) })).body.data
      .passkey._id as string
  }
  const first = await add()
  expect((await me.get('/auth/second-factor')).body.data.can).toEqual({ removePasskey: false })
  expect((await me.delete(`/auth/passkeys/${first}`)).body).toMatchObject({ status: 422, code: 'LAST_SIGN_IN' })
  const second = await add()
  expect((await me.get('/auth/second-factor')).body.data.can).toEqual({ removePasskey: true })
  const both = await Promise.all([first, second].map((id) => me.delete(`/auth/passkeys/${id}`)))
  expect(both.map((entry) => entry.status).sort()).toEqual([200, 422])
  expect((await me.get('/auth/second-factor')).body.data.passkeys).toHaveLength(1)
  // A linked provider is a sign-in method, too.
  await sql`INSERT INTO provider_identities (provider, subject, account_id) VALUES ('google', ${fan.id}, ${fan.id})`.execute(
    server.ctx.db,
  )
  const left = (await me.get('/auth/second-factor')).body.data.passkeys[0]._id
  expect((await me.delete(`/auth/passkeys/${left}`)).status).toBe(200)
})

describe('staff', () => {
  test('in production do nothing before they have a second factor, and everything after', async () => {
    const live = await startTestServer({
      env: {
        FANLIGHT_MODE: 'production',
        FANLIGHT_SECRET: '0f1e2d3c4b5a69788796a5b4c3d2e1f0'.repeat(2),
        PUBLIC_URL: 'https://fanlight.example',
        DATABASE_URL: 'postgres://unused',
        RATE_LIMIT_FACTOR: '1',
        SABOTAGE: '',
        LOG_LEVEL: 'fatal',
      },
    })
    try {
      const staff = await buildAdmin(live.ctx, { password, permissions: ['owner'] })
      const login = () => api(live).post('/auth/login', { email: staff.email, password })
      const me = api(live, (await login()).body.data.token)
      expect((await me.get('/users/me')).body.data).toMatchObject({ needsSecondFactor: true, permissions: [] })
      const refused = await me.get('/admin/verifications')
      expect(refused.body).toMatchObject({ status: 403, code: 'SECOND_FACTOR_REQUIRED' })
      expect((await me.get('/auth/second-factor')).body.data.isDemanded).toBe(true)
      const { secret } = (await me.post('/auth/authenticator')).body.data
      const code = await generate({ secret, epoch: Math.floor(live.ctx.clock.now().getTime() / 1000) })
      expect((await me.put('/auth/authenticator', { code })).status).toBe(200)
      expect((await me.get('/admin/verifications')).status).toBe(200)
      // A session from before, opened with a password alone, stays shut out.
      expect((await api(live).as(staff).get('/admin/verifications')).body.code).toBe('SECOND_FACTOR_REQUIRED')
      await me.delete('/auth/authenticator')
      expect((await me.get('/admin/verifications')).body.code).toBe('SECOND_FACTOR_REQUIRED')
    } finally {
      await live.stop()
    }
  })

  test('in demo mode need none', async () => {
    const staff = api(server).as(await buildAdmin(server.ctx))
    expect((await staff.get('/admin/verifications')).status).toBe(200)
    expect((await staff.get('/users/me')).body.data.needsSecondFactor).toBe(false)
  })
})

describe('devices', () => {
  const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

  test('are named after the user agent; a log-in on a new one sends an email, on a known one not', async () => {
    const fan = await buildUser(server.ctx, { password, locale: 'ja-JP' })
    const headers = { 'user-agent': agent }
    const first = await api(server).post('/auth/login', { email: fan.email, password }, { headers })
    const device = first.cookies['device']!.value
    const emailsSent = () =>
      rows(
        server.ctx.db,
        sql<{ text: string }>`SELECT text FROM mails WHERE to_address = ${fan.email} AND kind = 'new_device'`,
      )
    expect((await emailsSent())[0]!.text).toContain('Chrome · Linux')
    await api(server).post('/auth/login', { email: fan.email, password }, { headers, cookies: { device } })
    expect(await emailsSent()).toHaveLength(1)
    const { data } = (await api(server, first.body.data.token).get('/auth/sessions')).body
    expect(data.find((item: { current: boolean }) => item.current).device).toEqual({
      browser: 'Chrome',
      system: 'Linux',
      kind: 'computer',
    })
  })

  test('the first log-in of an account sends no email about a new device', async () => {
    const fan = await buildUser(server.ctx, { password })
    await sql`DELETE FROM sessions WHERE account_id = ${fan.id}`.execute(server.ctx.db)
    await logIn(fan)
    expect(await mailsTo(fan)).toEqual([])
  })

  test('a session is where it was last seen', async () => {
    const fan = await buildUser(server.ctx)
    await advanceClock(server.ctx, '2 minutes')
    await api(server).as(fan).get('/users/me', { from: '81.2.69.142' })
    const { data } = (await api(server).as(fan).get('/auth/sessions')).body
    expect(data[0]).toMatchObject({ address: '81.2.69.142', country: 'GB' })
  })
})
