import { declared } from '@fanlight/contract'
import type { Endpoint } from '@fanlight/contract/endpoint'
import { socketCommands } from '@fanlight/contract/socket-messages'
import { type LimiterName, limiters } from '@fanlight/contract/limiters'
import { sql } from '@fanlight/server/platform/db/db'
import { api } from '@fanlight/server/testing/api'
import { buildSession, buildUser } from '@fanlight/server/testing/builders'
import { startTestServer, type TestServer } from '@fanlight/server/testing/server'
import { type ReliabilityCheck, sabotaged } from './check.ts'

// Each call of the contract is sent until its rate limiter rejects it: not one call earlier or later than the contract says, and with
// the seconds to wait. Limiter keys are tested too, and that log-in and payments stop if their counters are unavailable. `n` counts
// the requests.

/** A twentieth of each limit, so that every call can be driven to its end. */
const factor = 0.05
const allowed = (name: LimiterName) => Math.ceil(limiters[name].max * factor)
const password = 'a-lamp-in-the-window'

export const check: ReliabilityCheck = {
  id: 'S13',
  title: 'Every call has a limit that holds, and says how long to wait',
  async run() {
    const violations: string[] = registryFaults()
    const server = await startTestServer({ env: { LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: String(factor) } })
    let n = 0
    try {
      let address = 0
      const newAddress = () => `198.18.${(++address >> 8) & 255}.${address & 255}`
      const calls = sabotaged('S13') ? declared.slice(0, 5) : declared
      for (const call of calls) n += await drive(server, call, newAddress(), violations)
      n += await whoCountsAsOne(server, violations)
      n += await webhooks(server, newAddress(), violations)
      // Last, because it renames the table of login attempts.
      n += await failClosed(server, newAddress, violations)
      return { n, violations }
    } finally {
      await server.stop()
    }
  },
}

/** What the contract declares: log-in and money have strict limiters of their own, and every limiter has a call. */
function registryFaults(): string[] {
  const commands = Object.values(socketCommands).map((command) => command.limit)
  const used = new Set<string>(['webhook', ...commands, ...declared.map((call) => call.limit)])
  const unused = Object.keys(limiters).filter((name) => !used.has(name))
  const guarded = declared.filter(
    (call) => call.limit === 'money' || (call.group === 'auth' && call.who === 'public' && call.method !== 'GET'),
  )
  const strict: readonly string[] = ['money', 'login', 'passkey', 'register', 'mail']
  const open = guarded.filter((call) => !strict.includes(call.limit))
  return [
    ...unused.map((name) => `no call is counted by ${name}`),
    ...open.map((call) => `${call.route} is counted by ${call.limit}, which is not strict`),
  ]
}

const filled = (path: string) => path.replaceAll(/:[a-zA-Z]+/g, '01890000-0000-7000-8000-000000000000')

/** One anonymous client repeats one call. Requests rejected for other reasons count too: the limiter runs before other checks. */
async function drive(server: TestServer, call: Endpoint, from: string, violations: string[]): Promise<number> {
  const max = allowed(call.limit)
  const request = () =>
    api(server).call(call.method, filled(call.path), { from, ...(call.body && !call.files && { body: {} }) })
  for (let at = 1; at <= max; at++) {
    const reply = await request()
    if (reply.status === 429) {
      violations.push(`${call.route}: 429 at the ${at}th call of ${max}`)
      return at
    }
  }
  const reply = await request()
  const wait = Number(reply.headers['retry-after'])
  if (reply.status !== 429) violations.push(`${call.route}: ${reply.status} after ${max} calls, not 429`)
  else if (!(Number.isInteger(wait) && wait >= 1 && wait <= limiters[call.limit].seconds))
    violations.push(`${call.route}: Retry-After ${reply.headers['retry-after']}`)
  else if (call.method !== 'HEAD' && reply.body?.code !== 'TOO_MANY_REQUESTS')
    violations.push(`${call.route}: 429 ${reply.text.slice(0, 100)}`)
  return max + 1
}

async function whoCountsAsOne(server: TestServer, violations: string[]): Promise<number> {
  let n = 0
  const login = (from: string, headers: Record<string, string> = {}) => {
    n++
    return api(server).post('/auth/login', { email: 'x@example.com', password }, { from, headers })
  }
  const after = async (
    what: string,
    spend: (at: number) => Promise<{ status: number }>,
    then: () => Promise<{ status: number }>,
    isStopped: boolean,
  ) => {
    for (let at = 0; at < allowed('login'); at++) await spend(at)
    const { status } = await then()
    if ((status === 429) !== isStopped) violations.push(`${what}: ${status}`)
  }
  await after(
    'another address of the same /64',
    (at) => login(`2001:db8:1:2::${at + 1}`),
    () => login('2001:db8:1:2:ffff::9'),
    true,
  )
  await after(
    'an address of another /64',
    (at) => login(`2001:db8:1:3::${at + 1}`),
    () => login('2001:db8:1:4::1'),
    false,
  )
  await after(
    'IPv4 written as IPv6',
    () => login('::ffff:198.51.100.7'),
    () => login('198.51.100.7'),
    true,
  )
  const spoofed = (at: number) => ({
    'x-forwarded-for': `203.0.113.${at}`,
    'x-real-ip': `203.0.113.${at}`,
    forwarded: `for=203.0.113.${at}`,
    'cf-connecting-ip': `203.0.113.${at}`,
    'user-agent': `browser ${at}`,
  })
  await after(
    'headers that say another address',
    (at) => login('198.51.100.8', spoofed(at)),
    () => login('198.51.100.8', spoofed(99)),
    true,
  )

  // A person is one wherever they are, on however many devices; two behind one address are two.
  const [fan, other] = [await buildUser(server.ctx), await buildUser(server.ctx)]
  const second = await buildSession(server.ctx, fan.id)
  const me = (token: string, from: string) => {
    n++
    return api(server).as(token).get('/users/me', { from })
  }
  for (let at = 0; at < allowed('read'); at++) await me(at % 2 ? fan.token : second.token, `192.0.2.${at}`)
  if ((await me(second.token, '192.0.2.250')).status !== 429) violations.push('a person on two devices counts as two')
  if ((await me(other.token, '192.0.2.1')).status !== 200)
    violations.push('a neighbour is limited for the requests of another')
  return n
}

async function webhooks(server: TestServer, from: string, violations: string[]): Promise<number> {
  const { max } = limiters.webhook
  const all = max * factor + 1
  let last = 0
  for (let at = 0; at < all; at++) {
    const reply = await server.app.inject({
      method: 'POST',
      url: '/api/payment/webhooks/test',
      payload: '{}',
      remoteAddress: from,
    })
    last = reply.statusCode
    if (last === 404) {
      violations.push('the address of webhooks is another one')
      break
    }
  }
  if (last !== 429 && last !== 404) violations.push(`webhooks: ${last} after ${all} of them`)
  return all
}

/** If the login attempt counter is unavailable, every log-in fails; if the ledger is unavailable, no payment is made. */
async function failClosed(server: TestServer, newAddress: () => string, violations: string[]): Promise<number> {
  const owner = await buildUser(server.ctx, { password })
  const login = () => api(server).post('/auth/login', { email: owner.email, password }, { from: newAddress() })
  if ((await login()).status !== 200) violations.push('the right password is refused')
  await server.ctx.transaction(async (tx) => {
    await sql`SET LOCAL ROLE NONE`.execute(tx.db)
    await sql`ALTER TABLE sign_in_attempts RENAME TO sign_in_attempts_away`.execute(tx.db)
  })
  const reply = await login()
  if (reply.status < 500 || reply.cookies['token'])
    violations.push(`without the counter of login attempts a log-in is ${reply.status}`)
  return 2
}
