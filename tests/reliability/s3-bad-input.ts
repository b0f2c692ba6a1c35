import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { declared } from '@fanlight/contract'
import { changesState, type Endpoint } from '@fanlight/contract/endpoint'
import { hostileOf, hostileValues, jsonSchema, randomOf, sampleOf, unboundedIn } from '@fanlight/server/testing/inputs'
import { buildUser } from '@fanlight/server/testing/builders'
import { startTestServer } from '@fanlight/server/testing/server'
import { allowedFor, type ApiRequest, buildWorld, freshTokens, unknownId, pathOf, type World } from './api-world.ts'
import { type BadBody, badBodies, badForms, bigBodies } from './bad-bodies.ts'
import { type ReliabilityCheck, sabotaged } from './check.ts'
import { counts } from './counts.ts'
import { type Answer, requestBytes, sendPipelined } from './raw-http.ts'
import { hugeHeads, slowBodies } from './slow-and-huge.ts'
import { requests } from './valid-requests.ts'

// Every call gets a number of bad inputs: values of its own schema with one error, with references to objects that exist and that do
// not, and requests that are wrong as a whole. They travel as bytes over real connections, many behind one another.

export const check: ReliabilityCheck = {
  id: 'S3',
  title: 'Bad input is refused: no 5xx, no hang, no internals disclosed, and every list and text has a bound',
  async run({ tier, seed }) {
    const violations = declared.flatMap(unbounded)
    const server = await startTestServer({ listen: true, env: { LOG_LEVEL: 'silent', DATABASE_POOL: '16' } })
    const port = Number(new URL(server.url).port)
    const rejections: unknown[] = []
    const note = (reason: unknown) => void rejections.push(reason)
    process.on('unhandledRejection', note)
    // The deliberate bug is in the reader of forms, and the first forms show it.
    const badInputs = sabotaged('S3') ? 30 : counts.S3[tier].badInputs
    let n = 0
    try {
      const world = await buildWorld(server)
      const random = randomOf(seed)
      const calls = declared.filter((call) => !sabotaged('S3') || brokenBySabotage.has(call.route))
      if (!sabotaged('S3')) violations.push(...(await hugeHeads(port)))
      const patient = sabotaged('S3') ? Promise.resolve([]) : slowBodies(port)
      let before: number | undefined
      for (let from = 0; from < calls.length && violations.length < violationsMax; from += callsAtOnce) {
        const some = calls.slice(from, from + callsAtOnce)
        const found = await Promise.all(some.map((call) => tryCall(world, port, call, random, badInputs)))
        for (const entry of found) violations.push(...entry.violations)
        n += found.reduce((sum, entry) => sum + entry.n, 0)
        // What is loaded and compiled once is not a leak.
        if (before === undefined && from >= calls.length / 4) before = await retainedBytes()
      }
      violations.push(...(await patient))
      const grown = before === undefined ? 0 : (await retainedBytes()) - before
      if (grown > grownBytesMax) violations.push(`memory grew by ${Math.round(grown / 2 ** 20)} MB`)
      for (const reason of rejections) violations.push(`unhandled rejection: ${String(reason)}`)
      return { n, violations: [...new Set(violations)].slice(0, 30) }
    } finally {
      process.off('unhandledRejection', note)
      await server.stop()
    }
  },
}

const callsAtOnce = 6
const violationsMax = 8
const patienceMs = 10_000
const batch = 30
const grownBytesMax = 30 * 2 ** 20
const settlingRounds = 5
const settlingMs = 200
/** The deliberate bug lets the errors of the reader of forms through. */
const brokenBySabotage = new Set(['POST /auth/performers/register', 'POST /performers/documents/upload'])

const unbounded = (call: Endpoint): string[] =>
  (['params', 'query', 'body'] as const).flatMap((part) =>
    call[part]
      ? unboundedIn(jsonSchema(call[part])).map((path) => `${call.route}: ${part}.${path} has no upper bound`)
      : [],
  )

interface Bad {
  path: string
  body?: Buffer | string
  headers: Record<string, string>
}

async function tryCall(world: World, port: number, call: Endpoint, random: (below: number) => number, count: number) {
  // The person who has just logged in needs no password to leave: the cast would be gone.
  const me = call.route === 'POST /users/me/closing' ? await buildUser(world.server.ctx) : allowedFor(call, world.cast)
  const usual = await usualRequest(world, call)
  const bad: Bad[] = wholly(call).map((entry) => ({ path: pathOf(call, usual), ...entry }))
  while (bad.length < count) bad.push(oneBad(call, usual, random))
  const tokens = await freshTokens(
    world.server,
    Array.from({ length: Math.ceil(bad.length / batch) }, () => me),
  )
  const bytes = bad.map(({ path, body, headers }, index) => {
    const token = tokens[Math.floor(index / batch)]
    return requestBytes(
      call.method,
      `/api${path}`,
      {
        ...(token && { authorization: token }),
        ...(call.idempotent === 'own' && { 'idempotency-key': randomUUID() }),
        ...headers,
      },
      body,
    )
  })
  const violations: string[] = []
  for (let from = 0; from < bytes.length; from += batch) {
    const answers = await sendPipelined(port, bytes.slice(from, from + batch), patienceMs)
    for (const [index, answer] of answers.entries()) {
      const problem = judge(answer, call)
      if (problem) violations.push(`${call.route}: ${problem} (${describe(bad[from + index]!)})`)
    }
    if (violations.length >= violationsMax) break
  }
  return { n: bad.length, violations }
}

const describe = ({ path, body, headers }: Bad) =>
  `${path.slice(0, 120)} ${headers['content-type'] ?? ''} ${String(body ?? '').slice(0, 120)}`

/** Requests that are invalid as a whole; the largest go to a few representative calls. */
function wholly(call: Endpoint): BadBody[] {
  if (!changesState(call.method)) return [{ body: '{', headers: { 'content-type': 'application/json' } }]
  if (call.files) return badForms(call)
  return [...badBodies, ...(takesBigOnes.has(call.route) ? bigBodies : [])]
}
const takesBigOnes = new Set(['POST /auth/login', 'PUT /performers/me', 'POST /comments', 'POST /auth/logout'])

const usualRequest = async (world: World, call: Endpoint): Promise<ApiRequest> => {
  const { make, about } = requests[call.route as keyof typeof requests]
  const me = allowedFor(call, world.cast)
  return (
    (await make(world, me, 'own')) ?? (about.includes('theirs') ? await make(world, me, 'theirs') : undefined) ?? {}
  )
}

/** One thing wrong with an otherwise plausible request; half of them are about something that is there. */
function oneBad(call: Endpoint, usual: ApiRequest, random: (below: number) => number): Bad {
  const real = random(2) === 0
  const base = call.body && (real && usual.body !== undefined ? usual.body : sampleOf(jsonSchema(call.body)))
  const body = call.body && hostileOf(jsonSchema(call.body), random, base)
  const params = Object.fromEntries(
    [...call.path.matchAll(/:([a-zA-Z]+)/g)].map(([, name = '']) => {
      const usually = (real && usual.params?.[name]) || unknownId
      return [name, random(call.body ? 6 : 2) === 0 ? encodeURIComponent(asText(oneOf(random))) : usually]
    }),
  )
  const query = call.query && { ...(real && usual.query), ...badQuery(call, random) }
  const path = pathOf(call, { params, ...(query && { query }) }).slice(0, 8_000)
  if (!changesState(call.method) || body === undefined) return { path, headers: {} }
  if (call.files) return { path, ...asForm(call, body, random) }
  return { path, body: JSON.stringify(body) ?? 'undefined', headers: { 'content-type': 'application/json' } }
}

const oneOf = (random: (below: number) => number) => hostileValues[random(hostileValues.length)]
const asText = (value: unknown) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed().slice(0, 2_000)

function badQuery(call: Endpoint, random: (below: number) => number): Record<string, string> {
  const names = Object.keys(jsonSchema(call.query!).properties)
  return Object.fromEntries(
    Array.from({ length: 1 + random(3) }, () => [names[random(names.length)]!, asText(oneOf(random))]),
  )
}

function asForm(call: Endpoint, body: unknown, random: (below: number) => number): Omit<Bad, 'path'> {
  const fields = Object.entries(body !== null && typeof body === 'object' ? body : { body })
  const parts = fields.map(
    ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${asText(value)}\r\n`,
  )
  const file = `--x\r\ncontent-disposition: form-data; name="${call.files![0]}"; filename="a"\r\n\r\n${asText(oneOf(random))}\r\n`
  return {
    body: `${parts.join('')}${random(4) === 0 ? '' : file}--x--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  }
}

const insides = /\bat [\w.<>]+ \(|node_modules|\.ts:\d+|\bSELECT\b.*\bFROM\b|syntax error|violates|pg_|relation "/
function judge(answer: Answer | undefined, { method }: Endpoint): string | undefined {
  if (!answer) return 'no answer'
  const { status, text } = answer
  // 503 is an honest "too busy"; anything else from 500 up is a bug.
  if (status >= 500 && status !== 503) return `${status} ${text.slice(0, 200)}`
  if (status >= 400 && insides.test(text)) return `discloses internals: ${text.slice(0, 200)}`
  if (status >= 400 && method !== 'HEAD' && !/"code":"[A-Z_]+"/.test(text))
    return `${status} without a code: ${text.slice(0, 100)}`
  return undefined
}

/** Memory that is really retained: freed pages return to the operating system some moments after a collection, not during it. */
async function retainedBytes(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < settlingRounds; round++) {
    collect()
    await sleep(settlingMs)
    const { heapUsed, external } = process.memoryUsage()
    least = Math.min(least, heapUsed + external)
  }
  return least
}
