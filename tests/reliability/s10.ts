import { randomUUID } from 'node:crypto'
import { hashPassword } from '@fanlight/server/modules/accounts/password-hash'
import { buildFile } from '@fanlight/server/modules/feeds/testing'
import { sql } from '@fanlight/server/platform/db'
import { api, type Reply } from '@fanlight/server/testing/api'
import { type Built, buildAdmin, buildUser } from '@fanlight/server/testing/builders'
import { startTestServer, type TestServer } from '@fanlight/server/testing/server'
import type { ReliabilityCheck } from './check.ts'
import { counts } from './counts.ts'
import { areaUnderCurve, median } from './mann-whitney.ts'

// Whether somebody or something is there can't be told from an answer: the same status, the same words, the same headers, and no
// earlier or later. The two kinds are asked in turns, so that a busy machine slows both; how far times may differ is bound by how many
// were taken. `n` counts the answers.

export const check: ReliabilityCheck = {
  id: 'S10',
  title: 'No answer tells whether somebody is there',
  async run({ tier }) {
    const { samples, areaMax, gapMs } = counts.S10[tier]
    const violations: string[] = []
    const server = await startTestServer({ env: { LOG_LEVEL: 'silent' } })
    let n = 0
    try {
      // What answers at once can be asked twice as often in the time.
      const perRound = ({ waits }: Pick<Question, 'waits'>) => (waits ? samples : 2 * samples) + warmUp
      const all = await questions(server, perRound({ waits: false }) * rounds)
      /** What the times of one round tell, if anything. */
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
        const isHeard = (Math.abs(area - 0.5) > areaMax - 0.5 && gap > gapMs.least) || gap > gapMs.most
        return isHeard ? `times tell (area ${area.toFixed(2)}, medians ${gap.toFixed(1)} ms apart)` : undefined
      }
      // A busy machine may speak once. What tells something tells it again.
      const ask = async (question: Question) => {
        let told: string | undefined
        for (let round = 0; round < rounds; round++) {
          told = await listen(question, round)
          if (!told) return
        }
        violations.push(`${question.call}: ${told}`)
      }
      // What answers as soon as it can has the machine to itself; what waits for its moment waits together.
      for (const question of all.filter((one) => !one.waits)) await ask(question)
      await Promise.all(all.filter((one) => one.waits).map(ask))
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

/** What somebody outside sees of an answer, without what differs every time. */
function outside({ status, body, headers, text }: Reply): string {
  const { requestId, ...rest } = body ?? {}
  const lasting = Object.entries(headers)
    .filter(([name]) => !['x-request-id', 'date'].includes(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify({ status, rest, lasting, length: requestId ? text.length : 0 })
}

const password = 'a-lamp-in-the-window'

async function questions(server: TestServer, many: number): Promise<Question[]> {
  const { ctx } = server
  // One person a try: what was asked about somebody before must not make the next answer another one.
  const people = async () => {
    const built: Built[] = []
    // The pool lets nobody wait long: no more at once than it has connections.
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
  await sql`UPDATE accounts SET password_hash = ${passwordHash} WHERE id = ANY(${logins.map((one) => one.id)}::uuid[])`.execute(
    ctx.db,
  )
  await sql`UPDATE accounts SET email_verified_at = NULL WHERE id = ANY(${open.map((one) => one.id)}::uuid[])`.execute(
    ctx.db,
  )
  // One who wants to know, for each try and kind: nobody is stopped for asking often.
  const [curious, alsoCurious] = [await people(), await people()]
  const asker = await buildUser(ctx)
  const staff = await buildAdmin(ctx)
  const file = await buildFile(ctx, logins[0]!)
  const outsider = api(server)
  let unique = 0
  /** An address of the same length that nobody has. */
  const nobody = ({ email }: Pick<Built, 'email'>) => `x${(++unique).toString(36).padStart(11, '0')}${email.slice(12)}`
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
    ask: (email: string, at: number, kind: 0 | 1) => Promise<Reply>,
  ): Question => ({
    call,
    waits: call !== 'POST /auth/login',
    there: (at) => ask(people[at]!.email, at, 0),
    gone: (at) => ask(nobody(people[at]!), at, 1),
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
      there: () => outsider.as(asker).post('/block/users', { userId: staff.id }),
      gone: () => outsider.as(asker).post('/block/users', { userId: randomUUID() }),
    },
    {
      call: 'GET /files/:id/status',
      there: () => outsider.as(asker).get(`/files/${file}/status`),
      gone: () => outsider.as(asker).get(`/files/${randomUUID()}/status`),
    },
  ]
}
