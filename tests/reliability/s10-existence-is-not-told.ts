import { randomUUID } from 'node:crypto'
import { hashPassword } from '@fanlight/server/modules/people/accounts/auth/password-hash'
import { buildFeed, buildFile } from '@fanlight/server/modules/content/posts/testing'
import { sql } from '@fanlight/server/platform/db/db'
import { api, type Reply } from '@fanlight/server/testing/api'
import { type Built, buildAdmin, buildBlock, buildPerformer, buildUser } from '@fanlight/server/testing/builders'
import { startTestServer, type TestServer } from '@fanlight/server/testing/server'
import type { ReliabilityCheck } from './check.ts'
import { counts } from './counts.ts'
import { areaUnderCurve, median } from './mann-whitney.ts'

// A response must not disclose whether an account or object exists: the same status, the same text, the same headers, and no
// earlier or later. The two kinds are requested in turn, so that a busy machine slows both; the time limit depends on how many samples
// were taken. `n` counts the answers.

export const check: ReliabilityCheck = {
  id: 'S10',
  title: 'No reply reveals whether an account exists',
  async run({ tier }) {
    const { samples, areaMax, gapMs } = counts.S10[tier]
    const violations: string[] = []
    const server = await startTestServer({ env: { LOG_LEVEL: 'silent' } })
    let n = 0
    try {
      // Calls that answer immediately can be requested twice as often in the same time.
      const perRound = ({ waits }: Pick<Question, 'waits'>) => (waits ? samples : 2 * samples) + warmUp
      const all = await questions(server, perRound({ waits: false }) * rounds)
      /** What the response times of one round disclose, if anything. */
      const listen = async (question: Question, round: number): Promise<string | undefined> => {
        const times: [number[], number[]] = [[], []]
        for (let at = 0; at < perRound(question); at++)
          // Who goes first changes, so that neither always finds the other's traces warm.
          for (const kind of at % 2 ? [0, 1] : [1, 0]) {
            const startedAt = performance.now()
            const reply = await (kind === 0 ? question.there : question.gone)(round * perRound(question) + at)
            const tookMs = performance.now() - startedAt
            n++
            if (at >= warmUp) times[kind]!.push(tookMs)
            const other = (question.seen ??= outside(reply))
            if (outside(reply) !== other)
              violations.push(`${question.call} answers ${outside(reply)} and ${other}`.slice(0, 600))
          }
        const area = areaUnderCurve(...times)
        const gap = Math.abs(median(times[0]) - median(times[1]))
        const isDetected = (Math.abs(area - 0.5) > areaMax - 0.5 && gap > gapMs.least) || gap > gapMs.most
        return isDetected ? `times tell (area ${area.toFixed(2)}, medians ${gap.toFixed(1)} ms apart)` : undefined
      }
      // A busy machine may cause one false detection. A real leak is detected again.
      const request = async (question: Question) => {
        let reply: string | undefined
        for (let round = 0; round < rounds; round++) {
          reply = await listen(question, round)
          if (!reply) return
        }
        violations.push(`${question.call}: ${reply}`)
      }
      // Calls that answer as soon as they can are measured alone; calls with a fixed response time are measured concurrently.
      for (const question of all.filter((entry) => !entry.waits)) await request(question)
      await Promise.all(all.filter((entry) => entry.waits).map(request))
      return { n, violations: [...new Set(violations)] }
    } finally {
      await server.stop()
    }
  },
}
const warmUp = 1
const builtAtOnce = 8
const rounds = 2

interface Question {
  call: string
  there: (at: number) => Promise<Reply>
  gone: (at: number) => Promise<Reply>
  seen?: string
  /** It answers no earlier than a set moment. */
  waits?: boolean
}

/** What an outside client receives in a response, without the parts that differ every time. */
function outside({ status, body, headers, text }: Reply): string {
  const { requestId, ...rest } = body ?? {}
  const lasting = Object.entries(headers)
    .filter(([name]) => !['x-request-id', 'date'].includes(name))
    .sort(([left], [right]) => (left < right ? -1 : 1))
  return JSON.stringify({ status, rest, lasting, length: requestId ? text.length : 0 })
}

const password = 'a-lamp-in-the-window'

async function questions(server: TestServer, many: number): Promise<Question[]> {
  const { ctx } = server
  // One account per try: earlier requests about an account must not change the next response.
  const people = async () => {
    const built: Built[] = []
    // The pool rejects clients that wait too long: no more concurrent requests than it has connections.
    while (built.length < many)
      built.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(builtAtOnce, many - built.length) }, () => buildUser(ctx)),
        )),
      )
    return built
  }
  const passwordHash = await hashPassword({ password, hashed: false })
  const [logins, forgetful, open, registered, owners] = [
    await people(),
    await people(),
    await people(),
    await people(),
    await people(),
  ]
  await sql`UPDATE accounts SET password_hash = ${passwordHash} WHERE id = ANY(${logins.map((login) => login.id)}::uuid[])`.execute(
    ctx.db,
  )
  await sql`UPDATE accounts SET email_verified_at = NULL WHERE id = ANY(${open.map((entry) => entry.id)}::uuid[])`.execute(
    ctx.db,
  )
  // One requester for each try and kind, so that none reaches a rate limit.
  const [curious, alsoCurious] = [await people(), await people()]
  const requester = await buildUser(ctx)
  const staff = await buildAdmin(ctx)
  const file = await buildFile(ctx, logins[0]!)
  const performer = await buildPerformer(ctx)
  const hiddenPost = await buildFeed(ctx, performer)
  await buildBlock(ctx, performer, requester)
  const outsider = api(server)
  let unique = 0
  /** An email address of the same length that belongs to no account. */
  const unknownEmail = ({ email }: Pick<Built, 'email'>) =>
    `x${(++unique).toString(36).padStart(11, '0')}${email.slice(12)}`
  const form = (email: string) => ({
    name: 'Noor',
    username: `noor_${String(++unique).padStart(6, '0')}`,
    email,
    password,
    acceptTerms: true,
  })
  const about = (
    call: string,
    people: readonly Built[],
    request: (email: string, at: number, kind: 0 | 1) => Promise<Reply>,
  ): Question => ({
    call,
    waits: call !== 'POST /auth/login',
    there: (at) => request(people[at]!.email, at, 0),
    gone: (at) => request(unknownEmail(people[at]!), at, 1),
  })
  return [
    about('POST /auth/login', logins, (email) =>
      outsider.post('/auth/login', { email, password: 'not-the-right-one' }),
    ),
    about('POST /auth/users/forgot', forgetful, (email) => outsider.post('/auth/users/forgot', { email })),
    about('POST /auth/email-verification', open, (email) => outsider.post('/auth/email-verification', { email })),
    about('POST /auth/users/register', registered, (email) => outsider.post('/auth/users/register', form(email))),
    about('POST /auth/users/me/email', owners, (email, at, kind) =>
      outsider.as((kind === 0 ? curious : alsoCurious)[at]!).post('/auth/users/me/email', { email }),
    ),
    {
      call: 'POST /block/users',
      there: () => outsider.as(requester).post('/block/users', { userId: staff.id }),
      gone: () => outsider.as(requester).post('/block/users', { userId: randomUUID() }),
    },
    {
      call: 'GET /user/feeds/:id',
      there: () => outsider.as(requester).get(`/user/feeds/${hiddenPost}`),
      gone: () => outsider.as(requester).get(`/user/feeds/${randomUUID()}`),
    },
    {
      call: 'GET /files/:id/status',
      there: () => outsider.as(requester).get(`/files/${file}/status`),
      gone: () => outsider.as(requester).get(`/files/${randomUUID()}/status`),
    },
  ]
}
