import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { api, type Reply } from '../../../testing/api.ts'
import { buildAdmin, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { advanceClock, passMidnight } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { expireOld, yearsSince } from './age-check.ts'

const secret = 'what-only-the-two-know'
let server: TestServer
let provider: Server
/** The result of each check at the provider. */
const outcomes = new Map<string, { state: string; method: string }>()
const requestLog: { path: string; authorization: string; body: string }[] = []
let isDown = false
beforeAll(async () => {
  provider = createServer((request, reply) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      requestLog.push({ path: request.url!, authorization: request.headers.authorization ?? '', body })
      if (isDown) return reply.writeHead(500).end()
      const [, reference] = /^\/checks\/(.+)$/.exec(request.url!) ?? []
      if (reference) return reply.end(JSON.stringify(outcomes.get(reference) ?? { state: 'pending', method: 'face' }))
      const made = `check-${JSON.parse(body).id}`
      reply.end(JSON.stringify({ reference: made, url: `https://ages.example/${made}` }))
    })
  })
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  server = await startTestServer({ env: { AGE_PROVIDER_URL: url, AGE_PROVIDER_SECRET: secret } })
})
beforeEach(async () => {
  isDown = false
  await passMidnight(server.ctx)
  await server.ctx.settings.set(server.ctx.db, 'ageRule', 'self_declared', null)
})
afterAll(async () => {
  provider.close()
  await server.stop()
})

const bornYearsAgo = (years: number, days = 0) => {
  const now = server.ctx.clock.now()
  const born = new Date(Date.UTC(now.getUTCFullYear() - years, now.getUTCMonth(), now.getUTCDate()))
  // On the 29th of February the last who are old enough were born on the 28th.
  if (born.getUTCMonth() !== now.getUTCMonth()) born.setUTCDate(0)
  born.setUTCDate(born.getUTCDate() + days)
  return born.toISOString().slice(0, 10)
}
const adultCreator = async () => {
  const creator = await buildPerformer(server.ctx)
  expect((await api(server).as(creator).put('/performers/me', { isAdult: true })).body.data.isAdult).toBe(true)
  return creator
}
const assuranceIn = (reply: Reply) => reply.cookies['age']!.value

describe('a declaration', () => {
  test('is accepted from the 18th birthday on, and the date is not stored', async () => {
    const creator = await adultCreator()
    const closed = await api(server).get(`/performers/${creator.username}`)
    expect([closed.status, closed.body.code]).toEqual([403, 'AGE_REQUIRED'])
    const birthDate = bornYearsAgo(18)
    const declaration = await api(server).post('/age/declaration', { birthDate })
    expect(declaration.body.data).toMatchObject({
      rule: 'self_declared',
      assurance: 'declared',
      passed: true,
      state: 'passed',
    })
    expect(declaration.cookies['age']).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
    expect(decodeURIComponent(assuranceIn(declaration))).not.toContain(birthDate.slice(0, 4))
    const open = await api(server).get(`/performers/${creator.username}`, {
      cookies: { age: assuranceIn(declaration) },
    })
    expect([open.status, open.headers['rating']]).toEqual([200, 'RTA-5042-1996-1400-1577-RTA'])

    const fan = await buildUser(server.ctx)
    await api(server).as(fan).post('/age/declaration', { birthDate })
    expect((await api(server).as(fan).get(`/performers/${creator.username}`)).status).toBe(200)
    const stored = await rows(
      server.ctx.db,
      sql`SELECT a.*, c.* FROM age_checks c JOIN accounts a ON a.id = c.account_id WHERE a.id = ${fan.id}`,
    )
    expect(JSON.stringify(stored)).not.toContain(birthDate)
  })

  test('a day too young is too young, and no other date is accepted that day', async () => {
    const fan = await buildUser(server.ctx)
    const young = await api(server)
      .as(fan)
      .post('/age/declaration', { birthDate: bornYearsAgo(18, 1) })
    expect([young.status, young.body.code]).toEqual([422, 'TOO_YOUNG'])
    expect((await api(server).as(fan).post('/age/declaration', { birthDate: '1980-01-01' })).body.code).toBe(
      'TOO_YOUNG',
    )
    const visitor = await api(server).post('/age/declaration', { birthDate: bornYearsAgo(12) })
    const again = { cookies: { age: assuranceIn(visitor) } }
    expect((await api(server).post('/age/declaration', { birthDate: '1980-01-01' }, again)).body.code).toBe('TOO_YOUNG')
    expect((await api(server).get('/age', again)).body.data).toMatchObject({ passed: false, state: 'failed' })
    await advanceClock(server.ctx, '25 hours')
    expect((await api(server).as(fan).post('/age/declaration', { birthDate: '1980-01-01' })).status).toBe(200)
  })

  test('expires', async () => {
    const creator = await adultCreator()
    const fan = await buildUser(server.ctx)
    const declaration = await api(server).as(fan).post('/age/declaration', { birthDate: '1980-01-01' })
    await advanceClock(server.ctx, '366 days')
    const again = await api(server).get('/age', { cookies: { age: assuranceIn(declaration) } })
    const fresh = await buildUser(server.ctx)
    expect((await api(server).as(fresh).get(`/performers/${creator.username}`)).status).toBe(403)
    expect(again.body.data).toMatchObject({ passed: false })
    await expireOld(server.ctx)
    const check = await row(
      server.ctx.db,
      sql<{ state: string }>`SELECT state FROM age_checks WHERE account_id = ${fan.id}`,
    )
    expect(check!.state).toBe('expired')
  })

  test('a forged or edited cookie is ignored', async () => {
    const { value } = (await api(server).post('/age/declaration', { birthDate: '1980-01-01' })).cookies['age']!
    const [assurance, until, signature] = value.split('.')
    for (const age of [
      `assured.${until}.${signature}`,
      `${assurance}.${Number(until) + 1}.${signature}`,
      `${assurance}.${until}.${'A'.repeat(22)}`,
      'declared',
      '',
    ])
      expect((await api(server).get('/age', { cookies: { age } })).body.data.passed, age).toBe(false)
  })

  test('is not required of staff, of creators with reviewed documents, and where the rule is off', async () => {
    const creator = await adultCreator()
    for (const who of [await buildAdmin(server.ctx), await buildPerformer(server.ctx), creator])
      expect((await api(server).as(who).get(`/performers/${creator.username}`)).status).toBe(200)
    expect(
      (
        await api(server)
          .as(await buildPerformer(server.ctx, { approved: false }))
          .get(`/performers/${creator.username}`)
      ).status,
    ).toBe(403)
    await server.ctx.settings.set(server.ctx.db, 'ageRule', 'off', null)
    expect((await api(server).get(`/performers/${creator.username}`)).status).toBe(200)
  })

  test('counts years by the calendar', () => {
    const at = (day: string) => new Date(`${day}T12:00:00Z`)
    expect(yearsSince('2008-02-29', at('2026-02-28'))).toBe(17)
    expect(yearsSince('2008-02-29', at('2026-03-01'))).toBe(18)
    expect(yearsSince('2008-12-31', at('2026-12-30'))).toBe(17)
    expect(yearsSince('2008-12-31', at('2026-12-31'))).toBe(18)
  })
})

describe('an age assurance provider', () => {
  const strict = () => server.ctx.settings.set(server.ctx.db, 'ageRule', 'assured', null)
  const begin = async (token?: string) => {
    const begun = await api(server, token).post('/age/checks', { back: '/some.creator' })
    return {
      reference: String(begun.body.data.url).split('/').at(-1)!,
      cookies: { age_check: begun.cookies['age_check']!.value },
    }
  }
  const callback = (body: string, at: number, key = secret) => {
    const signature = createHmac('sha256', key).update(`${at}.${body}`).digest('hex')
    return server.app.inject({
      method: 'POST',
      url: '/api/age/callback',
      payload: body,
      headers: { 'content-type': 'application/json', 'x-signature': `t=${at},v1=${signature}` },
    })
  }
  const seconds = () => Math.floor(server.ctx.clock.now().getTime() / 1000)

  test('a declaration is not enough; a passed check is, once, for the browser that started it', async () => {
    await strict()
    const creator = await adultCreator()
    const declaration = await api(server).post('/age/declaration', { birthDate: '1980-01-01' })
    expect(declaration.body.data.passed).toBe(false)
    const { reference, cookies } = await begin()
    expect(requestLog.at(-1)).toMatchObject({ path: '/checks', authorization: `Bearer ${secret}` })
    expect(JSON.parse(requestLog.at(-1)!.body).returnUrl).toContain('/age?checked=1&back=%2Fsome.creator')
    expect((await api(server).post('/age/checks/result', undefined, { cookies })).body.data).toMatchObject({
      passed: false,
      state: 'pending',
    })
    outcomes.set(reference, { state: 'passed', method: 'photo_id' })
    const done = await api(server).post('/age/checks/result', undefined, { cookies })
    expect(done.body.data).toMatchObject({ passed: true, assurance: 'assured' })
    expect(
      (await api(server).get(`/performers/${creator.username}`, { cookies: { age: assuranceIn(done) } })).status,
    ).toBe(200)
    const stolen = await api(server).post('/age/checks/result', undefined, { cookies })
    expect([stolen.body.data.passed, stolen.cookies['age']]).toEqual([false, undefined])
    const stored = await row(
      server.ctx.db,
      sql<{
        method: string
        state: string
      }>`SELECT method, state FROM age_checks WHERE provider_reference = ${reference}`,
    )
    expect(stored).toEqual({ method: 'photo_id', state: 'passed' })
  })

  test('an account is assured on all devices, also when the webhook comes first, twice and concurrently', async () => {
    await strict()
    const fan = await buildUser(server.ctx)
    const { reference } = await begin(fan.token)
    outcomes.set(reference, { state: 'passed', method: 'face' })
    const body = JSON.stringify({ reference, state: 'failed' })
    const responses = await Promise.all([1, 2, 3].map(() => callback(body, seconds())))
    expect(responses.map((entry) => entry.statusCode)).toEqual([200, 200, 200])
    expect((await api(server).as(fan).get('/age')).body.data).toMatchObject({
      assurance: 'assured',
      passed: true,
      state: 'passed',
    })
  })

  test('a forged, old or unknown webhook changes nothing', async () => {
    await strict()
    const fan = await buildUser(server.ctx)
    const { reference } = await begin(fan.token)
    outcomes.set(reference, { state: 'passed', method: 'face' })
    const body = JSON.stringify({ reference })
    const before = requestLog.length
    expect((await callback(body, seconds(), 'another-secret-than-ours')).statusCode).toBe(400)
    expect((await callback(body, seconds() - 301)).statusCode).toBe(400)
    expect((await callback('{"reference":7}', seconds())).statusCode).toBe(400)
    expect((await callback('not json', seconds())).statusCode).toBe(400)
    expect((await callback('{"reference":"unknown"}', seconds())).statusCode).toBe(200)
    expect(requestLog.length).toBe(before)
    expect((await api(server).as(fan).get('/age')).body.data.passed).toBe(false)
  })

  test('a failed check stays failed; an unreachable provider is reported', async () => {
    await strict()
    const { reference, cookies } = await begin()
    outcomes.set(reference, { state: 'failed', method: 'face' })
    expect((await api(server).post('/age/checks/result', undefined, { cookies })).body.data).toMatchObject({
      passed: false,
      state: 'failed',
    })
    outcomes.set(reference, { state: 'passed', method: 'face' })
    expect((await api(server).post('/age/checks/result', undefined, { cookies })).body.data.passed).toBe(false)
    isDown = true
    const away = await api(server).post('/age/checks', {})
    expect([away.status, away.body.code]).toEqual([503, 'AGE_CHECK_UNAVAILABLE'])
  })
})
