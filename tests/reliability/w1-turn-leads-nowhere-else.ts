import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { turnServers } from '@fanlight/server/modules/live/engine/turn'
import { freeUdpPort } from '@fanlight/server/platform/process/free-port'
import { isInstalled } from '../browser/engine.ts'
import { type ReliabilityCheck, sabotaged } from './check.ts'
import { counts } from './counts.ts'
import { bytesOf, type Credentials, TurnClient } from './turn-client.ts'

// A TURN server as docs/operating.md sets it up, with the credentials that the product gives: its relays lead to live video and nowhere else, what one
// account may take up is bounded, and credentials end. Without coturn on this machine, what we give is looked at alone.

const secret = 'a-secret-of-this-check-alone'
/** Where live video is in the documentation. */
const liveAddress = '203.0.113.7'
const minutesMax = 10
/** As the documentation bounds it. */
const relaysMax = 12

/** What may not be reached, by first address and length of the network: everything that is reserved, and the public Internet. */
const forbidden: Record<4 | 6, readonly string[]> = {
  4: [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.128/25',
    '224.0.0.0/4',
    '240.0.0.0/4',
    '8.8.8.0/24',
  ],
  6: [
    '::/128',
    '::1/128',
    '::ffff:7f00:0/104',
    '::ffff:a00:0/104',
    '::7f00:0/104',
    '64:ff9b::/96',
    '100::/64',
    '2001::/23',
    '2001:db8::/32',
    '2002::/16',
    'fc00::/7',
    'fe80::/10',
    'ff00::/8',
    '2a00::/16',
  ],
}

export const check: ReliabilityCheck = {
  id: 'W1',
  title: 'A TURN server leads to live video and nowhere else, for ten minutes and a few relays',
  async run({ tier, random }) {
    const violations: string[] = []
    const now = new Date()
    const of = (account: string, at: Date): Credentials => {
      const [server] = turnServers({ urls: ['turn:turn.example.com'], secret }, account, at)
      return { username: String(server?.username), credential: String(server?.credential) }
    }
    const seconds = Number(of('a', now).username.split(':')[0]) - now.getTime() / 1000
    if (!(seconds <= minutesMax * 60)) violations.push(`credentials are good for ${Math.round(seconds / 60)} minutes`)
    if (!isInstalled('turnserver')) {
      console.error('W1: no relay was asked for, because this machine has no coturn.')
      return { n: 1, violations }
    }
    const server = await startCoturn()
    let n = 1
    try {
      for (const family of [4, 6] as const) {
        const client = await TurnClient.open(server.port, of('one', now))
        const made = await client.allocate(family)
        if (made !== 0) violations.push(`right credentials get no relay over IPv${family}: ${made}`)
        // What may be reached is, so that the refusals below say something.
        if (family === 4 && (await client.permit(liveAddress)) !== 0) violations.push('live video is not reached')
        for (let at = 0; at < counts.W1[tier].targets; at++) {
          const networks = forbidden[family]
          const address = within(networks[at % networks.length]!, random)
          n++
          if ((await client.permit(address)) === 0) violations.push(`a relay leads to ${address}`)
        }
        client.close()
      }
      const wrong = { ...of('one', now), credential: of('two', now).credential }
      const ended = of('one', new Date(now.getTime() - minutesMax * 60_000 - 1_000))
      for (const [what, credentials] of Object.entries({ 'a wrong password': wrong, 'what has ended': ended })) {
        n++
        if ((await answerTo(server.port, credentials)) !== 401) violations.push(`${what} gets a relay`)
      }
      violations.push(...(await goesOnAfterTheEnd(server.port, of)))
      violations.push(...(await tooMany(server.port, of, counts.W1[tier].relays)))
      n += counts.W1[tier].relays
    } finally {
      await server.stop()
    }
    return { n, violations }
  },
}

async function answerTo(port: number, credentials: Credentials): Promise<number> {
  const client = await TurnClient.open(port, credentials)
  try {
    return await client.allocate()
  } finally {
    client.close()
  }
}

/** A relay that is in use stays when its credentials end: they are for getting one. */
async function goesOnAfterTheEnd(port: number, of: (account: string, at: Date) => Credentials): Promise<string[]> {
  const client = await TurnClient.open(port, of('late', new Date(Date.now() - minutesMax * 60_000 + 1_500)))
  try {
    if ((await client.allocate()) !== 0) return ['credentials end before their time']
    await sleep(2_500)
    return (await client.refresh(600)) === 0 ? [] : ['a relay that is in use ends with its credentials']
  } finally {
    client.close()
  }
}

/** One account asks for many relays, with other credentials each time. */
async function tooMany(port: number, of: (account: string, at: Date) => Credentials, relays: number) {
  const clients: TurnClient[] = []
  let granted = 0
  for (let n = 0; n < relays; n++) {
    const client = await TurnClient.open(port, of('many', new Date(Date.now() - (n % 60) * 1_000)))
    clients.push(client)
    if ((await client.allocate()) === 0) granted++
  }
  for (const client of clients) client.close()
  return granted > relaysMax || granted === 0 ? [`one account gets ${granted} relays at once`] : []
}

/** An address of a network, at random. */
function within(network: string, random: () => number): string {
  const [first = '', length] = network.split('/')
  const bytes = bytesOf(first)
  for (let bit = Number(length); bit < bytes.length * 8; bit++)
    if (random() < 0.5) bytes[bit >> 3]! |= 0x80 >> (bit & 7)
  return bytes.length === 4 ? bytes.join('.') : bytes.toString('hex').match(/.{4}/g)!.join(':')
}

/** The settings of the documentation, on free ports of this machine and without a certificate. */
async function startCoturn(): Promise<{ port: number; stop(): Promise<void> }> {
  const page = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8')
  const [, documented = ''] = /```\n(use-auth-secret\n[^`]*)```/.exec(page) ?? []
  if (!documented.includes('denied-peer-ip')) throw new Error('docs/operating.md does not say how to set up coturn.')
  const folder = mkdtempSync(join(tmpdir(), 'fanlight-turn-'))
  const port = await freeUdpPort()
  const lines = documented
    .split('\n')
    .filter((line) => !/^(listening-port|tls-listening-port|cert|pkey)=/.test(line))
    .filter((line) => !(sabotaged('W1') && line.startsWith('denied-peer-ip')))
    .map((line) => (line.startsWith('static-auth-secret=') ? `static-auth-secret=${secret}` : line))
  const ours = [
    `listening-port=${port}`,
    'listening-ip=127.0.0.1',
    'relay-ip=127.0.0.1',
    'relay-ip=::1',
    'no-tls',
    'no-dtls',
    'no-cli',
    'log-file=stdout',
    `pidfile=${join(folder, 'pid')}`,
    `userdb=${join(folder, 'users')}`,
  ]
  const file = join(folder, 'turnserver.conf')
  writeFileSync(file, [...lines, ...ours, ''].join('\n'))
  const child = spawn('turnserver', ['-c', file], { stdio: ['ignore', 'pipe', 'pipe'] })
  await listens(child, port)
  return {
    port,
    async stop() {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function listens(child: ChildProcess, port: number): Promise<void> {
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream!.on('data', (text: Buffer) => (said += text.toString()))
  for (const end = Date.now() + 10_000; Date.now() < end; await sleep(50)) {
    if (child.exitCode !== null) break
    // It answers whoever has no credentials, too.
    if (await answerTo(port, { username: '', credential: '' }).catch(() => undefined)) return
  }
  child.kill('SIGKILL')
  throw new Error(`coturn does not start: ${said.slice(-800)}`)
}
