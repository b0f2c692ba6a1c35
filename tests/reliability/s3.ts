import { declared } from '@fanlight/contract'
import type { Endpoint } from '@fanlight/contract/endpoint'
import { api, type Reply } from '@fanlight/server/testing/api'
import { hostileOf, hostileValues, jsonSchema, randomOf, unboundedIn } from '@fanlight/server/testing/inputs'
import { startTestServer, type TestServer } from '@fanlight/server/testing/server'
import { allowedFor, buildCast, type Cast, freshToken, pathOf, sendCall } from './api-world.ts'
import type { ReliabilityCheck } from './check.ts'
import { counts } from './counts.ts'

const atOnce = 24
const violationsMax = 8
const hangMs = 2_000

export const check: ReliabilityCheck = {
  id: 'S3',
  title: 'Bad input is refused: no 5xx, no hang, nothing told of our insides, and every list and text has a bound',
  async run({ tier, seed }) {
    const violations = declared.flatMap((call) =>
      (['params', 'query', 'body'] as const).flatMap((part) =>
        call[part]
          ? unboundedIn(jsonSchema(call[part])).map((path) => `${call.route}: ${part}.${path} has no upper bound`)
          : [],
      ),
    )
    const server = await startTestServer()
    const rejections: unknown[] = []
    const note = (reason: unknown) => void rejections.push(reason)
    process.on('unhandledRejection', note)
    const { badInputs } = counts.S3[tier]
    let n = 0
    try {
      const cast = await buildCast(server)
      const random = randomOf(seed)
      for (const call of declared) {
        // Enough to see what is wrong.
        if (violations.length >= violationsMax) break
        const attempts = [
          ...whole(server, call, cast),
          ...Array.from({ length: badInputs }, () => oneBad(server, call, cast, random)),
        ]
        n += attempts.length
        for (let index = 0; index < attempts.length; index += atOnce) {
          await Promise.all(
            attempts.slice(index, index + atOnce).map(async (attempt) => {
              const startedAt = performance.now()
              const reply = await attempt()
              const problem =
                judge(reply) ??
                (tier !== 'ci' && performance.now() - startedAt > hangMs ? 'took over two seconds' : undefined)
              if (problem) violations.push(`${call.route}: ${problem}`)
            }),
          )
        }
      }
      for (const reason of rejections) violations.push(`unhandled rejection: ${String(reason)}`)
      return { n, violations }
    } finally {
      process.off('unhandledRejection', note)
      await server.stop()
    }
  },
}

type Attempt = () => Promise<Reply>

function oneBad(server: TestServer, call: Endpoint, cast: Cast, random: (below: number) => number): Attempt {
  const body = call.body && hostileOf(jsonSchema(call.body), random)
  const query = call.query && random(3) === 0 ? hostileOf(jsonSchema(call.query), random) : undefined
  const path = pathOf(call, () =>
    random(4) === 0
      ? encodeURIComponent(wellFormed(hostileValues[random(hostileValues.length)]))
      : '01890000-0000-7000-8000-000000000000',
  )
  const search =
    query && typeof query === 'object'
      ? `?${Object.entries(query as object)
          .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(wellFormed(value))}`)
          .join('&')}`
      : ''
  return async () =>
    sendCall(server, call, await freshToken(server, allowedFor(call, cast)), (path + search).slice(0, 8_000), body)
}
const wellFormed = (value: unknown) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed().slice(0, 2_000)

/** Requests that are wrong as a whole. */
function whole(server: TestServer, call: Endpoint, cast: Cast): Attempt[] {
  const raw =
    (body: string, contentType: string, headers: Record<string, string> = {}): Attempt =>
    async () =>
      api(server, await freshToken(server, allowedFor(call, cast))).call(call.method, pathOf(call), {
        body,
        headers: { 'content-type': contentType, ...headers },
      })
  if (call.method === 'GET') return [raw('{', 'application/json')]
  const json = 'application/json'
  return [
    raw('['.repeat(10_000) + ']'.repeat(10_000), json),
    raw(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, json),
    raw(JSON.stringify(Array(40_000).fill(1)), json),
    raw(`{"x":"${'x'.repeat(300_000)}"}`, json),
    raw('{"__proto__":{"role":"admin"}}', json),
    raw('{"constructor":{"prototype":{"role":"admin"}}}', json),
    raw('{"name":"a","name":"b","email":"a@b.c","email":[]}', json),
    raw('{"a":"\u0000\\u0000\\ud800"}', json),
    raw('\ufeff{}', json),
    raw('null', json),
    raw('7', json),
    raw('"x"', json),
    raw('[]', json),
    raw('{', json),
    raw('', json),
    raw('{}', 'text/plain'),
    raw('<a/>', 'application/xml'),
    raw('a=b', 'application/x-www-form-urlencoded'),
    raw('{}', 'application/json; charset=utf-16'),
    raw('{}', ';;;'),
    raw('--x\r\ncontent-disposition: form-data; name="a', 'multipart/form-data; boundary=x'),
    raw(
      '--x\r\ncontent-disposition: form-data; name="idFront"; filename="a"\r\n\r\nabc',
      'multipart/form-data; boundary=x',
    ),
    raw(
      '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n',
      'multipart/form-data; boundary=x',
    ),
    raw('--x--', 'multipart/form-data'),
    raw('{}', json, { authorization: 'x'.repeat(12_000) }),
    raw('{}', json, { cookie: `token=${'%00'.repeat(50)}; locale=%; device=\u00ff` }),
    raw('{}', json, {
      'idempotency-key': 'x'.repeat(500),
      'accept-language': ',;q=,'.repeat(500),
      'user-agent': '\u00ff'.repeat(900),
    }),
  ]
}

const insides = /\bat [\w.<>]+ \(|node_modules|\.ts:\d+|\bSELECT\b.*\bFROM\b|syntax error|violates|pg_|relation "/
function judge(reply: Reply): string | undefined {
  // 503 is an honest "too busy"; anything else from 500 up is a bug.
  if (reply.status >= 500 && reply.status !== 503) return `${reply.status} ${reply.text.slice(0, 200)}`
  if (reply.status >= 400 && insides.test(reply.text)) return `tells of our insides: ${reply.text.slice(0, 200)}`
  if (reply.status >= 400 && typeof reply.body?.code !== 'string')
    return `${reply.status} without a code: ${reply.text.slice(0, 100)}`
  return undefined
}
