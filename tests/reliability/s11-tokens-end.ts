import { begin, confirm } from '@fanlight/server/modules/people/accounts/mfa/authenticator-app'
import { issue, type Purpose } from '@fanlight/server/modules/people/accounts/auth/one-time-tokens'
import { suspend } from '@fanlight/server/modules/people/accounts/suspension'
import { buildApp } from '@fanlight/server/app'
import { openContext } from '@fanlight/server/platform/context'
import { row, sql } from '@fanlight/server/platform/db/db'
import { loadSecret } from '@fanlight/server/platform/keys'
import { api, type Reply } from '@fanlight/server/testing/api'
import { type Built, buildAdmin, buildSession, buildUser } from '@fanlight/server/testing/builders'
import { startTestServer, type TestServer } from '@fanlight/server/testing/server'
import { generate } from 'otplib'
import { type ReliabilityCheck, sabotaged } from './check.ts'
import { counts } from './counts.ts'

// Tokens: they end with what they stood for on every node at once, they work once, they are short-lived, and only hashes are stored.

const password = 'a-lamp-in-the-window'
const origin = 'http://localhost:80'
const secondsMax = 30 * 60
const bytesMin = 16

export const check: ReliabilityCheck = {
  id: 'S11',
  title:
    'Sessions end on all nodes at once; links, challenges and codes work once, expire soon, and are stored as hashes',
  async run({ tier }) {
    const { atOnce, rounds } = counts.S11[tier]
    const violations: string[] = []
    const server = await startTestServer({ env: { LOG_LEVEL: 'silent' } })
    const config = server.ctx.config
    const other = await openContext(config, server.ownerUrl, await loadSecret(config))
    const nodes = [server.app, await buildApp(other)]
    const both = (token: string, path = '/users/me') =>
      Promise.all(nodes.map(async (app) => (await api({ app }, token).get(path)).status))
    let n = 0
    try {
      for (let round = 0; round < rounds; round++) n += await codesOnce(server, atOnce, violations)
      // The deliberate bug takes a code twice.
      if (sabotaged('S11')) return { n, violations }
      n += await sessionsEnd(server, both, violations)
      n += await secretsOnce(server, atOnce, violations)
      n += await cookies(server, violations)
      n += await rolesApart(server, both, violations)
      return { n, violations }
    } finally {
      await nodes[1]!.close()
      await other.close()
      await server.stop()
    }
  },
}

/** One code of an authenticator app, sent with many challenges at once. */
async function codesOnce(server: TestServer, atOnce: number, violations: string[]): Promise<number> {
  const { ctx } = server
  const fan = await buildUser(ctx)
  const { secret } = await begin(ctx, { id: fan.id, label: fan.email })
  const epoch = Math.floor(ctx.clock.now().getTime() / 1000)
  await confirm(ctx, fan.id, await generate({ secret, epoch }))
  const code = await generate({ secret, epoch: epoch + 30 })
  const challenges = await many(atOnce, () => issue(ctx, 'second_factor', fan.id, { detail: { remember: true } }))
  const replies = await Promise.all(
    challenges.map(({ secret: challenge }) => api(server).post('/auth/second-factor', { challenge, code })),
  )
  const won = replies.filter(({ status }) => status === 200).length
  if (won !== 1) violations.push(`one code of an authenticator app opened ${won} sessions of ${atOnce} at once`)
  return atOnce
}

/** Whatever ends sessions ends them for both nodes. */
async function sessionsEnd(
  server: TestServer,
  both: (token: string) => Promise<number[]>,
  violations: string[],
): Promise<number> {
  const { ctx } = server
  const me = (fan: Built) => api(server).as(fan)
  const endings: Record<string, (fan: Built, other: { sessionId: string; token: string }) => Promise<unknown>> = {
    'logging out': (_fan, other) => api(server, other.token).post('/auth/logout'),
    'being signed out elsewhere': (fan, other) => me(fan).delete(`/auth/sessions/${other.sessionId}`),
    'signing all others out': (fan) => me(fan).delete('/auth/sessions'),
    'another password': (fan) =>
      me(fan).put('/auth/users/me/password', { password: 'another-lamp-entirely', source: 'user' }),
    'a reset password': async (fan) => {
      const { secret } = await issue(ctx, 'reset_password', fan.id)
      return api(server).put('/auth/users/reset', { token: secret, password: 'another-lamp-entirely' })
    },
    'another address': (fan) => moveAddress(server, fan),
    'a suspension': (fan) => ctx.transaction((tx) => suspend(tx, fan.id, 'test')),
  }
  for (const [name, end] of Object.entries(endings)) {
    const fan = await buildUser(ctx, { password })
    const other = await buildSession(ctx, fan.id)
    const before = await both(other.token)
    const began = performance.now()
    await end(fan, other)
    const after = await both(other.token)
    if (before.some((status) => status !== 200)) violations.push(`before ${name}: ${before.join(' ')}`)
    if (after.some((status) => status !== 401)) violations.push(`after ${name} a session answers ${after.join(' ')}`)
    if (performance.now() - began > 5_000) violations.push(`${name} took longer than five seconds to tell`)
  }
  return Object.keys(endings).length
}

/** Requests another address and follows the links of both mails. */
async function moveAddress(server: TestServer, fan: Built): Promise<void> {
  await api(server)
    .as(fan)
    .post('/auth/users/me/email', { email: `new-${fan.email}` })
  const mails = (await api(server).get('/mails/outbox?pageSize=20')).body.data as { to: string; text: string }[]
  for (const { to, text } of mails) {
    if (!to.endsWith(fan.email)) continue
    const token = /email\?token=([\w-]{43})/.exec(text)?.[1]
    if (token) await api(server).post('/auth/email-change', { token })
  }
}

/** Links and challenges: one use however many come at once, half an hour at most, 128 bits at least, and a hash in the table. */
async function secretsOnce(server: TestServer, atOnce: number, violations: string[]): Promise<number> {
  const { ctx } = server
  const ways: Partial<Record<Purpose, (secret: string) => Promise<Reply>>> = {
    reset_password: (token) => api(server).put('/auth/users/reset', { token, password: 'another-lamp-entirely' }),
    verify_email: (token) => api(server).post('/auth/email-verification', { token }),
    log_in: (token) => api(server).post('/auth/token/login', { token }, { headers: { origin } }),
  }
  for (const purpose of ['reset_password', 'verify_email', 'log_in', 'second_factor', 'socket'] as const) {
    const fan = await buildUser(ctx)
    const { secret, expiresAt } = await issue(ctx, purpose, fan.id)
    const seconds = (expiresAt.getTime() - ctx.clock.now().getTime()) / 1000
    if (seconds > secondsMax + 1) violations.push(`${purpose} lives ${Math.round(seconds)} s`)
    if (Buffer.from(secret, 'base64url').length < bytesMin) violations.push(`${purpose} has too few bits`)
    const stored = await row(
      ctx.db,
      sql<{ all: string }>`SELECT string_agg(t::text, ' ') AS all FROM one_time_tokens t WHERE account_id = ${fan.id}`,
    )
    for (const form of [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret, 'base64url').toString('hex')])
      if (stored!.all.includes(form)) violations.push(`${purpose} is stored in plain text`)
    const use = ways[purpose]
    if (!use) continue
    const replies = await many(atOnce, () => use(secret))
    const won = replies.filter(({ status }) => status === 200).length
    if (won !== 1) violations.push(`one ${purpose} worked ${won} times`)
  }
  return atOnce * Object.keys(ways).length
}

/** The cookie of a session is out of reach of scripts, and of plain connections where the site is on HTTPS. */
async function cookies(server: TestServer, violations: string[]): Promise<number> {
  const secure = await startTestServer({ env: { LOG_LEVEL: 'silent', PUBLIC_URL: 'https://localhost' } })
  try {
    for (const host of [server, secure]) {
      const fan = await buildUser(host.ctx, { password })
      const { token } = (await api(host).post('/auth/login', { email: fan.email, password })).cookies
      if (!token?.httpOnly) violations.push('scripts can read the cookie')
      if (host === secure && !token?.secure) violations.push('the cookie travels in the open on HTTPS')
      const stored = await row(
        host.ctx.db,
        sql<{ all: string }>`SELECT string_agg(s::text, ' ') AS all FROM sessions s WHERE account_id = ${fan.id}`,
      )
      for (const form of [token!.value, Buffer.from(token!.value, 'base64url').toString('hex')])
        if (stored!.all.includes(form)) violations.push('the token of a session is stored in plain text')
    }
  } finally {
    await secure.stop()
  }
  return 2
}

/** A fan and staff in one browser have tokens of their own, and permissions that are taken away are gone for both nodes. */
async function rolesApart(
  server: TestServer,
  both: (token: string, path?: string) => Promise<number[]>,
  violations: string[],
): Promise<number> {
  const { ctx } = server
  const [fan, staff] = [await buildUser(ctx, { password }), await buildAdmin(ctx, { password })]
  const first = await api(server).post('/auth/login', { email: fan.email, password })
  const cookies = { token: first.cookies['token']!.value }
  const second = await api(server).post(
    '/auth/login',
    { email: staff.email, password },
    { cookies, headers: { origin } },
  )
  const token = second.body.data.token as string
  if (token === cookies.token) violations.push('a fan and staff share a token')
  const asFan = await both(cookies.token, '/admin/verifications')
  if (asFan.some((status) => status !== 403)) violations.push(`a fan at the endpoints of staff: ${asFan.join(' ')}`)
  const before = await both(token, '/admin/verifications')
  await sql`UPDATE accounts SET role = 'user', permissions = '{}' WHERE id = ${staff.id}`.execute(ctx.db)
  const after = await both(token, '/admin/verifications')
  if (before.some((status) => status !== 200) || after.some((status) => status !== 403))
    violations.push(`staff no more: ${before.join(' ')}, then ${after.join(' ')}`)
  return 2
}

const many = <T>(times: number, make: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, make))
