import { connect, type Socket } from 'node:net'
import { requestBytes, sendPipelined } from './raw-http.ts'

// What a single request can't do alone: bodies that trickle in, heads without end, many of them at once. Everybody else is served.
// Heads are sent before the load of the check, which lives in the same process: the server reads at most 16 KiB of one and answers
// within milliseconds. Other checks run beside this one, so a client waits long enough for a busy machine.

const slowMs = 12_000
const timeoutMs = 10_000
const slowClients = 40

/** What went wrong with request heads, as text. */
export async function hugeHeads(port: number): Promise<string[]> {
  const violations: string[] = []
  for (const [what, bytes] of heads) {
    const answer = await rawAnswer(port, bytes, timeoutMs)
    if (!/^HTTP\/1\.1 4\d\d /.test(answer)) violations.push(`${what} got ${answer.slice(0, 60) || 'no answer'}`)
    else if (!/"code":"[A-Z_]+"/.test(answer))
      violations.push(`${what} got an answer of another shape: ${answer.slice(-80)}`)
    if (/node_modules|\bat [\w.<>]+ \(/.test(answer)) violations.push(`${what} disclosed internals`)
  }
  return violations
}

/** What went wrong with endless bodies, as text. */
export async function slowBodies(port: number): Promise<string[]> {
  const violations: string[] = []
  const slow = Array.from({ length: slowClients }, () => trickle(port))
  const [others] = await sendPipelined(port, [requestBytes('GET', '/api/health', {})], timeoutMs)
  if (others?.status !== 200) violations.push(`while bodies trickle in, others got ${others?.status ?? 'no answer'}`)
  for (const status of new Set(await Promise.all(slow)))
    if (status !== 400) violations.push(`a body that never ended got ${status ?? 'no answer'}`)
  return violations
}

const line = (text: string) => `${text}\r\n`
const heads: [string, Buffer | string][] = [
  ['a head of 100,000 fields', `GET /api/health HTTP/1.1\r\n${line('x: y').repeat(100_000)}\r\n`],
  ['a field of a megabyte', `GET /api/health HTTP/1.1\r\n${line(`x: ${'y'.repeat(1_000_000)}`)}\r\n`],
  ['a path of 100 kB', `GET /api/${'a'.repeat(100_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`],
  ['no HTTP at all', 'hello there\r\n\r\n'],
  [
    'two lengths',
    'POST /api/auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}',
  ],
  [
    'length and chunks',
    'POST /api/auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}',
  ],
  [
    'a chunk of no size',
    'POST /api/auth/login HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n',
  ],
  ['a field name with a space', 'GET /api/health HTTP/1.1\r\nhost : x\r\n\r\n'],
]

function rawAnswer(port: number, bytes: Buffer | string, waitMs: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let output = ''
    const stop = setTimeout(() => socket.destroy(), waitMs)
    socket.on('data', (chunk: Buffer) => (output += chunk.toString('latin1')))
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(stop)
      resolve(output)
    })
    socket.end(bytes)
  })
}

/** A body that is announced and comes a byte at a time. Answers the status it got. */
function trickle(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const socket: Socket = connect(port, '127.0.0.1')
    let output = ''
    socket.write(
      'POST /api/auth/users/forgot HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
    )
    const drops = setInterval(() => socket.write(' '), 500)
    const stop = setTimeout(() => socket.destroy(), slowMs + 15_000)
    socket.on('data', (chunk: Buffer) => (output += chunk.toString('latin1')))
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(drops)
      clearTimeout(stop)
      resolve(output ? Number(output.slice(9, 12)) : undefined)
    })
  })
}
