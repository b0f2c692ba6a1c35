import { randomBytes, randomInt } from 'node:crypto'
import { loginAttemptsPerHour } from '@fanlight/server/modules/people/accounts/auth/login-attempts'
import { hashesWaitingMax } from '@fanlight/server/modules/people/accounts/auth/password-hash'
import { type Endpoints, endpoints } from '@fanlight/contract'
import { type LimiterName, limiters } from '@fanlight/contract/limiters'
import { socketLimits } from '@fanlight/contract/sockets'
import { sql } from '@fanlight/server/platform/db/db'
import { sha256 } from '@fanlight/server/platform/ids'
import { api, type Reply } from '@fanlight/server/testing/api'
import { buildUser } from '@fanlight/server/testing/builders'
import { advanceClock } from '@fanlight/server/testing/clock'
import { startGoogle } from '@fanlight/server/testing/peers/google'
import { startTwitter } from '@fanlight/server/testing/peers/twitter'
import { connectSocket } from '@fanlight/server/testing/socket'
import { startTestServer, type TestServer } from '@fanlight/server/testing/server'
import { type ReliabilityCheck, sabotaged } from './check.ts'
import { counts } from './counts.ts'

// Trying secrets gives no access: ten login attempts per account and hour over all ways to sign in, from any number of addresses; from one
// address only as many accounts as its limiter lets through, whatever its headers say. The owner's own device is never shut out, and
// many login attempts at once wait in a bounded queue while all other requests are answered. `n` counts the attempts.

const password = 'a-lamp-in-the-window'
const wrong = () => `wrong-${randomBytes(9).toString('hex')}`
const digits = () => String(randomInt(1_000_000)).padStart(6, '0')
/** As a recovery code looks. */
const randomCode = () => [...randomBytes(16)].map((byte) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[byte % 32]).join('')
type Tally = { n: number; violations: string[] }

export const check: ReliabilityCheck = {
  id: 'S9',
  title: 'Trying secrets gives no access, and attempts by others lock no one out',
  async run({ tier }) {
    const { addresses, accounts, storm } = counts.S9[tier]
    const tally: Tally = { n: 0, violations: [] }
    const peers = [await startGoogle(), await startTwitter()]
    const env = { LOG_LEVEL: 'silent', ...peers[0]!.env, ...peers[1]!.env }
    const open = await startTestServer({ env, listen: true })
    try {
      await oneAccountFromEverywhere(open, addresses, tally)
      await mailedCodes(open, tally)
      await madeUpSecrets(open, tally)
      await bySocket(open, tally)
      if (!sabotaged('S9')) await aStorm(open, storm, tally)
    } finally {
      await open.stop()
    }
    const limited = sabotaged('S9') ? undefined : await startTestServer({ env: { ...env, RATE_LIMIT_FACTOR: '1' } })
    try {
      if (limited) {
        await manyAccountsFromOneAddress(limited, accounts, tally)
        await manySecretsFromOneAddress(limited, tally)
      }
    } finally {
      await limited?.stop()
      await Promise.all(peers.map((peer) => peer.stop()))
    }
    return tally
  },
}

const isAttempt = ({ status, body }: Reply) => status !== 429 && status !== 503 && body?.code !== 'CAPTCHA_REQUIRED'

/** All ways to sign in to one account in turn, each attempt from a separate address. */
async function oneAccountFromEverywhere(server: TestServer, tries: number, tally: Tally): Promise<void> {
  const { ctx } = server
  const owner = await buildUser(ctx, { password })
  const at = (index: number) => `198.${18 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`
  // The owner's own device, from before.
  const known = await api(server).post('/auth/login', { email: owner.email, password })
  const device = { device: known.cookies['device']!.value }
  // The attackers have a session that its user left open, and a log-in challenge for a known password: both continue to try.
  await sql`UPDATE sessions SET authenticated_at = app_now() - interval '1 hour' WHERE id = ${owner.sessionId}`.execute(
    ctx.db,
  )
  await sql`INSERT INTO passkeys (account_id, credential_id, public_key, name) VALUES (${owner.id}, ${randomBytes(16)}, ${randomBytes(32)}, 'Key')`.execute(
    ctx.db,
  )
  await sql`INSERT INTO recovery_codes (account_id, code_hash) VALUES (${owner.id}, ${sha256('A'.repeat(16))})`.execute(
    ctx.db,
  )
  const challenged = await api(server).post('/auth/login', { email: owner.email, password }, { cookies: device })
  const challenge = challenged.body.data?.secondFactor?.challenge
  if (!challenge)
    tally.violations.push(`a second factor is not required: ${challenged.status} ${challenged.text.slice(0, 200)}`)

  const asOwner = api(server).as(owner)
  const ways: Record<string, (from: string) => Promise<Reply>> = {
    'log-in by address': (from) => api(server).post('/auth/login', { email: owner.email, password: wrong() }, { from }),
    'log-in by name': (from) =>
      api(server).post('/auth/login', { username: owner.username.toUpperCase(), password: wrong() }, { from }),
    'log-in with another device': (from) =>
      api(server).post(
        '/auth/login',
        { email: owner.email, password: wrong() },
        { from, cookies: { device: randomBytes(32).toString('base64url') } },
      ),
    'change of password': (from) =>
      asOwner.put(
        '/auth/users/me/password',
        { password: 'another-lamp-is-lit', currentPassword: wrong(), code: digits() },
        { from },
      ),
    confirmation: (from) => asOwner.post('/auth/confirmation', { currentPassword: wrong(), code: digits() }, { from }),
    'confirmation by who knows the password': (from) =>
      asOwner.post('/auth/confirmation', { currentPassword: password, code: digits() }, { from }),
    'confirmation with a recovery code': (from) =>
      asOwner.post('/auth/confirmation', { currentPassword: password, recoveryCode: randomCode() }, { from }),
    'change of address': (from) => {
      const stepUpInput = { currentPassword: wrong(), recoveryCode: randomCode() }
      return asOwner.post('/auth/users/me/email', { email: 'thief@example.com', ...stepUpInput }, { from })
    },
    closing: (from) => asOwner.post('/users/me/closing', { currentPassword: wrong(), code: digits() }, { from }),
    archive: (from) => asOwner.post('/users/me/export', { currentPassword: wrong(), code: digits() }, { from }),
    'way to the archive': (from) =>
      asOwner.post('/users/me/export/address', { currentPassword: wrong(), code: digits() }, { from }),
    'second factor': (from) => api(server).post('/auth/second-factor', { challenge, code: digits() }, { from }),
    'recovery code': (from) =>
      api(server).post('/auth/second-factor', { challenge, recoveryCode: randomCode() }, { from }),
  }
  const attempts: Record<string, number> = {}
  let total = 0
  for (let index = 0; index < tries; index++) {
    const [name, attempt] = Object.entries(ways)[index % Object.keys(ways).length]!
    const reply = await attempt(at(index))
    tally.n++
    if (reply.status < 300) tally.violations.push(`${name}: a wrong attempt got ${reply.status}`)
    if (reply.status >= 500) tally.violations.push(`${name}: ${reply.status}`)
    if (reply.status === 429 && !(Number(reply.headers['retry-after']) >= 1))
      tally.violations.push(`${name}: 429 without Retry-After`)
    if (isAttempt(reply)) {
      total++
      attempts[name] = (attempts[name] ?? 0) + 1
    }
  }
  if (total > loginAttemptsPerHour)
    tally.violations.push(`${total} attempts at one account in an hour: ${JSON.stringify(attempts)}`)
  if (total === 0) tally.violations.push('no attempt was made at all')

  const byOwner = await api(server).post('/auth/login', { email: owner.email, password }, { cookies: device })
  if (byOwner.status !== 200) tally.violations.push(`the owner’s own device is shut out: ${byOwner.status}`)
  await advanceClock(ctx, '61 minutes')
  const later = await api(server).post('/auth/login', { email: owner.email, password }, { from: '203.0.113.9' })
  if (later.status !== 200) tally.violations.push(`an hour later the owner is still shut out: ${later.status}`)
}

/** A code that is sent by email instead of a password: six digits, so its attempts are counted like all others. */
async function mailedCodes(server: TestServer, tally: Tally): Promise<void> {
  const owner = await buildUser(server.ctx)
  await sql`UPDATE sessions SET authenticated_at = app_now() - interval '1 hour' WHERE id = ${owner.sessionId}`.execute(
    server.ctx.db,
  )
  const as = api(server).as(owner)
  const codeRequest = await as.post('/auth/confirmation/code')
  if (codeRequest.status !== 200) tally.violations.push(`a code is not mailed: ${codeRequest.status}`)
  let attempts = 0
  for (let at = 0; at < loginAttemptsPerHour * 3; at++) {
    const reply = await as.post('/users/me/closing', { mailedCode: digits() }, { from: `198.51.100.${at}` })
    tally.n++
    if (reply.status < 300 || reply.status >= 500)
      tally.violations.push(`an attempt at an emailed code: ${reply.status}`)
    if (isAttempt(reply)) attempts++
  }
  if (attempts > loginAttemptsPerHour) tally.violations.push(`${attempts} attempts at an emailed code`)
  if (attempts === 0) tally.violations.push('no emailed code was tried')
}

// Attempts at secrets without knowledge of the account they belong to.
const secrets: Record<string, [route: keyof Endpoints, body: () => Record<string, unknown>]> = {
  'a log-in link': ['POST /auth/token/login', () => ({ token: wrong() })],
  'the link of a new address': ['POST /auth/email-verification', () => ({ token: wrong() })],
  'the link of a change of address': ['POST /auth/email-change', () => ({ token: wrong() })],
  'the link that stops it': ['POST /auth/email-change/refusal', () => ({ token: wrong() })],
  'the link of a new password': ['PUT /auth/users/reset', () => ({ token: wrong(), password: 'another-lamp-is-lit' })],
  'a second step': ['POST /auth/second-factor', () => ({ challenge: wrong(), code: digits() })],
  'a second step, by recovery code': [
    'POST /auth/second-factor',
    () => ({ challenge: wrong(), recoveryCode: randomCode() }),
  ],
  'a code of Google’s': ['POST /auth/google/token', () => ({ code: wrong(), state: wrong() })],
  'a token of Google’s': ['POST /auth/google/token', () => ({ credential: `${wrong()}.${wrong()}.${wrong()}` })],
  'a verifier of Twitter’s': ['POST /auth/twitter/callback', () => ({ oauthToken: wrong(), oauthVerifier: wrong() })],
}
const sendSecret = (server: TestServer, what: string, from: string): Promise<Reply> => {
  const [route, body] = secrets[what]!
  const [method, path] = route.split(' ') as ['POST' | 'PUT', string]
  return api(server).call(method, path, { body: body(), from, headers: { origin: 'http://localhost:80' } })
}

async function madeUpSecrets(server: TestServer, tally: Tally): Promise<void> {
  for (const what of Object.keys(secrets))
    for (let at = 0; at < 3; at++) {
      const reply = await sendSecret(server, what, `203.0.113.${at}`)
      tally.n++
      if (reply.status < 400 || reply.status >= 500 || reply.status === 429 || reply.cookies['token'])
        tally.violations.push(`${what}, made up: ${reply.status} ${reply.body?.code}`)
    }
  for (const authorization of [wrong(), `Bearer ${wrong()}`, sha256(wrong()).toString('hex')]) {
    const reply = await api(server).get('/users/me', { headers: { authorization } })
    tally.n++
    if (reply.status !== 401) tally.violations.push(`a made-up session: ${reply.status}`)
  }
}

/** A connection takes a few wrong tokens or tickets and is let go; no number of connections finds one that fits. */
async function bySocket(server: TestServer, tally: Tally): Promise<void> {
  for (let connection = 0; connection < 4; connection++) {
    const socket = await connectSocket(server)
    let tries = 0
    while (socket.connected && tries < socketLimits.loginTries * 2) {
      const answer: { success?: boolean } = await socket
        .timeout(2_000)
        .emitWithAck('auth/login', { token: tries % 2 ? wrong() : randomBytes(32).toString('base64url') })
        .catch(() => ({}))
      tries++
      tally.n++
      if (answer.success) tally.violations.push('a made-up token signed a socket in')
    }
    if (tries > socketLimits.loginTries + 1) tally.violations.push(`a socket took ${tries} wrong tokens`)
    socket.disconnect()
  }
}

/** One address tries secret after secret: each limiter lets as many through as it says, whatever they are for. */
async function manySecretsFromOneAddress(server: TestServer, tally: Tally): Promise<void> {
  const through = new Map<LimiterName, number>()
  const ways = Object.keys(secrets)
  for (let at = 0; at < limiters.login.max * 3; at++) {
    const what = ways[at % ways.length]!
    const { limit }: { limit: LimiterName } = endpoints[secrets[what]![0]]
    const reply = await sendSecret(server, what, '198.51.100.3')
    tally.n++
    if (isAttempt(reply)) through.set(limit, (through.get(limit) ?? 0) + 1)
  }
  for (const [name, count] of through)
    if (count > limiters[name].max) tally.violations.push(`one address tried ${count} secrets by ${name}`)
}

/** More concurrent log-ins than the queue takes: some are rejected with a clear message, none fails, and reads continue. */
async function aStorm(server: TestServer, storm: number, tally: Tally): Promise<void> {
  const many = Array.from({ length: storm }, (_, at) =>
    api(server).post(
      '/auth/login',
      { email: `missing${at}@example.com`, password: wrong() },
      { from: `10.9.${at >> 8}.${at & 255}` },
    ),
  )
  const reads = Promise.all(Array.from({ length: 20 }, () => api(server).get('/settings/public')))
  const order: string[] = []
  void reads.then(() => order.push('reads'))
  const replies = await Promise.all(many)
  order.push('attempts')
  tally.n += storm
  const by = Map.groupBy(replies, (entry) => entry.status)
  const unknown = [...by.keys()].filter((status) => ![401, 503].includes(status))
  if (unknown.length > 0) tally.violations.push(`a storm of log-ins is answered ${unknown.join(', ')}`)
  const sentAway = by.get(503) ?? []
  if (sentAway.length === 0) tally.violations.push(`${storm} log-ins at once all wait, though ${hashesWaitingMax} may`)
  if (sentAway.some((entry) => !(Number(entry.headers['retry-after']) >= 1)))
    tally.violations.push('a 503 does not say when to come back')
  if ((await reads).some((read) => read.status !== 200)) tally.violations.push('reads fail during a storm of log-ins')
  if (order[0] !== 'reads') tally.violations.push('reads wait for a storm of log-ins')
}

/** One address tries account after account, and says each time that it is another. */
async function manyAccountsFromOneAddress(server: TestServer, accounts: number, tally: Tally): Promise<void> {
  for (const [what, headers] of [
    ['plainly', () => ({})],
    [
      'with other headers each time',
      (at: number) => ({
        'x-forwarded-for': `203.0.${at >> 8}.${at & 255}`,
        'x-real-ip': `203.0.113.${at & 255}`,
        'user-agent': `browser ${at}`,
      }),
    ],
  ] as const) {
    const from = what === 'plainly' ? '198.51.100.1' : '198.51.100.2'
    let attempts = 0
    for (let at = 0; at < accounts; at++) {
      const email = `someone${at}@example.com`
      const reply = await api(server).post('/auth/login', { email, password: wrong() }, { from, headers: headers(at) })
      tally.n++
      if (isAttempt(reply)) attempts++
    }
    if (attempts > limiters.login.max) tally.violations.push(`one address tried ${attempts} accounts ${what}`)
  }
}
