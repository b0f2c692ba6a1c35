import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { row, sql } from '../../../../platform/db/db.ts'
import { api, type Reply } from '../../../../testing/api.ts'
import { buildAdmin, buildSession, buildUser } from '../../../../testing/builders.ts'
import { type GooglePeer, type Person, startGoogle } from '../../../../testing/peers/google.ts'
import { startTwitter, type TwitterPeer } from '../../../../testing/peers/twitter.ts'
import { startTestServer, type TestServer } from '../../../../testing/server.ts'

let server: TestServer
let google: GooglePeer
let twitter: TwitterPeer
beforeAll(async () => {
  ;[google, twitter] = [await startGoogle(), await startTwitter()]
  server = await startTestServer({ env: { ...google.env, ...twitter.env, LOG_LEVEL: 'silent' } })
})
afterAll(async () => {
  await server.stop()
  await Promise.all([google.stop(), twitter.stop()])
})

let people = 0
const person = (more: Partial<Person> = {}): Person => ({ sub: `1${++people}00`, name: 'Noor Abe', ...more })
const owner = (more: Partial<Person> = {}) => {
  const profile = person(more)
  return { email: `noor${profile.sub}@gmail.com`, email_verified: true, ...profile }
}

type Jar = Record<string, string>
/** The cookies of a browser after a response. */
const jarOf = (reply: Reply, before: Jar = {}): Jar => {
  const jar = { ...before }
  for (const [name, { value }] of Object.entries(reply.cookies)) {
    if (value) jar[name] = value
    else delete jar[name]
  }
  return jar
}
const begin = async (provider: 'google' | 'twitter', options: object = {}, cookies: Jar = {}) => {
  const reply = await api(server).post(`/auth/${provider}/login`, options, { cookies })
  expect(reply.status, reply.text).toBe(200)
  return { url: reply.body.data.url as string, jar: jarOf(reply, cookies), reply }
}
const finish = (answer: object, cookies: Jar) => api(server).post('/auth/google/token', answer, { cookies })
const viaGoogle = async (person: Person, options: object = {}) => {
  const { url, jar } = await begin('google', options)
  return finish(google.consent(url, person), jar)
}
const viaTwitter = async (person: { userId: string; screenName: string }, options: object = {}) => {
  const { url, jar } = await begin('twitter', options)
  return api(server).post('/auth/twitter/callback', twitter.allow(url, person), { cookies: jar })
}
const tap = (credential: string, more: object = {}, cookies: Jar = {}, headers: Record<string, string> = {}) =>
  api(server).post('/auth/google/token', { credential, ...more }, { cookies, headers })
const me = async (reply: Reply) => (await api(server).as(reply.body.data.token).get('/users/me')).body.data
const count = async (table: 'accounts' | 'sessions' | 'provider_identities') =>
  (await row(server.ctx.db, sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql.ref(table)}`))!.n

describe('a new person', () => {
  test('signs up with Google, signs in to the same account again, and stores the verified address', async () => {
    const person = owner()
    const first = await viaGoogle(person, { redirect: '/explore' })
    expect(first.body.data).toMatchObject({ redirect: '/user/account', secondFactor: null })
    expect(first.cookies['token']).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
    const account = await me(first)
    expect(account).toMatchObject({ email: person.email, emailVerified: true, username: null, name: 'Noor Abe' })
    const again = await viaGoogle(person, { role: 'performer' })
    expect(await me(again)).toMatchObject({ _id: account._id, role: 'user' })
  })

  test('signs up with Twitter as a creator: unfinished, and the verification is a draft', async () => {
    const signInResult = await viaTwitter({ userId: '71', screenName: 'kiln_light' }, { role: 'performer' })
    expect(signInResult.body.data.redirect).toBe('/creator/account')
    const performer = await api(server).as(signInResult.body.data.token).get('/performers/me')
    expect(performer.body.data).toMatchObject({ email: null, username: null, verificationStatus: 'draft' })
    expect(await me(await viaTwitter({ userId: '71', screenName: 'renamed' }))).toMatchObject({
      _id: performer.body.data._id,
    })
  })

  test('who arrives twice at once has one account', async () => {
    const person = owner()
    const starts = await Promise.all([begin('google'), begin('google'), begin('google')])
    const replies = await Promise.all(starts.map(({ url, jar }) => finish(google.consent(url, person), jar)))
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200])
    const ids = await Promise.all(replies.map(async (reply) => (await me(reply))._id))
    expect(new Set(ids).size).toBe(1)
  })

  test('may go by one tap, in a browser with our nonce or in a program without one', async () => {
    const person = owner()
    const { jar, reply } = await begin('google')
    const { nonce, clientId } = reply.body.data
    expect(clientId).toBe(google.env['GOOGLE_CLIENT_ID'])
    expect((await tap(await google.idToken(person, { nonce }), {}, jar)).status).toBe(200)
    expect((await tap(await google.idToken(person))).status).toBe(200)
  })
})

// spec: twitter.cookies
test('the state of a Twitter sign-in is in three encrypted cookies for a day, not readable by scripts, and deleted at the callback', async () => {
  const { url, jar, reply } = await begin('twitter', { role: 'performer' })
  expect(Object.keys(jar).sort()).toEqual(['oauthToken', 'oauthTokenSecret', 'role'])
  for (const name of Object.keys(jar)) {
    expect(reply.cookies[name]).toMatchObject({ httpOnly: true, sameSite: 'Lax', maxAge: 86_400 })
    expect(Buffer.from(jar[name]!, 'base64url').toString('latin1')).not.toMatch(/performer|[0-9a-f]{8}-[0-9a-f]{4}/)
  }
  const answer = twitter.allow(url, { userId: '72', screenName: 'a' })
  const done = await api(server).post('/auth/twitter/callback', answer, { cookies: jar })
  expect(done.status).toBe(200)
  expect(Object.keys(jarOf(done, jar)).sort()).toEqual(['device', 'token'])
})

describe('a sign-in that is not the one this browser began', () => {
  const refused = async (reply: Reply, code = 'SIGN_IN_EXPIRED') => {
    expect(reply.body).toMatchObject({ status: 422, code })
    expect(reply.cookies['token']).toBeUndefined()
  }
  test.each(['google', 'twitter'] as const)('%s: nothing is half-made, whichever piece is wrong', async (provider) => {
    const before = [await count('accounts'), await count('sessions'), await count('provider_identities')]
    const send = (answer: object, cookies: Jar) =>
      api(server).post(provider === 'google' ? '/auth/google/token' : '/auth/twitter/callback', answer, { cookies })
    const consent = (url: string) =>
      provider === 'google'
        ? google.consent(url, owner())
        : twitter.allow(url, { userId: `8${++people}`, screenName: 'b' })
    const mine = await begin(provider)
    const others = await begin(provider)
    const answer = consent(mine.url)
    // No cookies: another browser. Cookies of another sign-in. Cookies that were forged or swapped.
    await refused(await send(answer, {}))
    await refused(await send(answer, others.jar))
    const bent = Object.fromEntries(
      Object.entries(mine.jar).map(([name, value]) => [name, `${value.slice(0, -4)}AAAA`]),
    )
    await refused(await send(answer, bent))
    const [first, second] = Object.values(mine.jar)
    if (second) await refused(await send(answer, { ...mine.jar, oauthTokenSecret: first!, role: second }))
    if (provider === 'twitter') await refused(await send(answer, { ...mine.jar, role: others.jar['role']! }))
    // Another user's callback in the victim's browser: the victim is not signed in as someone else.
    await refused(await send(consent(others.url), mine.jar))
    expect([await count('accounts'), await count('sessions'), await count('provider_identities')]).toEqual(before)
  })

  test('a response works once, even if the browser still has the cookies', async () => {
    const person = owner()
    const { url, jar } = await begin('google')
    const answer = google.consent(url, person)
    expect((await finish(answer, jar)).status).toBe(200)
    await refused(await finish(answer, jar))
    const more = google.consent(url, person)
    await refused(await finish(more, jar))
    const atTwitter = await begin('twitter')
    const allowed = twitter.allow(atTwitter.url, { userId: '73', screenName: 'c' })
    const replies = await Promise.all(
      [1, 2, 3].map(() => api(server).post('/auth/twitter/callback', allowed, { cookies: atTwitter.jar })),
    )
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 422, 422])
  })

  test('a code or verifier that the provider did not issue, and a code of another client', async () => {
    const { url, jar } = await begin('google')
    await refused(await finish({ ...google.consent(url, owner()), code: 'made-up' }, jar), 'SIGN_IN_REFUSED')
    const again = await begin('google')
    const foreign = new URL(again.url)
    foreign.searchParams.set('client_id', 'another.apps.example')
    await refused(await finish(google.consent(foreign.href, owner()), again.jar), 'SIGN_IN_REFUSED')
    const atTwitter = await begin('twitter')
    const allowed = twitter.allow(atTwitter.url, { userId: '74', screenName: 'd' })
    const bent = { ...allowed, oauthVerifier: 'made-up' }
    const reply = await api(server).post('/auth/twitter/callback', bent, { cookies: atTwitter.jar })
    await refused(reply, 'SIGN_IN_REFUSED')
    expect(Object.keys(jarOf(reply, atTwitter.jar))).toEqual([])
  })

  test('a code whose challenge or issuer is another', async () => {
    const { url, jar } = await begin('google')
    const other = new URL(url)
    other.searchParams.set('code_challenge', 'x'.repeat(43))
    await refused(await finish(google.consent(other.href, owner()), jar), 'SIGN_IN_REFUSED')
    const again = await begin('google')
    const mixed = { ...google.consent(again.url, owner()), iss: 'https://evil.example' }
    await refused(await finish(mixed, again.jar), 'SIGN_IN_REFUSED')
  })

  test('a day later for Twitter, ten minutes later for Google', async () => {
    const starts = [await begin('google'), await begin('twitter')]
    const now = server.ctx.clock.now.bind(server.ctx.clock)
    Object.assign(server.ctx.clock, { now: () => new Date(now().getTime() + 11 * 60_000) })
    try {
      await refused(await finish(google.consent(starts[0]!.url, owner()), starts[0]!.jar))
      Object.assign(server.ctx.clock, { now: () => new Date(now().getTime() + 25 * 3_600_000) })
      const late = twitter.allow(starts[1]!.url, { userId: '75', screenName: 'e' })
      await refused(await api(server).post('/auth/twitter/callback', late, { cookies: starts[1]!.jar }))
    } finally {
      Object.assign(server.ctx.clock, { now })
    }
  })
})

describe('an ID token', () => {
  const hour = 3600
  const now = () => Math.floor(Date.now() / 1000)
  test.each([
    ['of another app', () => ({ aud: 'another.apps.example' })],
    ['for several apps', () => ({ aud: [google.env['GOOGLE_CLIENT_ID']!, 'another.apps.example'] })],
    ['that another app requested', () => ({ azp: 'another.apps.example' })],
    ['of another issuer', () => ({ iss: 'https://accounts.evil.example' })],
    ['that has expired', () => ({ exp: now() - hour })],
    ['with the nonce of another sign-in', () => ({ nonce: 'stolen' })],
    ['without a person', () => ({ sub: '' })],
  ])('%s is refused', async (_what, claims) => {
    const reply = await tap(await google.idToken(owner(), { ...claims() }))
    expect(reply.body).toMatchObject({ status: 422, code: 'SIGN_IN_REFUSED' })
  })
  test('signed by another key, unsigned or truncated, is rejected', async () => {
    const token = await google.idToken(owner())
    const [, payload = ''] = token.split('.')
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    for (const idToken of [
      await google.idToken(owner(), {}, { foreignKey: true }),
      none,
      token.slice(0, -9),
      'x',
      'a.b.c',
    ])
      expect((await tap(idToken)).body).toMatchObject({ status: 422, code: 'SIGN_IN_REFUSED' })
  })
  test('works once', async () => {
    const token = await google.idToken(owner())
    const replies = await Promise.all([tap(token), tap(token)])
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 422])
  })
  test('is not taken from a page of another site', async () => {
    const reply = await tap(await google.idToken(owner()), {}, {}, { origin: 'https://evil.example' })
    expect(reply.body.code).toBe('FOREIGN_ORIGIN')
  })
  test('with the wrong nonce is refused even where the code was right', async () => {
    const { url, jar } = await begin('google')
    google.lieNext({ nonce: 'another' })
    expect((await finish(google.consent(url, owner()), jar)).body.code).toBe('SIGN_IN_REFUSED')
  })
})

describe('the provider', () => {
  test('may change its keys at any time', async () => {
    expect((await viaGoogle(owner())).status).toBe(200)
    await google.changeKeys()
    const now = Date.now
    Date.now = () => now() + 10_000
    try {
      expect((await viaGoogle(owner())).status).toBe(200)
    } finally {
      Date.now = now
    }
  })

  test.each(['broken', 'silent'] as const)(
    'is %s: 503 with a clear message, soon, and nothing is stored',
    { timeout: 30_000 },
    async (mood) => {
      const atGoogle = await begin('google')
      const atTwitter = await begin('twitter')
      const answers = [
        google.consent(atGoogle.url, owner()),
        twitter.allow(atTwitter.url, { userId: '76', screenName: 'f' }),
      ]
      const before = await count('accounts')
      google.be(mood)
      twitter.be(mood)
      try {
        const startedAt = Date.now()
        const replies = await Promise.all([
          finish(answers[0]!, atGoogle.jar),
          api(server).post('/auth/twitter/callback', answers[1], { cookies: atTwitter.jar }),
          api(server).post('/auth/twitter/login', {}),
        ])
        for (const reply of replies) {
          expect(reply.body).toMatchObject({ status: 503, code: 'PROVIDER_UNAVAILABLE' })
          expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
        }
        expect(jarOf(replies[0]!, atGoogle.jar)).toEqual({})
        expect(Date.now() - startedAt).toBeLessThan(20_000)
      } finally {
        google.be('well')
        twitter.be('well')
      }
      expect(await count('accounts')).toBe(before)
    },
  )

  test('is unreachable, or another server answers in its place', async () => {
    const gone = await startGoogle()
    const strange = await startTwitter()
    await gone.stop()
    const other = await startTestServer({
      env: {
        ...gone.env,
        TWITTER_API_KEY: 'x',
        TWITTER_API_SECRET: 'y',
        TWITTER_API_URL: google.url,
        LOG_LEVEL: 'silent',
      },
    })
    try {
      for (const path of ['/auth/google/login', '/auth/twitter/login'])
        expect((await api(other).post(path, {})).body).toMatchObject({ status: 503, code: 'PROVIDER_UNAVAILABLE' })
      expect((await api(other).post('/auth/google/token', { credential: 'a.b.c' })).status).toBe(503)
    } finally {
      await other.stop()
      await strange.stop()
    }
  })

  test('is not offered if it is not configured, and the settings list the configured ones', async () => {
    const bare = await startTestServer()
    try {
      expect((await api(bare).get('/settings/public')).body.signInProviders).toEqual([])
      for (const path of ['/auth/google/login', '/auth/twitter/login'])
        expect((await api(bare).post(path, {})).body).toMatchObject({ status: 404, code: 'PROVIDER_NOT_OFFERED' })
    } finally {
      await bare.stop()
    }
    expect((await api(server).get('/settings/public')).body.signInProviders).toEqual(['google', 'twitter'])
  })
})

describe('an address that has an account', () => {
  const existing = (email: string, emailVerified: boolean) => buildUser(server.ctx, { email, emailVerified })
  const signInWithIdentity = async (person: Person, options: object = {}) => {
    const reply = await viaGoogle(person, options)
    return { reply, account: reply.status === 200 ? await me(reply) : undefined }
  }
  test('is joined where Google runs the mailbox and the account has proved it too', async () => {
    const [gmail, workspace] = [owner(), owner({ email: 'noor@studio.example', hd: 'studio.example' })]
    for (const person of [gmail, workspace]) {
      const account = await existing(person.email, true)
      expect((await signInWithIdentity(person)).account._id).toBe(account.id)
      const linked = await api(server).as(account).get('/auth/identities')
      expect(linked.body.data).toMatchObject([{ provider: 'google', label: person.email }])
      const emails = sql<{
        n: number
      }>`SELECT count(*)::int AS n FROM mails WHERE kind = 'sign_in_added' AND to_address = ${account.email}`
      expect((await row(server.ctx.db, emails))!.n).toBe(1)
    }
  })
  test('is not linked if the account has not verified it: an attacker may have created that account', async () => {
    const person = owner()
    const account = await existing(person.email, false)
    const { reply } = await signInWithIdentity(person)
    expect(reply.body).toMatchObject({ status: 409, code: 'LINK_FIRST' })
    expect((await api(server).as(account).get('/auth/identities')).body.data).toEqual([])
    const separate = await signInWithIdentity(person, { withoutEmail: true })
    expect(separate.account).toMatchObject({ email: null })
    expect(separate.account._id).not.toBe(account.id)
  })
  test('is not joined where it is staff’s', async () => {
    const person = owner()
    await buildAdmin(server.ctx, { email: person.email })
    expect((await signInWithIdentity(person)).reply.body.code).toBe('LINK_FIRST')
  })
  test.each([
    ['is not verified', { email_verified: false }],
    ['belongs to another mail provider', { email: 'noor@post.example' }],
    [
      'belongs to another mail provider, with a hosted domain of a third',
      { email: 'noor2@post.example', hd: 'studio.example' },
    ],
  ])('is not linked, and nothing is disclosed, if the address %s', async (_what, more) => {
    const person = owner(more)
    const account = await existing(person.email, true)
    const { account: made } = await signInWithIdentity(person)
    expect(made).toMatchObject({ email: null, username: null })
    expect(made._id).not.toBe(account.id)
  })
  test('may be missing altogether', async () => {
    expect((await signInWithIdentity(person())).account).toMatchObject({ email: null })
  })
})

describe('adding and removing a sign-in', () => {
  const add = async (who: { token: string }, provider: string, body: object = {}) =>
    api(server).as(who).post(`/auth/identities/${provider}`, body)
  const old = (sessionId: string) =>
    sql`UPDATE sessions SET authenticated_at = now() - interval '1 hour' WHERE id = ${sessionId}`.execute(server.ctx.db)

  test('needs the password or a fresh log-in, and happens in the session that requested it', async () => {
    const fan = await buildUser(server.ctx, { password: 'seven-quiet-lamps' })
    await old(fan.sessionId)
    expect((await add(fan, 'google')).body).toMatchObject({ status: 401, code: 'INCORRECT_CREDENTIALS' })
    expect((await add(fan, 'google', { currentPassword: 'wrong' })).status).toBe(401)
    const begun = await add(fan, 'google', { currentPassword: 'seven-quiet-lamps' })
    const person = owner()
    const answer = () => google.consent(begun.body.data.url, person)
    const send = (token?: string) =>
      api(server).post('/auth/google/token', answer(), {
        cookies: jarOf(begun),
        ...(token && { headers: { authorization: token } }),
      })
    const done = await send(fan.token)
    expect(done.body.data).toEqual({ token: null, secondFactor: null, redirect: '/user/security?added=google' })
    expect(await me(await viaGoogle(person))).toMatchObject({ _id: fan.id })

    const second = await add(await buildSession(server.ctx, fan.id), 'twitter')
    const allowed = twitter.allow(second.body.data.url, { userId: '77', screenName: 'g' })
    const elsewhere = await api(server).post('/auth/twitter/callback', allowed, {
      cookies: jarOf(second),
      headers: { authorization: fan.token },
    })
    expect(elsewhere.body.code).toBe('SIGN_IN_EXPIRED')
    expect((await api(server).as(fan).get('/auth/identities')).body.total).toBe(1)
    expect((await add(await buildSession(server.ctx, fan.id), 'google')).body.code).toBe('ALREADY_LINKED')
  })

  test('a person there belongs to one account here', async () => {
    const person = owner()
    await viaGoogle(person)
    const fan = await buildUser(server.ctx)
    const begun = await add(fan, 'google')
    const taken = await api(server).post('/auth/google/token', google.consent(begun.body.data.url, person), {
      cookies: jarOf(begun),
      headers: { authorization: fan.token },
    })
    expect(taken.body).toMatchObject({ status: 409, code: 'ALREADY_LINKED' })
  })

  test('removing one needs a fresh log-in or step-up authentication, and nothing is removed before', async () => {
    const fan = await buildUser(server.ctx, { password: 'seven-quiet-lamps' })
    await sql`INSERT INTO provider_identities (provider, subject, account_id, label)
      VALUES ('google', ${fan.id}, ${fan.id}, 'fan@example.com')`.execute(server.ctx.db)
    await old(fan.sessionId)
    const remove = () => api(server).as(fan).delete('/auth/identities/google')
    for (let tries = 0; tries < 2; tries++) {
      const refused = await remove()
      expect([refused.status, refused.body.code]).toEqual([403, 'CONFIRMATION_REQUIRED'])
    }
    const confirm = (currentPassword: string) => api(server).as(fan).post('/auth/confirmation', { currentPassword })
    expect((await confirm('not-the-password')).status).toBe(401)
    expect((await remove()).body.code).toBe('CONFIRMATION_REQUIRED')
    expect((await api(server).as(fan).get('/auth/identities')).body.total).toBe(1)
    expect((await confirm('seven-quiet-lamps')).status).toBe(200)
    expect((await Promise.all([remove(), remove()])).map((entry) => entry.status).sort()).toEqual([200, 404])
    expect((await api(server).as(fan).get('/auth/identities')).body.total).toBe(0)
  })

  test('the last way in stays, also when two are taken away at once', async () => {
    const signInResult = await viaTwitter({ userId: '78', screenName: 'h' })
    const { token } = signInResult.body.data
    await finishAccount(token, 'hh_lamp', 'hh@example.com')
    expect((await api(server).as(token).delete('/auth/identities/twitter')).body.code).toBe('LAST_SIGN_IN')
    expect((await api(server).as(token).get('/auth/identities')).body.data).toMatchObject([{ can: { remove: false } }])
    const begun = await api(server).as(token).post('/auth/identities/google', {})
    const sent = await api(server).post('/auth/google/token', google.consent(begun.body.data.url, owner()), {
      cookies: jarOf(begun),
      headers: { authorization: token },
    })
    expect(sent.status).toBe(200)
    const removals = await Promise.all(
      ['google', 'twitter'].map((entry) => api(server).as(token).delete(`/auth/identities/${entry}`)),
    )
    expect(removals.map((removal) => removal.status).sort()).toEqual([200, 422])
    expect((await api(server).as(token).delete('/auth/identities/google')).status).toBeOneOf([404, 422])
  })

  test('another’s can’t be taken away, and another’s are not listed', async () => {
    const signInResult = await viaGoogle(owner())
    const stranger = await buildUser(server.ctx)
    expect((await api(server).as(stranger).delete('/auth/identities/google')).status).toBe(404)
    expect((await api(server).as(stranger).get('/auth/identities')).body.total).toBe(0)
    expect(signInResult.status).toBe(200)
  })
})

const finishAccount = async (token: string, username: string, email?: string) => {
  const form = { username, acceptTerms: true, ...(email && { email }) }
  return api(server).as(token).post('/auth/users/me/completion', form)
}

test('a suspended account can’t sign in by any method', async () => {
  const person = owner()
  const account = await me(await viaGoogle(person))
  await sql`UPDATE accounts SET status = 'suspended', status_reason = 'test' WHERE id = ${account._id}`.execute(
    server.ctx.db,
  )
  expect((await viaGoogle(person)).body.code).toBe('ACCOUNT_SUSPENDED')
})

test('a closed account’s sign-in begins anew', async () => {
  const person = owner()
  const account = await me(await viaGoogle(person))
  await sql`UPDATE accounts SET status = 'closed', email = NULL WHERE id = ${account._id}`.execute(server.ctx.db)
  expect((await me(await viaGoogle(person)))._id).not.toBe(account._id)
})
