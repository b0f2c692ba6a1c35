import type { LookupAddress } from 'node:dns'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, isIP, Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EgressError, openConnection, openEgress } from '@fanlight/server/platform/egress'
import { type ReliabilityCheck, sabotaged } from './check.ts'

// A user submits an address to make the server send requests to internal hosts. Each notation of an address that is not
// public is tested literally, as the DNS result of a name, as a later DNS result of the name, and as a redirect target.
// Every connection that this process is about to open is recorded, whatever code opens it.

export const check: ReliabilityCheck = {
  id: 'S8',
  title: 'Nothing here connects to an address that is not public, however it is written or reached',
  async run() {
    const violations: string[] = []
    const connections = watchConnections()
    let n = 0
    try {
      n += await literals(violations)
      if (!sabotaged('S8')) {
        n += await names(violations)
        n += await rebinding(connections, violations)
        n += await redirects(connections, violations)
        n += singleEgress(violations)
      }
      for (const address of connections.strange()) violations.push(`a connection to ${address}`)
    } finally {
      connections.stop()
    }
    return { n, violations: violations.slice(0, 20) }
  },
}

/** One of each network that is not the public Internet. */
const four = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.1.2.3',
  '127.255.255.254',
  '169.254.169.254',
  '169.254.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.7',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.255.254',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.3',
  '203.0.113.9',
  '224.0.0.1',
  '239.1.1.1',
  '240.0.0.1',
  '255.255.255.255',
]
const six = [
  '::',
  '::1',
  '::2',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:169.254.169.254',
  '::ffff:8.8.8.8',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:a9fe:a9fe::',
  '3fff::1',
  '3fff:fff::1',
  'fc00::1',
  'fd00::1',
  'fdff:ffff::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  'ff0e::1',
  '5f00::1',
  '4000::1',
]

/** The ways in which one IPv4 address can be written into a URL. */
function spellings(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  const whole = ((a * 256 + b) * 256 + c) * 256 + d
  const hex = (byte: number) => `0x${byte.toString(16)}`
  const octal = (byte: number) => `0${byte.toString(8)}`
  const wide = [...address]
    .map((sign) => (sign === '.' ? '。' : String.fromCodePoint(sign.codePointAt(0)! + 0xfee0)))
    .join('')
  return [
    address,
    `${address}.`,
    String(whole),
    hex(whole),
    `0${whole.toString(8)}`,
    [a, b, c, d].map(hex).join('.'),
    [a, b, c, d].map(octal).join('.'),
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    address.replaceAll('.', '%2e'),
    wide,
  ]
}

const kindOf = (trying: Promise<unknown>) =>
  trying.then(
    () => 'sent',
    (error: unknown) => (error instanceof EgressError ? error.kind : String(error)),
  )

async function literals(violations: string[]): Promise<number> {
  const egress = openEgress([])
  const hosts = [...four.flatMap(spellings), ...six.map((entry) => `[${entry}]`)]
  const urls = [
    ...hosts.map((host) => `https://${host}/`),
    ...['http', 'ftp', 'file', 'gopher', 'data', 'ws', 'wss', 'javascript', 'dict', 'jar'].map(
      (scheme) => `${scheme}://example.com/`,
    ),
    ...[22, 25, 80, 6379, 8443].map((port) => `https://example.com:${port}/`),
    'https://name@example.com/',
    'https://name:secret@example.com/',
    'https://example.com:443@127.0.0.1/',
    'https://127.0.0.1#@example.com/',
    'https://127.0.0.1\\@example.com/',
    'https:127.0.0.1',
    'https:///127.0.0.1',
    '//127.0.0.1/',
    '',
  ]
  const found = await Promise.all(
    urls.map(async (url) => [url, await kindOf(egress.send(url, { deadlineMs: 500 }))] as const),
  )
  await egress.close()
  for (const [url, kind] of found) if (kind !== 'forbidden') violations.push(`${url}: ${kind}`)
  const bare = [...four, ...six]
  for (const host of bare) {
    const kind = await kindOf(openConnection({ host, port: 25 }))
    if (kind !== 'forbidden') violations.push(`a bare connection to ${host}: ${kind}`)
  }
  return urls.length + bare.length
}

type Resolver = (hostname: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => void
/** A resolver of ours, whose answers change from question to question; the last one stays. */
function resolving(...answers: string[][]): Resolver & { lookups: number } {
  const resolver = Object.assign(
    (_hostname: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => {
      const found = answers[Math.min(resolver.lookups++, answers.length - 1)]!
      done(
        null,
        found.map((address) => ({ address, family: isIP(address) })),
      )
    },
    { lookups: 0 },
  )
  return resolver
}

/** Names that resolve to such addresses, alone or among public ones. */
async function names(violations: string[]): Promise<number> {
  const bad = [...four, ...six]
  const answers = bad.flatMap((address) => [[address], ['8.8.8.8', address], [address, '2606:4700::1111']])
  for (const addresses of answers) {
    const egress = openEgress([], resolving(addresses))
    const kind = await kindOf(egress.send('https://name.example/'))
    await egress.close()
    const mail = await kindOf(openConnection({ host: 'name.example', port: 25 }, resolving(addresses)))
    for (const entry of [kind, mail])
      if (entry !== 'forbidden') violations.push(`a name at ${addresses.join()}: ${entry}`)
  }
  return answers.length * 2
}

/** A name that resolves to a public address when it is checked and to an internal address when it is connected to. */
async function rebinding(connections: ReturnType<typeof watchConnections>, violations: string[]): Promise<number> {
  const bad = [...four.slice(0, 12), ...six.slice(0, 12)]
  const tries = bad.map(async (address) => {
    const resolver = resolving(['8.8.8.8'], [address])
    const egress = openEgress([], resolver)
    const kinds = []
    // The first goes out, to the very address that was checked; this check cuts it where it would begin.
    for (let turn = 0; turn < 3; turn++)
      kinds.push(await kindOf(egress.send('https://turning.example/', { deadlineMs: 400 })))
    if (kinds.join() !== 'unanswered,forbidden,forbidden')
      violations.push(`a name that turns to ${address}: ${kinds.join()}`)
    if (resolver.lookups !== 3)
      violations.push(`a name that turns to ${address} was looked up ${resolver.lookups} times for 3 requests`)
  })
  await Promise.all(tries)
  if (connections.outside().some((address) => address !== '8.8.8.8'))
    violations.push(`connections to ${connections.outside().join()}`)
  return bad.length * 3
}

/** An allowed origin that responds with every kind of redirect. The caller receives the redirect, and no request follows it. */
async function redirects(connections: ReturnType<typeof watchConnections>, violations: string[]): Promise<number> {
  const targets = [
    ...four.map((entry) => `http://${entry}/`),
    ...six.map((entry) => `https://[${entry}]/`),
    'file:///etc/passwd',
    '/round-and-round',
    '//127.0.0.1:1/',
  ]
  let served = 0
  const server = createServer((request, reply) => {
    served++
    const [, status, target] = /^\/(\d+)\/(.*)$/.exec(request.url!) ?? [undefined, '302', '/round-and-round']
    reply
      .writeHead(Number(status), {
        location: decodeURIComponent(target!),
        refresh: `0; url=${decodeURIComponent(target!)}`,
      })
      .end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  connections.allow(origin)
  const egress = openEgress([origin])
  let n = 0
  for (const status of [301, 302, 303, 307, 308])
    for (const target of targets) {
      n++
      const reply = await egress
        .send(`${origin}/${status}/${encodeURIComponent(target)}`)
        .catch((error: unknown) => error as Error)
      if (!('status' in reply) || reply.status !== status)
        violations.push(`${status} to ${target}: ${JSON.stringify(reply)}`)
    }
  await egress.close()
  server.close()
  if (served !== n) violations.push(`${n} requests to an origin that leads elsewhere became ${served}`)
  return n
}

/** Notes every connection of this process; none but to `allow` gets further than its beginning. */
function watchConnections() {
  const seen: string[] = []
  const allowed = new Set<string>()
  const emit = Socket.prototype.emit
  Socket.prototype.emit = function (this: Socket, event: string, ...values: unknown[]) {
    if (event === 'lookup' && values[0] === null) {
      seen.push(String(values[1]))
      this.destroy()
    }
    if (event === 'connectionAttempt' && !allowed.has(`${String(values[0])}:${String(values[1])}`)) {
      seen.push(String(values[0]))
      process.nextTick(() => this.destroy(new Error('cut by this check')))
    }
    return emit.apply(this, [event, ...values] as never)
  } as typeof emit
  return {
    allow: (origin: string) => allowed.add(new URL(origin).host),
    outside: () => [...new Set(seen)],
    /** What is no public address, by a list of this check's own. */
    strange: () => [...new Set(seen)].filter((address) => four.includes(address) || six.includes(address)),
    stop: () => {
      Socket.prototype.emit = emit
    },
  }
}

const server = fileURLToPath(new URL('../../apps/server/src/', import.meta.url))
/** Files that may hold what opens connections, and what they do with it. Reviewed as code. */
const mayHold: Record<string, string> = {
  'platform/egress.ts': 'is the egress module',
  'platform/files/data-folder.ts': 'listens on a socket of its own folder',
  'platform/process/free-port.ts': 'finds free ports',
  'platform/http/http-upgrade.ts': 'extends the class of requests that come in',
  'roles.ts': 'finds out whether a port is free',
  'modules/live/room-feed/overlay-script.ts': 'is run by browsers, where it asks the own site',
  // A command of the operator, who runs it by hand; its addresses are those of the configuration and of nobody else.
  'doctor/doctor.ts': 'looks up the names in the configuration',
  'doctor/certificate.ts': 'reads the certificate of the own site',
  'doctor/site-connection.ts': 'connects to the own site, as the world does',
  'doctor/stun-exchange.ts': 'asks the own live port and TURN servers',
  'doctor/live-rtmp-port.ts': 'greets the own port for programs that send by RTMP',
}
const opens =
  /\bfrom '(?:node:)?(?:http|https|http2|net|tls|dgram|dns|dns\/promises|undici|axios|got|ws)'|\bimport\('(?:node:)?(?:http|https|http2|net|tls|dgram|undici)'\)|\bfetch\(|\bnew (?:WebSocket|EventSource)\(/
/** Types, and questions about an address, open nothing. */
const harmless = /^import type |^import \{ isIP(?:v[46])? \} from 'node:net'$|\.#fetch\(/

function singleEgress(violations: string[]): number {
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/(^|\/)testing(\/|\.ts$)/.test(file),
  )
  for (const file of files)
    for (const line of readFileSync(join(server, file), 'utf8').split('\n'))
      if (opens.test(line) && !harmless.test(line.trim()) && !(file in mayHold))
        violations.push(`${file} opens connections by itself: ${line.trim()}`)
  return files.length
}
