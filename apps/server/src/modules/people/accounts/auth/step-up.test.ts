import { generate } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { row, rows, sql } from '../../../../platform/db/db.ts'
import { api, type Reply } from '../../../../testing/api.ts'
import { type Built, buildAdmin, buildPerformer, buildSession, buildUser } from '../../../../testing/builders.ts'
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

type Device = { token: string; sessionId: string }
/** The log-in of this device is an hour ago. */
const old = async <T extends Device>(device: T): Promise<T> => {
  await sql`UPDATE sessions SET authenticated_at = app_now() - interval '1 hour' WHERE id = ${device.sessionId}`.execute(
    server.ctx.db,
  )
  return device
}
const codeFor = (secret: string, stepsAhead = 0) =>
  generate({ secret, epoch: Math.floor(server.ctx.clock.now().getTime() / 1000) + 30 * stepsAhead })
const withApp = async (build: () => Promise<Built>) => {
  const who = await build()
  const { secret } = (await api(server).as(who).post('/auth/authenticator')).body.data
  const { recoveryCodes } = (
    await api(server)
      .as(who)
      .put('/auth/authenticator', { code: await codeFor(secret) })
  ).body.data
  // The code of now is used up by setting the app up.
  await advanceClock(server.ctx, '90 seconds')
  await old(who)
  return { who, secret: secret as string, recoveryCodes: recoveryCodes as string[] }
}
const secured = () => withApp(() => buildUser(server.ctx, { password }))
const iban = { accountHolder: 'Noor Legal', bankName: 'Landbank', country: 'DE', currency: 'EUR', version: 0 }
const confirm = (who: Device, stepUpInput: object) => api(server).as(who).post('/auth/confirmation', stepUpInput)

/** Every action that requires step-up authentication, and its effect after it. */
const attempts: Record<string, (who: Built, stepUpInput: object) => Promise<Reply>> = {
  closing: (who, stepUpInput) => api(server).as(who).post('/users/me/closing', stepUpInput),
  'another address': (who, stepUpInput) =>
    api(server)
      .as(who)
      .post('/auth/users/me/email', { email: `new-${who.email}`, ...stepUpInput }),
  'another password': (who, stepUpInput) =>
    api(server)
      .as(who)
      .put('/auth/users/me/password', { password: 'another-lamp-is-lit', ...stepUpInput }),
  'bank details': (who, stepUpInput) =>
    api(server)
      .as(who)
      .put('/performers/banking-settings', { ...iban, iban: 'DE89370400440532013000', ...stepUpInput }),
  'way of payout': (who, stepUpInput) =>
    api(server)
      .as(who)
      .put('/performers/payment-gateway-settings', {
        payoutMethod: 'manual',
        manual: { instructions: 'By cheque' },
        version: 0,
        ...stepUpInput,
      }),
  confirmation: confirm,
}

describe('with a second factor the password alone proves nothing', () => {
  test.each(Object.keys(attempts))('%s', async (what) => {
    const { who, secret } = await withApp(() => buildPerformer(server.ctx, { password }))
    const attempt = attempts[what]!
    expect((await attempt(who, {})).body).toMatchObject({ status: 403, code: 'STEP_UP_NEEDED', password: true })
    const alone = await attempt(who, { currentPassword: password })
    expect(alone.body).toMatchObject({ status: 403, code: 'STEP_UP_NEEDED', methods: ['totp', 'recovery'] })
    const code = await codeFor(secret)
    expect((await attempt(who, { code })).body.code).toBe('STEP_UP_NEEDED')
    const wrong = await attempt(who, { currentPassword: 'not-the-right-one', code })
    expect(['INCORRECT_CREDENTIALS', 'PASSWORD_WRONG']).toContain(wrong.body.code)
    const attempted = await attempt(who, { currentPassword: password, code: '000000' })
    expect(attempted.body).toMatchObject({ status: 422, code: 'CODE_INCORRECT', errors: [{ path: 'code' }] })
    const done = await attempt(who, { currentPassword: password, code })
    expect(done.status, done.text).toBe(200)
  })

  test('removing the second factor itself, and any other change of the locks', async () => {
    const { who, secret } = await secured()
    const me = api(server).as(who)
    for (const [method, path] of [
      ['DELETE', '/auth/authenticator'],
      ['POST', '/auth/recovery-codes'],
      ['POST', '/auth/passkeys/options'],
    ] as const)
      expect((await me.call(method, path)).body.code, path).toBe('CONFIRMATION_REQUIRED')
    expect((await confirm(who, { currentPassword: password })).body.code).toBe('STEP_UP_NEEDED')
    expect((await confirm(who, { currentPassword: password, code: await codeFor(secret) })).status).toBe(200)
    expect((await me.delete('/auth/authenticator')).status).toBe(200)
  })

  test('a fresh session that has never seen it has shown too little', async () => {
    const { who, secret } = await secured()
    const phone = { ...who, ...(await buildSession(server.ctx, who.id)) }
    expect((await attempts['another address']!(phone, {})).body.code).toBe('STEP_UP_NEEDED')
    const confirmation = (await api(server).as(phone).get('/auth/confirmation')).body.data
    expect(confirmation).toEqual({ isFresh: false, password: true, methods: ['totp', 'recovery'], email: null })
    expect((await confirm(phone, { currentPassword: password, code: await codeFor(secret) })).status).toBe(200)
    expect((await api(server).as(phone).get('/auth/confirmation')).body.data.isFresh).toBe(true)
    expect((await attempts['another address']!(phone, {})).status).toBe(200)
  })

  test('a code works once: of two concurrent requests one succeeds, and no other session can use it', async () => {
    const { who, secret } = await secured()
    const phone = await old(await buildSession(server.ctx, who.id))
    const stepUpInput = { currentPassword: password, code: await codeFor(secret) }
    const both = await Promise.all([confirm(who, stepUpInput), confirm(phone, stepUpInput)])
    expect(both.map((entry) => entry.status).sort()).toEqual([200, 422])
    const third = await old(await buildSession(server.ctx, who.id))
    expect((await confirm(third, stepUpInput)).body.code).toBe('CODE_INCORRECT')
  })

  test('a recovery code is accepted once, and its owner is notified', async () => {
    const { who, recoveryCodes } = await secured()
    const stepUpInput = { currentPassword: password, recoveryCode: recoveryCodes[0]!.toLowerCase() }
    expect((await confirm(who, stepUpInput)).status).toBe(200)
    const phone = await old(await buildSession(server.ctx, who.id))
    expect((await confirm(phone, stepUpInput)).body).toMatchObject({
      code: 'CODE_INCORRECT',
      errors: [{ path: 'recoveryCode' }],
    })
    const emails = await rows(
      server.ctx.db,
      sql`SELECT 1 FROM mails WHERE to_address = ${who.email} AND kind = 'recovery_code_used'`,
    )
    expect(emails).toHaveLength(1)
  })

  test('a passkey does, with a challenge that works once and belongs to the account', async () => {
    const fan = await buildUser(server.ctx, { password })
    const me = api(server).as(fan)
    const key = softPasskey()
    const { options } = (await me.post('/auth/passkeys/options')).body.data
    await me.post('/auth/passkeys', { name: 'Key', passkey: key.create(options, { ...at, counter: 5 }) })
    await old(fan)
    const confirmation = (await me.post('/auth/confirmation/passkey')).body.data.options
    const stranger = await buildUser(server.ctx)
    const theirs = (await api(server).as(stranger).post('/auth/confirmation/passkey')).body.data.options
    const signed = (from: typeof confirmation, counter: number) => ({
      currentPassword: password,
      passkey: key.get({ ...from, rpId: confirmation.rpId }, { ...at, counter }),
    })
    expect((await confirm(fan, signed(theirs, 6))).body.code).toBe('PASSKEY_REFUSED')
    const stepUpInput = signed(confirmation, 7)
    expect((await confirm(fan, { ...stepUpInput, currentPassword: 'not-the-right-one' })).status).toBe(401)
    const both = await Promise.all([
      confirm(fan, stepUpInput),
      confirm(await old(await buildSession(server.ctx, fan.id)), stepUpInput),
    ])
    expect(both.map((entry) => entry.status).sort()).toEqual([200, 422])
  })

  test('wrong codes count with wrong passwords', async () => {
    const { who, secret } = await secured()
    for (let n = 0; n < 10; n++)
      expect((await confirm(who, { currentPassword: password, code: `00000${n}` })).body.code).toBe('CODE_INCORRECT')
    const stopped = await confirm(who, { currentPassword: password, code: await codeFor(secret) })
    expect(stopped.status).toBe(429)
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(3000)
  })
})

test('what was shown counts for ten minutes more, in this session alone', async () => {
  const fan = await old(await buildUser(server.ctx, { password }))
  const phone = await old(await buildSession(server.ctx, fan.id))
  // The new password is too short: the step-up authentication already completed is not requested twice.
  const short = { password: 'short', currentPassword: password }
  expect((await api(server).as(fan).put('/auth/users/me/password', short)).status).toBe(422)
  expect((await api(server).as(fan).get('/auth/confirmation')).body.data.isFresh).toBe(true)
  expect((await api(server).as(phone).get('/auth/confirmation')).body.data.isFresh).toBe(false)
  expect((await attempts['another address']!(fan, {})).status).toBe(200)
  await advanceClock(server.ctx, '11 minutes')
  expect((await api(server).as(fan).get('/auth/confirmation')).body.data.isFresh).toBe(false)
})

describe('an account that signs in with another provider', () => {
  const signedInDevice = async (): Promise<Built> => {
    const fan = await buildUser(server.ctx)
    await sql`INSERT INTO provider_identities (provider, subject, account_id) VALUES ('google', ${fan.id}, ${fan.id})`.execute(
      server.ctx.db,
    )
    return old(fan)
  }
  const mailed = async (who: Built): Promise<string> => {
    expect((await api(server).as(who).post('/auth/confirmation/code')).status).toBe(200)
    const { body } = await api(server).get('/mails/outbox?pageSize=100')
    const mail = body.data.find(
      (item: { to: string; kind: string }) => item.to === who.email && item.kind === 'confirm_code',
    )
    return /^\d{6}$/m.exec(mail.text)![0]
  }

  test('and has set up nothing shows a mailed code, which works once', async () => {
    const fan = await signedInDevice()
    const attempt = attempts['closing']!
    expect((await api(server).as(fan).get('/auth/confirmation')).body.data).toEqual({
      isFresh: false,
      password: false,
      methods: [],
      email: fan.email,
    })
    expect((await attempt(fan, {})).body).toMatchObject({ code: 'STEP_UP_NEEDED', email: fan.email })
    expect((await attempt(fan, { currentPassword: 'a-wrong-password' })).body.code).toBe('STEP_UP_NEEDED')
    const code = await mailed(fan)
    const phone = { ...fan, ...(await old(await buildSession(server.ctx, fan.id))) }
    expect((await confirm(phone, { mailedCode: code })).body.code).toBe('CODE_INCORRECT')
    const both = await Promise.all([1, 2].map(() => confirm(fan, { mailedCode: code })))
    // The second request needs no code if the first was finished before it started.
    expect(both.map((entry) => entry.status)).toContain(200)
    expect((await attempt(fan, {})).status).toBe(200)
    await old(fan)
    expect((await confirm(fan, { mailedCode: code })).status).not.toBe(200)
  })

  test('a code expires after ten minutes, or when another is requested', async () => {
    const fan = await signedInDevice()
    const first = await mailed(fan)
    const second = await mailed(fan)
    if (first !== second) expect((await confirm(fan, { mailedCode: first })).body.code).toBe('CODE_INCORRECT')
    await advanceClock(server.ctx, '11 minutes')
    expect((await confirm(fan, { mailedCode: second })).body.code).toBe('CODE_INCORRECT')
  })

  test('emailed codes are limited in number and attempts, and are never stored in plain text', async () => {
    const fan = await signedInDevice()
    const code = await mailed(fan)
    const stored = await row(
      server.ctx.db,
      sql<{ all: string }>`SELECT (SELECT string_agg(t::text, ' ') FROM one_time_tokens t WHERE account_id = ${fan.id})
        || (SELECT string_agg(m.text || m.html, ' ') FROM mails m WHERE to_address = ${fan.email}) AS all`,
    )
    expect(stored!.all).not.toContain(code)
    for (let n = 0; n < 4; n++) await api(server).as(fan).post('/auth/confirmation/code')
    const more = await api(server).as(fan).post('/auth/confirmation/code')
    expect(more.status).toBe(429)
    expect(Number(more.headers['retry-after'])).toBeGreaterThan(0)
    const attempts = Array.from({ length: 12 }, (_, n) => confirm(fan, { mailedCode: String(100_000 + n) }))
    expect((await Promise.all(attempts)).filter((entry) => entry.status === 429).length).toBeGreaterThanOrEqual(2)
  })

  /** Signed in a moment ago, so that an app can be set up. */
  const signedInNow = async () => {
    const fan = await signedInDevice()
    return { ...fan, ...(await buildSession(server.ctx, fan.id)) }
  }

  test('and has a second factor shows that alone', async () => {
    const { who, secret } = await withApp(signedInNow)
    expect((await api(server).as(who).post('/auth/confirmation/code')).body.code).toBe('CODE_NOT_NEEDED')
    expect((await attempts['closing']!(who, { mailedCode: '123456' })).body.code).toBe('STEP_UP_NEEDED')
    expect((await attempts['closing']!(who, { code: await codeFor(secret) })).status).toBe(200)
  })
  test('an account with a password gets no emailed code instead', async () => {
    const fan = await buildUser(server.ctx, { password })
    expect((await api(server).as(fan).post('/auth/confirmation/code')).body.code).toBe('CODE_NOT_NEEDED')
  })
})

test('staff show the same', async () => {
  const { who, secret } = await withApp(() => buildAdmin(server.ctx, { password }))
  expect((await attempts['another address']!(who, { currentPassword: password })).body.code).toBe('STEP_UP_NEEDED')
  const stepUpInput = { currentPassword: password, code: await codeFor(secret) }
  expect((await attempts['another address']!(who, stepUpInput)).status).toBe(200)
})

test('visitors can’t request a code and get no information', async () => {
  for (const [method, path] of [
    ['GET', '/auth/confirmation'],
    ['POST', '/auth/confirmation'],
    ['POST', '/auth/confirmation/code'],
    ['POST', '/auth/confirmation/passkey'],
  ] as const)
    expect((await api(server).call(method, path, method === 'GET' ? {} : { body: {} })).status, path).toBe(401)
})
