import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { row, rows, sql } from '../../../../platform/db/db.ts'
import { sha256 } from '../../../../platform/ids.ts'
import { api } from '../../../../testing/api.ts'
import { buildAdmin, buildFollow, buildPerformer, buildSession, buildUser } from '../../../../testing/builders.ts'
import { advanceClock } from '../../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../../testing/server.ts'
import { issue } from './one-time-tokens.ts'
import { digestOf } from './password-hash.ts'
import { solvedWork } from '../../../site/captcha/testing.ts'
import { captchaAttemptsPerHour } from './login-attempts.ts'
import { landing } from './complete-sign-in.ts'
import { liftSuspension, suspend } from '../suspension.ts'

// spec: me.fields, me.avatar-default, follow.ids, token.cookie, login.success

// spec: login.payload, token.login, roles.after-login, error.login, auth.header, password.client-hash
// spec: options.height, options.weight, options.age, options.age-start, options.bodyType, options.ethnicity, options.buttSize
// spec: options.hairColor, options.eyeColor, options.gender, options.orientation

const password = 'a-lamp-in-the-window'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

describe('signing in', () => {
  test('by e-mail address or username, whatever the case; the cookie is the token', async () => {
    const fan = await buildUser(server.ctx, { password, username: 'lamplighter' })
    for (const credentials of [
      { email: fan.email.toUpperCase() },
      { username: 'LampLighter' },
      { email: 'lamplighter' },
    ]) {
      const reply = await api(server).post('/auth/login', { ...credentials, password, remember: true })
      expect(reply.status).toBe(200)
      expect(reply.body.data.redirect).toBe('/home')
      const cookie = reply.cookies['token']!
      expect(cookie).toMatchObject({
        value: reply.body.data.token,
        httpOnly: true,
        sameSite: 'Lax',
        maxAge: 365 * 86_400,
      })
      expect(cookie.secure).toBeUndefined()
      const me = await api(server).get('/users/me', { cookies: { token: cookie.value } })
      expect(me.body.data.username).toBe('lamplighter')
    }
    const forADay = await api(server).post('/auth/login', { email: fan.email, password })
    expect(forADay.cookies['token']!.maxAge).toBe(86_400)
  })

  test('only hashes of tokens are stored', async () => {
    const fan = await buildUser(server.ctx, { password })
    const { token } = (await api(server).post('/auth/login', { email: fan.email, password })).body.data
    expect(Buffer.from(token, 'base64url').length).toBe(32)
    const storedSession = await row(
      server.ctx.db,
      sql<{ n: number }>`SELECT count(*)::int AS n FROM sessions WHERE token_hash = ${sha256(token)}`,
    )
    expect(storedSession!.n).toBe(1)
  })

  test('the requested page is opened only if it is on this site; creators are sent to their profile', async () => {
    const creator = { role: 'performer', username: 'ines', email: 'i@example.com' }
    expect(landing(creator, undefined)).toBe('/ines')
    expect(landing(creator, '/messages?x=1')).toBe('/messages?x=1')
    for (const bad of [
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      'javascript:alert(1)',
      '',
    ])
      expect(landing(creator, bad)).toBe('/ines')
    expect(landing({ role: 'user', username: null, email: 'x' }, '/home')).toBe('/user/account')
    expect(landing({ ...creator, email: null }, undefined)).toBe('/creator/account')
  })

  test('whatever was wrong, the refusal is the same', async () => {
    const fan = await buildUser(server.ctx, { password })
    const withoutPassword = await buildUser(server.ctx)
    const replies = await Promise.all(
      [
        { email: fan.email },
        { email: withoutPassword.email },
        { email: 'missing@example.com' },
        { username: 'missing_here' },
      ].map((who) => api(server).post('/auth/login', { ...who, password: 'not-this-one-at-all' })),
    )
    for (const reply of replies) {
      expect(reply.status).toBe(401)
      const { requestId: _, ...problem } = reply.body
      expect(problem).toEqual({
        type: 'about:blank',
        title: 'INCORRECT_CREDENTIALS',
        status: 401,
        code: 'INCORRECT_CREDENTIALS',
        message: 'Incorrect credentials!',
      })
    }
  })

  test('a browser that hashes first and one that does not are the same to us; old hashes are renewed', async () => {
    const fan = await buildUser(server.ctx, { password })
    const digest = digestOf({ password, hashed: false })
    expect((await api(server).post('/auth/login', { email: fan.email, password: digest, hashed: true })).status).toBe(
      200,
    )
    expect((await api(server).post('/auth/login', { email: fan.email, password: digest })).status).toBe(401)
    const weak = await hash(digest, { algorithm: 2, memoryCost: 8192, timeCost: 1, parallelism: 1 })
    await sql`UPDATE accounts SET password_hash = ${weak} WHERE id = ${fan.id}`.execute(server.ctx.db)
    expect((await api(server).post('/auth/login', { email: fan.email, password })).status).toBe(200)
    const after = await row(
      server.ctx.db,
      sql<{ h: string }>`SELECT password_hash AS h FROM accounts WHERE id = ${fan.id}`,
    )
    expect(after!.h).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await api(server).post('/auth/login', { email: fan.email, password })).status).toBe(200)
  })

  test('ten login attempts an hour over all calls and addresses; the owner’s own device is not locked out', async () => {
    const fan = await buildUser(server.ctx, { password })
    const first = await api(server).post('/auth/login', { email: fan.email, password })
    const device = first.cookies['device']!.value
    const attempts = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        api(server).post(
          '/auth/login',
          {
            [index % 2 ? 'email' : 'username']: index % 2 ? fan.email : fan.username,
            password: `attempt number ${index}`,
          },
          { from: `10.0.0.${index}` },
        ),
      ),
    )
    expect(attempts.filter((attempt) => attempt.status === 401)).toHaveLength(10)
    expect(attempts.filter((attempt) => attempt.body.code === 'CAPTCHA_REQUIRED')).toHaveLength(20)
    expect((await api(server).post('/auth/login', { email: fan.email, password })).body.code).toBe('CAPTCHA_REQUIRED')
    expect(
      (
        await api(server)
          .as(fan)
          .put('/auth/users/me/password', { password: 'another-lamp-there', currentPassword: 'guessing' })
      ).status,
    ).toBe(429)
    expect(
      (await api(server).post('/auth/login', { email: fan.email, password }, { cookies: { device } })).status,
    ).toBe(200)
    // The right password costs no login attempt; a foreign device secret opens nothing.
    expect(
      (await api(server).post('/auth/login', { email: fan.email, password }, { cookies: { device: 'x'.repeat(43) } }))
        .body.code,
    ).toBe('CAPTCHA_REQUIRED')
    await advanceClock(server.ctx, '61 minutes')
    expect((await api(server).post('/auth/login', { email: fan.email, password })).status).toBe(200)
  })

  test('an unknown username is limited in the same way', async () => {
    const replies = await Promise.all(
      Array.from({ length: 12 }, () =>
        api(server).post('/auth/login', { username: 'unknown_username', password: 'whatever it was' }),
      ),
    )
    expect(replies.map((reply) => reply.status).sort()).toEqual([...Array(10).fill(401), 422, 422])
  })

  test('after ten wrong attempts by strangers, the owner logs in on a new device with a captcha or by email', async () => {
    const owner = await buildUser(server.ctx, { password })
    const logIn = (tried: string, captcha?: string) =>
      api(server).post('/auth/login', { email: owner.email, password: tried, ...(captcha && { captcha }) })
    const captcha = async () => {
      const token = await solvedWork(server.ctx)
      return (await api(server).post('/re-captcha/verify', { token })).body.data.pass as string
    }
    const lockOut = async () => {
      for (let at = 0; at < 10; at++) expect((await logIn(`wrong password ${at}`)).status).toBe(401)
      expect((await logIn(password)).body).toMatchObject({ status: 422, code: 'CAPTCHA_REQUIRED' })
    }
    await lockOut()
    // A captcha is one attempt, right or wrong.
    const pass = await captcha()
    expect((await logIn('another wrong one', pass)).body.code).toBe('INCORRECT_CREDENTIALS')
    expect((await logIn(password, pass)).body.code).toBe('CAPTCHA_REQUIRED')
    expect((await logIn(password, 'made up')).body.code).toBe('CAPTCHA_REQUIRED')
    expect((await logIn(password, await captcha())).status).toBe(200)

    // Attempts with captchas are limited, too; the emailed link gives new ones.
    await sql`INSERT INTO sign_in_attempts (bucket, attempted_at)
      VALUES (${sha256(`account:${owner.id}:captcha`)}, array_fill(app_now(), ARRAY[${captchaAttemptsPerHour}::int]))
      ON CONFLICT (bucket) DO UPDATE SET attempted_at = excluded.attempted_at`.execute(server.ctx.db)
    const limited = await logIn(password, await captcha())
    expect(limited.body.code).toBe('TOO_MANY_REQUESTS')
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(3_000)
    const { secret } = await issue(server.ctx, 'reset_password', owner.id)
    const chosen = 'another-lamp-is-lit'
    expect((await api(server).put('/auth/users/reset', { token: secret, password: chosen })).status).toBe(200)
    expect((await logIn(chosen)).status).toBe(200)
  })

  test('a suspended account gets the reason only with the right password; its sessions end at once, and an expired suspension has no effect', async () => {
    const fan = await buildUser(server.ctx, { password })
    await server.ctx.transaction((tx) =>
      suspend(tx, fan.id, 'spam', new Date(server.ctx.clock.now().getTime() + 86_400_000)),
    )
    expect((await api(server).as(fan).get('/users/me')).status).toBe(401)
    expect((await api(server).post('/auth/login', { email: fan.email, password: 'wrong-wrong-wrong' })).body.code).toBe(
      'INCORRECT_CREDENTIALS',
    )
    expect((await api(server).post('/auth/login', { email: fan.email, password })).body).toMatchObject({
      code: 'ACCOUNT_SUSPENDED',
      reason: 'spam',
    })
    await advanceClock(server.ctx, '25 hours')
    expect((await api(server).post('/auth/login', { email: fan.email, password })).status).toBe(200)
    await server.ctx.transaction((tx) => liftSuspension(tx, fan.id))
  })

  test('an unconfirmed address prevents login only while the site requires confirmation', async () => {
    const fan = await buildUser(server.ctx, { password, status: 'pending_email', emailVerified: false })
    await server.ctx.settings.set(server.ctx.db, 'requireEmailVerification', true, null)
    expect((await api(server).post('/auth/login', { email: fan.email, password })).body.code).toBe('EMAIL_NOT_VERIFIED')
    await server.ctx.settings.set(server.ctx.db, 'requireEmailVerification', false, null)
    expect((await api(server).post('/auth/login', { email: fan.email, password })).status).toBe(200)
  })
})

describe('token log-in', () => {
  const own = { origin: 'http://localhost:80', host: 'localhost:80' }
  test('a one-use token becomes the cookie, once, from a page of ours', async () => {
    const fan = await buildUser(server.ctx)
    const { secret } = await issue(server.ctx, 'log_in', fan.id)
    expect((await api(server).post('/auth/token/login', { token: secret })).body.code).toBe('FOREIGN_ORIGIN')
    expect(
      (
        await api(server).post(
          '/auth/token/login',
          { token: secret },
          { headers: { ...own, origin: 'https://evil.example' } },
        )
      ).status,
    ).toBe(403)
    const both = await Promise.all(
      [1, 2].map(() => api(server).post('/auth/token/login', { token: secret }, { headers: own })),
    )
    expect(both.map((entry) => entry.status).sort()).toEqual([200, 401])
    const late = await issue(server.ctx, 'log_in', fan.id)
    await advanceClock(server.ctx, '11 minutes')
    expect((await api(server).post('/auth/token/login', { token: late.secret }, { headers: own })).status).toBe(401)
  })
  test('so does the token of a live session', async () => {
    const fan = await buildUser(server.ctx)
    const reply = await api(server).post(
      '/auth/token/login',
      { token: fan.token, redirect: '/messages' },
      { headers: own },
    )
    expect(reply.body.data).toEqual({ token: fan.token, redirect: '/messages', secondFactor: null })
    expect(reply.cookies['token']!.value).toBe(fan.token)
  })
})

describe('sessions', () => {
  test('are listed and ended one by one or all others at once, but never those of another account', async () => {
    const fan = await buildUser(server.ctx)
    const other = await buildUser(server.ctx)
    const phone = await buildSession(server.ctx, fan.id)
    await buildSession(server.ctx, fan.id)
    const list = await api(server).as(fan).get('/auth/sessions')
    expect(list.body.total).toBe(3)
    expect(list.body.data.filter((item: { current: boolean }) => item.current)).toHaveLength(1)
    expect((await api(server).as(other).delete(`/auth/sessions/${phone.sessionId}`)).status).toBe(404)
    expect((await api(server).as(fan).delete(`/auth/sessions/${phone.sessionId}`)).status).toBe(200)
    expect((await api(server).as(phone).get('/users/me')).status).toBe(401)
    expect((await api(server).as(fan).delete('/auth/sessions')).body.data.ended).toBe(1)
    expect((await api(server).as(fan).get('/auth/sessions')).body.total).toBe(1)
    const out = await api(server).as(fan).post('/auth/logout')
    expect(out.cookies['token']).toMatchObject({ value: '' })
    expect((await api(server).as(fan).get('/users/me')).status).toBe(401)
    const events = await rows(
      server.ctx.db,
      sql<{ n: number }>`SELECT 1 FROM events WHERE topic = 'session.revoked' AND payload ->> 'accountId' = ${fan.id}`,
    )
    expect(events).toHaveLength(3)
  })

  test('are fifty at most: one more ends the oldest and notifies it', async () => {
    const fan = await buildUser(server.ctx, { password })
    await sql`INSERT INTO sessions (account_id, token_hash, remember, created_at, expires_at)
      SELECT ${fan.id}, sha256(${fan.id}::text::bytea || n::text::bytea), true, app_now() - make_interval(hours => n), app_now() + interval '1 day'
      FROM generate_series(1, 51) n`.execute(server.ctx.db)
    const { token } = (await api(server).post('/auth/login', { email: fan.email, password })).body.data
    expect((await api(server, token).get('/auth/sessions')).body.total).toBe(50)
    // Of 53 the new one, the one it was built with and the 48 youngest others are left.
    const ended = await rows(
      server.ctx.db,
      sql<{ hours: number }>`SELECT round(extract(epoch FROM app_now() - created_at) / 3600)::int AS hours FROM sessions
        WHERE account_id = ${fan.id} AND revoked_at IS NOT NULL ORDER BY created_at DESC`,
    )
    expect(ended.map((entry) => entry.hours)).toEqual([49, 50, 51])
    const event = await row(
      server.ctx.db,
      sql<{ n: number }>`SELECT jsonb_array_length(payload -> 'sessionIds') AS n FROM events
        WHERE topic = 'session.revoked' AND payload ->> 'accountId' = ${fan.id} AND payload ->> 'reason' = 'replaced'`,
    )
    expect(event).toEqual({ n: 3 })
  })

  test('note their use at most once a minute, and run out', async () => {
    const fan = await buildUser(server.ctx)
    const seen = async () =>
      (await row(
        server.ctx.db,
        sql<{ at: Date }>`SELECT last_seen_at AS at FROM sessions WHERE id = ${fan.sessionId}`,
      ))!.at.getTime()
    const first = await seen()
    await api(server).as(fan).get('/users/me')
    expect(await seen()).toBe(first)
    await advanceClock(server.ctx, '2 minutes')
    await api(server).as(fan).get('/users/me')
    expect(await seen()).toBeGreaterThan(first)
    await advanceClock(server.ctx, '366 days')
    expect((await api(server).as(fan).get('/users/me')).status).toBe(401)
  })

  test('a write with the cookie needs our own page; a header does not', async () => {
    const fan = await buildUser(server.ctx)
    const cookies = { token: fan.token }
    expect((await api(server).put('/users', { name: 'New' }, { cookies })).body.code).toBe('FOREIGN_ORIGIN')
    expect(
      (
        await api(server).put(
          '/users',
          { name: 'New' },
          { cookies, headers: { origin: 'http://localhost:80', host: 'localhost:80' } },
        )
      ).status,
    ).toBe(200)
    expect((await api(server).as(fan).put('/users', { name: 'New' })).status).toBe(200)
  })
})

describe('me', () => {
  test('of a fan, a creator and staff', async () => {
    const [fan, creator, staff] = [
      await buildUser(server.ctx, { name: 'Noor' }),
      await buildPerformer(server.ctx),
      await buildAdmin(server.ctx),
    ]
    await buildFollow(server.ctx, fan, creator)
    expect((await api(server).as(fan).get('/users/me')).body.data).toEqual({
      _id: fan.id,
      name: 'Noor',
      username: fan.username,
      email: fan.email,
      emailVerified: true,
      avatar: '/no-avatar.svg',
      cover: null,
      isPerformer: false,
      balance: 0,
      unread: { messages: 0 },
      followedIds: [creator.id],
      role: 'user',
      status: 'active',
      permissions: [],
      needsSecondFactor: false,
      termsDue: false,
      locale: 'en-US',
      theme: 'system',
      timezone: 'UTC',
      showPresence: true,
      usernameChangeableAt: null,
    })
    expect((await api(server).as(fan).get('/performers/me')).status).toBe(403)
    const me = (await api(server).as(creator).get('/performers/me')).body.data
    expect(me).toMatchObject({
      isPerformer: true,
      isVerified: true,
      verificationStatus: 'approved',
      gender: 'female',
      stats: { followers: 0 },
    })
    expect(me.age).toBeGreaterThanOrEqual(30)
    expect((await api(server).as(staff).get('/users/me')).body.data.permissions).toEqual(['owner'])
    expect((await api(server).get('/users/me')).status).toBe(401)
  })

  test('a fan changes their account; a username once in 30 days, and never to a former username of another account', async () => {
    const [fan, other] = [await buildUser(server.ctx), await buildUser(server.ctx)]
    const old = fan.username
    const changes = {
      name: 'Mara',
      username: 'Mara.Lind',
      locale: 'ja-JP',
      theme: 'dark',
      timezone: 'Asia/Tokyo',
    }
    const refused = await api(server)
      .as(fan)
      .put('/users', { ...changes, role: 'admin', balance: 5 })
    expect([refused.status, refused.body.errors.map(({ path }: { path: string }) => path)]).toEqual([
      400,
      ['role', 'balance'],
    ])
    const changed = await api(server).as(fan).put('/users', changes)
    expect(changed.body.data).toMatchObject({
      name: 'Mara',
      username: 'mara.lind',
      locale: 'ja-JP',
      theme: 'dark',
      timezone: 'Asia/Tokyo',
      role: 'user',
    })
    expect(changed.body.data.usernameChangeableAt).not.toBeNull()
    expect((await api(server).as(fan).put('/users', { username: 'mara_two' })).body.code).toBe(
      'USERNAME_CHANGED_RECENTLY',
    )
    expect((await api(server).as(fan).put('/users', { username: 'mara.lind', theme: 'light' })).status).toBe(200)
    for (const taken of ['mara.lind', old])
      expect((await api(server).as(other).put('/users', { username: taken })).body.code).toBe('USERNAME_TAKEN')
    for (const reserved of ['admin', 'robots.txt', 'top', 'explore', 'a..b', '...'])
      expect((await api(server).as(other).put('/users', { username: reserved })).body.code).toBe('USERNAME_RESERVED')
    expect((await api(server).as(other).put('/users', { username: 'no spaces' })).status).toBe(422)
    await advanceClock(server.ctx, '31 days')
    expect((await api(server).as(fan).put('/users', { username: old })).body.data.username).toBe(old)
    expect((await api(server).as(fan).put('/users', { timezone: 'Mars/Base' })).status).toBe(422)
    expect((await api(server).as(fan).put('/users', { locale: 'xx-XX' })).status).toBe(422)
  })

  test('two who want the same name at once: one gets it', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => buildUser(server.ctx)))
    const replies = await Promise.all(
      people.map((person) => api(server).as(person).put('/users', { username: 'the_one_name' })),
    )
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
    expect(replies.filter((reply) => reply.body.code === 'USERNAME_TAKEN')).toHaveLength(7)
  })

  test('a creator fills in the profile from the option lists', async () => {
    const creator = await buildPerformer(server.ctx)
    const lists = (await api(server).get('/user-additional')).body.data
    expect(lists.height).toHaveLength(19)
    expect(lists.weight).toHaveLength(22)
    expect(lists.age.map((entry: { value: string }) => entry.value)).toEqual([
      '18_19',
      '20_22',
      '23_25',
      '26_28',
      '29_31',
      '32_34',
      '35_37',
      '38_40',
      '41_43',
      '44_46',
      '47_49',
      'over_50',
    ])
    const values = (name: string) => lists[name].map((list: { value: string }) => list.value)
    expect([values('height')[0], values('height')[1], values('height').at(-2), values('height').at(-1)]).toEqual([
      'under_140',
      '140_142',
      '188_190',
      'over_190',
    ])
    expect([values('weight')[0], values('weight')[1], values('weight').at(-2), values('weight').at(-1)]).toEqual([
      'under_40',
      '40_42',
      '97_99',
      'over_100',
    ])
    expect(values('bodyType')).toEqual([
      'fit',
      'slim',
      'curvy',
      'large',
      'toned',
      'petite',
      'ripped',
      'tanned',
      'runner',
      'swimmer',
      'muscular',
      'gymBody',
    ])
    expect(values('ethnicity')).toEqual([
      'asian',
      'white',
      'latino',
      'hispanic',
      'black or african america',
      'american indian or alaska native',
      'native hawaiian or other pacific islander',
    ])
    expect(values('buttSize')).toEqual(['x-large', 'large', 'medium', 'small'])
    expect(values('hairColor')).toEqual([
      'red',
      'yellow',
      'blond',
      'black',
      'brown',
      'white',
      'brunet',
      'blue',
      'green',
      'pink',
      'ginger',
      'multiColored',
    ])
    expect(values('eyeColor')).toEqual(['blue', 'brown', 'green', 'amber', 'gray', 'hazel', 'red'])
    expect(values('sexualOrientation')).toEqual(['straight', 'lesbian', 'gay', 'bisexual', 'transgender'])
    expect(lists.gender).toEqual([
      { value: 'male', label: 'Male' },
      { value: 'female', label: 'Female' },
      { value: 'transgender', label: 'Trans' },
    ])
    const inJapanese = (await api(server).get('/user-additional', { headers: { 'accept-language': 'ja-JP' } })).body
      .data
    expect(inJapanese.gender[0]).toEqual({ value: 'male', label: '男性' })
    expect(inJapanese.height[0]).toEqual({ value: 'under_140', label: '140 cm 未満' })
    for (const [list, entries] of Object.entries<{ value: string; label: string }[]>(inJapanese))
      expect(entries.map(({ value }) => value)).toEqual(values(list))
    const profile = {
      bio: 'Clay and fire.',
      tagline: 'Pots',
      height: '167_169',
      hairColor: 'multiColored',
      buttSize: 'x-large',
      country: 'pt',
      city: 'Porto',
      languages: ['pt', 'en'],
      links: [{ title: 'Shop', url: 'https://example.com/shop' }],
      categories: ['ceramics'],
      whoMayWrite: 'subscribers',
    }
    const refused = await api(server)
      .as(creator)
      .put('/performers/me', { ...profile, verificationStatus: 'approved', followers: 9 })
    expect([refused.status, refused.body.errors.map(({ path }: { path: string }) => path)]).toEqual([
      400,
      ['verificationStatus', 'followers'],
    ])
    const country = await api(server).as(creator).put('/performers/me', { country: 'ZZ' })
    expect(country).toMatchObject({ status: 422, body: { errors: [{ path: 'country' }] } })
    // spec: roles.separate-calls
    expect(await api(server).as(creator).put('/users', { name: 'Mara' })).toMatchObject({
      status: 403,
      body: { code: 'NOT_ALLOWED' },
    })
    const fan = await buildUser(server.ctx)
    expect((await api(server).as(fan).put('/performers/me', { name: 'Mara' })).status).toBe(403)
    const saved = await api(server).as(creator).put('/performers/me', profile)
    expect(saved.body.data).toMatchObject({ ...profile, country: 'PT', stats: { followers: 0 } })
    expect((await api(server).as(creator).put('/performers/me', { height: null })).body.data.height).toBeNull()
    expect((await api(server).as(creator).put('/performers/me', { height: '1 m' })).status).toBe(400)
    expect(
      (
        await api(server)
          .as(creator)
          .put('/performers/me', { links: [{ title: 'x', url: 'javascript:alert(1)' }] })
      ).status,
    ).toBe(422)
  })
})
