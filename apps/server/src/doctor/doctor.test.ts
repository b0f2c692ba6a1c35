import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createHash, createHmac } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type Server } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LiveServer, startLiveServer } from '../modules/live/testing.ts'
import { transcoderOf } from '../modules/media/live-input/transcoder.ts'
import { hasEngine } from '../modules/media/processing/engines.ts'
import { type Config, ConfigError } from '../platform/config.ts'
import { openPool } from '../platform/db/db.ts'
import { freeTcpPort } from '../platform/process/free-port.ts'
import { startMailbox } from '../testing/peers/mailbox.ts'
import { hasRedis, startRedis } from '../testing/redis.ts'
import { certificate } from './certificate.ts'
import type { Check, Installation } from './check.ts'
import { clock, judgeSkew } from './clock.ts'
import { database } from './database.ts'
import { disk, judge } from './disk.ts'
import { examine, runDoctor } from './doctor.ts'
import { liveAddress } from './live-address.ts'
import { liveKit } from './live-kit.ts'
import { livePort } from './live-port.ts'
import { liveRtmpPort } from './live-rtmp-port.ts'
import { liveTcpPort } from './live-tcp-port.ts'
import { mail } from './mail.ts'
import { proxy } from './proxy.ts'
import { redis } from './redis.ts'
import { siteAddress } from './site-address.ts'
import { storage } from './storage.ts'
import { attribute, readStun, writeStun } from './stun.ts'
import { turn } from './turn.ts'
import { judgeEngine, videoEngine } from './video-engine.ts'
import { webSocket } from './web-socket.ts'

let server: LiveServer
let unused: number
beforeAll(async () => {
  server = await startLiveServer({ rtmp: true })
  unused = await freeTcpPort()
})
afterAll(() => server.stop())

const own = ['127.0.0.1', '10.0.0.5', '8.8.4.4']
function installation(config: Partial<Config> = {}, rest: Partial<Installation> = {}): Installation {
  return {
    config: { ...server.ctx.config, ...config },
    site: server.url,
    databaseUrl: server.ownerUrl,
    secret: () => Promise.resolve(server.ctx.secret),
    network: { own: () => own, resolve: () => Promise.resolve(['8.8.8.8']) },
    ...rest,
  }
}
const verdict = async (check: Check, one = installation()) => {
  const found = await examine(check, one)
  return `${found.verdict}: ${found.tried} ${found.change ?? ''}`
}

test('a database is up to date, or is named with the setting that leads to it', async () => {
  expect(await verdict(database)).toMatch(/^pass: .*PostgreSQL \d+/)
  const gone = installation({}, { databaseUrl: `postgres://me@127.0.0.1:${unused}/fanlight` })
  expect(await verdict(database, gone)).toMatch(/^fail: .*does not answer.*DATABASE_URL/)
  expect(await verdict(clock, gone)).toMatch(/^skipped: /)
})

test('a database that lacks migrations is named with what applies them', async () => {
  const empty = `doctor_${process.pid}`
  const pool = openPool(server.ownerUrl, 1, '-c role=none')
  await pool.query(`CREATE DATABASE ${empty} TEMPLATE template0`)
  const databaseUrl = Object.assign(new URL(server.ownerUrl), { pathname: `/${empty}` }).href
  expect(await verdict(database, installation({}, { databaseUrl }))).toMatch(/^fail: .*lacks \d+ migrations.*migrate/)
  await expect.poll(() => pool.query(`DROP DATABASE ${empty} WITH (FORCE)`).then(() => true)).toBe(true)
  await pool.end()
})

test('a database that takes the connection and says nothing is given up', async () => {
  const silent = createTcpServer((socket) => socket.resume())
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
  const { port } = silent.address() as AddressInfo
  const dropped = installation({}, { databaseUrl: `postgres://me@127.0.0.1:${port}/fanlight` })
  expect(await verdict(database, dropped)).toMatch(/^fail: .*does not answer.*DATABASE_URL/)
  await new Promise((done) => silent.close(done))
})

test('clocks that differ by seconds are warned of, and by half a minute are wrong', async () => {
  expect(await verdict(clock)).toMatch(/^pass: /)
  expect([judgeSkew(-900), judgeSkew(2_000), judgeSkew(-30_000)].map((found) => found.verdict)).toEqual([
    'pass',
    'warn',
    'fail',
  ])
})

test.skipIf(!hasRedis)('Redis answers, or does not', async () => {
  const running = await startRedis()
  expect(await verdict(redis, installation({ redisUrl: running.url }))).toMatch(/^pass: /)
  await running.stop()
  expect(await verdict(redis, installation({ redisUrl: running.url }))).toMatch(/^fail: .*REDIS_URL/)
  expect(await verdict(redis)).toMatch(/^skipped: /)
})

test('files can be written to DATA_DIR, and enough of it is free', async () => {
  expect(await verdict(storage)).toMatch(/^pass: /)
  const broken = mkdtempSync(join(tmpdir(), 'fanlight-doctor-'))
  for (const name of ['media', 'files']) writeFileSync(join(broken, name), '')
  expect(await verdict(storage, installation({ dataDir: broken }))).toMatch(/^fail: .*DATA_DIR/)
  rmSync(broken, { recursive: true })
  expect(await verdict(disk)).toMatch(/GB are free/)
  expect([20e9, 5e9, 1e8].map((bytes) => judge('/data', bytes).verdict)).toEqual(['pass', 'warn', 'fail'])
})

test('a mail server that is away, or private, is a failure', async () => {
  expect(await verdict(mail)).toMatch(/^skipped: /)
  const smtpUrl = `smtp://127.0.0.1:${unused}`
  expect(await verdict(mail, installation({ smtpUrl }))).toMatch(/^fail: .*ALLOW_PRIVATE_SMTP/)
  expect(await verdict(mail, installation({ smtpUrl, allowPrivateSmtp: true }))).toMatch(/^fail: .*SMTP_URL: compare/)
  expect(await verdict(mail, installation({ mode: 'production' }))).toMatch(/^warn: .*SMTP_URL/)
})

test('a mail server takes our emails; a sender at this machine is warned of', async () => {
  const mailbox = await startMailbox()
  const config = { smtpUrl: mailbox.env['SMTP_URL']!, allowPrivateSmtp: true }
  const from = (mailFrom: string) => verdict(mail, installation({ ...config, mailFrom }))
  expect(await from('Fanlight <hello@fanlight.test>')).toMatch(/^pass: .*takes our emails/)
  expect(await from('Fanlight <hello@localhost>')).toMatch(/^warn: .*MAIL_FROM/)
  expect(mailbox.received).toEqual([])
  await mailbox.stop()
})

test('the public address leads to this product, or to something else', async () => {
  expect(await verdict(siteAddress, installation({ publicUrl: server.url }))).toMatch(/^pass: /)
  const other = installation({ publicUrl: server.url, mode: 'production' })
  expect(await verdict(siteAddress, other)).toMatch(/^fail: .*another installation/)
  const publicUrl = `http://127.0.0.1:${unused}`
  expect(await verdict(siteAddress, installation({ publicUrl }, { site: publicUrl }))).toMatch(/^fail: .*PUBLIC_URL/)
})

/** An authority of certificates that this process trusts, and servers with certificates of it. */
class Authority {
  readonly #folder = mkdtempSync(join(tmpdir(), 'fanlight-doctor-'))
  readonly #trusted = getCACertificates('default')
  readonly #open: Server[] = []
  readonly #path = (name: string) => join(this.#folder, name)
  readonly #openssl = (...words: string[]) => execFileSync('openssl', words, { stdio: 'ignore' })

  constructor() {
    const made = ['-newkey', 'rsa:2048', '-nodes', '-keyout', this.#path('ca.key'), '-out', this.#path('ca.pem')]
    this.#openssl('req', '-x509', ...made, '-days', '30', '-subj', '/CN=Lamp authority')
  }

  trust(): void {
    setDefaultCACertificates([...this.#trusted, readFileSync(this.#path('ca.pem'), 'utf8')])
  }

  /** A key and a certificate for this machine that ends in so many days: 0 is now. */
  certificate(days: number): { key: Buffer; cert: Buffer } {
    const [key, request, cert, names] = ['key', 'request', 'cert', 'names'].map((name) => this.#path(name)) as string[]
    writeFileSync(names!, 'subjectAltName=IP:127.0.0.1')
    const subject = ['-subj', '/CN=127.0.0.1', '-out', request!]
    this.#openssl('req', '-new', '-newkey', 'rsa:2048', '-nodes', '-keyout', key!, ...subject)
    const signer = ['-CA', this.#path('ca.pem'), '-CAkey', this.#path('ca.key'), '-CAcreateserial']
    const signed = ['-in', request!, ...signer, '-days', String(days), '-extfile', names!, '-out', cert!]
    this.#openssl('x509', '-req', ...signed)
    return { key: readFileSync(key!), cert: readFileSync(cert!) }
  }

  async serve(days: number): Promise<string> {
    const server = createServer(this.certificate(days), (_, reply) => reply.end())
    this.#open.push(server)
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    setDefaultCACertificates(this.#trusted)
    for (const server of this.#open) {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    }
    rmSync(this.#folder, { recursive: true })
  }
}

test('a certificate is valid, ends soon, has ended, or is of nobody that browsers know', async () => {
  expect(await verdict(certificate)).toMatch(/^skipped: /)
  const authority = new Authority()
  try {
    const [good, short, over] = [await authority.serve(60), await authority.serve(5), await authority.serve(0)]
    const at = (publicUrl: string) => verdict(certificate, installation({ publicUrl }))
    expect(await at(good)).toMatch(/^fail: .*its issuer is unknown/)
    authority.trust()
    expect(await at(good)).toMatch(/^pass: .*(59|60) days/)
    expect(await at(short)).toMatch(/^warn: .*[45] days/)
    // It ends with the second in which it was made.
    await expect.poll(() => at(over)).toMatch(/^fail: .*it ended on/)
  } finally {
    await authority.stop()
  }
})

test('a site over https has a proxy that is trusted', async () => {
  const publicUrl = 'https://site.example'
  expect(await verdict(proxy, installation({ publicUrl, trustedProxies: ['127.0.0.1'] }))).toMatch(/^pass: /)
  expect(await verdict(proxy, installation({ publicUrl, trustedProxies: [] }))).toMatch(/^warn: .*TRUSTED_PROXIES/)
})

test('a WebSocket opens, and does not where a proxy lets none through', async () => {
  expect(await verdict(webSocket)).toMatch(/^pass: /)
  const { createServer: plain } = await import('node:http')
  const deaf = plain((_, reply) => reply.writeHead(400).end())
  await new Promise<void>((done) => deaf.listen(0, '127.0.0.1', done))
  const site = `http://127.0.0.1:${(deaf.address() as AddressInfo).port}`
  expect(await verdict(webSocket, installation({}, { site }))).toMatch(/^fail: .*Upgrade/)
  deaf.closeAllConnections()
  await new Promise((done) => deaf.close(done))
})

test('the address of live video is one that browsers can reach', async () => {
  const at = (liveAddressOfIt?: string) =>
    verdict(
      liveAddress,
      installation(liveAddressOfIt ? { liveAddress: liveAddressOfIt } : {}, { site: 'https://site.example' }),
    )
  expect(await at()).toMatch(/^fail: .*LIVE_ADDRESS/)
  expect(await at('10.0.0.5')).toMatch(/^fail: .*private/)
  expect(await at('8.8.4.4')).toMatch(/^pass: .*of this machine/)
  expect(await at('8.8.8.8')).toMatch(/^pass: .*site.example/)
  expect(await at('9.9.9.9')).toMatch(/^warn: /)
  expect(await verdict(liveAddress)).toMatch(/^skipped: /)
})

test('the UDP port of live video answers as browsers ask it, or its engine is away', async () => {
  expect(await verdict(livePort)).toMatch(/^pass: .*\(UDP\)/)
  const stranger = installation({}, { secret: () => Promise.resolve(Buffer.alloc(32)) })
  expect(await verdict(livePort, stranger)).toMatch(/^fail: .*FANLIGHT_SECRET/)
  await server.killEngine()
  expect(await verdict(livePort)).toMatch(/^fail: .*LIVE_ENGINE_URL/)
  await server.back()
})

test('programs are answered by RTMP, where that is on and something listens', async () => {
  const withPort = (liveRtmpPort: number) => installation({ liveRtmpPort })
  const { liveRtmpPort: _, ...off } = server.ctx.config
  expect(await verdict(liveRtmpPort, { ...installation(), config: off })).toMatch(/^skipped: RTMP is off/)
  expect(await verdict(liveRtmpPort, withPort(0))).toMatch(/^skipped: .*any free port/)
  const outside = { ...withPort(0), site: 'https://fans.example.com' }
  expect(await verdict(liveRtmpPort, outside)).toMatch(/^warn: .*LIVE_RTMP_PORT/)
  expect(await verdict(liveRtmpPort, withPort(unused))).toMatch(/^fail: .*LIVE_RTMP_PORT/)
  const web = Number(new URL(server.url).port)
  expect(await verdict(liveRtmpPort, withPort(web))).toMatch(/^fail: .*speaks something else/)
  if (await transcoderOf(server.ctx.config))
    expect(await verdict(liveRtmpPort, withPort(server.rtmp.port))).toMatch(/^pass: .*\(RTMP\)/)
})

test('the TCP port of live video answers as browsers ask it, or something stands before it', async () => {
  expect(await verdict(liveTcpPort)).toMatch(/^pass: .*\(TCP\)/)
  await server.killEngine()
  expect(await verdict(liveTcpPort)).toMatch(/^fail: .*LIVE_ENGINE_URL/)
  await server.back()
})

test('a LiveKit server answers and takes the key, or does not', async () => {
  expect(await verdict(liveKit)).toMatch(/^skipped: /)
  let status = 200
  const server = createHttpServer((_, reply) =>
    reply.writeHead(status, { 'content-type': 'application/json' }).end('{}'),
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const at = () => verdict(liveKit, installation({ liveKit: { url, key: 'key', secret: 'secret'.repeat(6) } }))
  expect(await at()).toMatch(/^pass: /)
  status = 401
  expect(await at()).toMatch(/^fail: .*LIVEKIT_API_KEY/)
  await new Promise((done) => server.close(done))
  expect(await at()).toMatch(/^fail: .*LIVEKIT_URL/)
  const other = installation({ liveKit: { url, key: 'key', secret: 'secret'.repeat(6) } })
  for (const check of [liveAddress, livePort, liveTcpPort, turn])
    expect(await verdict(check, other)).toMatch(/^skipped: .*LIVEKIT_URL/)
})

/** Signs as RFC 8489 §9.2 says, and refuses what is signed with another secret. */
function turnReply(secret: string, bytes: Buffer): Buffer {
  const request = readStun(bytes)!
  const name = request.attributes.get(attribute.username)?.toString()
  const password = createHmac('sha1', secret)
    .update(name ?? '')
    .digest('base64')
  const key = createHash('md5').update(`${name}:lamp:${password}`).digest()
  // Integrity is followed by the 8 bytes of the fingerprint, and its header counts up to itself.
  const signed = Buffer.from(bytes.subarray(0, bytes.length - 32))
  signed.writeUInt16BE(bytes.length - 8 - 20, 2)
  const isRight = request.attributes
    .get(attribute.messageIntegrity)
    ?.equals(createHmac('sha1', key).update(signed).digest())
  const refusal = [
    [attribute.errorCode, Buffer.from([0, 0, 4, 1])],
    [attribute.realm, Buffer.from('lamp')],
    [attribute.nonce, Buffer.from('once')],
  ] as const
  return isRight
    ? writeStun(request.type | 0x100, request.transaction, [])
    : writeStun(request.type | 0x110, request.transaction, refusal)
}

async function startTurn(secret: string) {
  const socket = createSocket('udp4')
  socket.on('message', (bytes, from) => socket.send(turnReply(secret, bytes), from.port, from.address))
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done))
  return { url: `turn:127.0.0.1:${socket.address().port}`, stop: () => new Promise<void>((done) => socket.close(done)) }
}

/** Over TCP, or TLS where there is a certificate. Answers come in two pieces, as they may. */
async function startTurnOverTcp(secret: string, secure?: { key: Buffer; cert: Buffer }) {
  const serve = (socket: Socket) =>
    socket.setNoDelay(true).on('data', (bytes) => {
      const reply = turnReply(secret, bytes)
      socket.write(reply.subarray(0, 9))
      setTimeout(() => socket.write(reply.subarray(9)), 10)
    })
  const its = secure ? createTlsServer(secure, serve) : createTcpServer(serve)
  await new Promise<void>((done) => its.listen(0, '127.0.0.1', done))
  const { port } = its.address() as AddressInfo
  return {
    url: secure ? `turns:127.0.0.1:${port}` : `turn:127.0.0.1:${port}?transport=tcp`,
    stop: () => new Promise((done) => its.close(done)),
  }
}

test('a TURN server takes our credentials, refuses them, or is away', async () => {
  const [secret, running] = ['north-lamp-room-26', await startTurn('north-lamp-room-26')]
  const withTurn = (url: string, its = secret) =>
    verdict(turn, installation({ liveTurn: { urls: [url], secret: its } }))
  expect(await withTurn(running.url)).toMatch(/^pass: /)
  expect(await withTurn(running.url, 'another-lamp-room-26')).toMatch(/^fail: .*401.*LIVE_TURN_SECRET/)
  await running.stop()
  expect(await withTurn(running.url)).toMatch(/^fail: .*does not answer.*LIVE_TURN_URLS/)
  expect(await withTurn(`turn:127.0.0.1:${unused}?transport=tcp`)).toMatch(/^fail: .*can’t be reached/)
  expect(await verdict(turn)).toMatch(/^skipped: /)
})

test('a TURN server is reached over TCP and TLS, with a certificate that browsers take', async () => {
  const authority = new Authority()
  const secret = 'north-lamp-room-26'
  const [plain, secure] = [await startTurnOverTcp(secret), await startTurnOverTcp(secret, authority.certificate(30))]
  const at = (...urls: string[]) => verdict(turn, installation({ liveTurn: { urls, secret } }))
  try {
    expect(await at(secure.url)).toMatch(/^fail: .*its certificate is refused/)
    authority.trust()
    expect(await at(plain.url, secure.url)).toMatch(/^pass: /)
  } finally {
    await Promise.all([plain.stop(), secure.stop(), authority.stop()])
  }
})

test('an encoder of videos is there', async () => {
  const isThere = await hasEngine(server.ctx.config)
  expect((await verdict(videoEngine)).slice(0, 4)).toBe(isThere ? 'pass' : 'fail')
  expect(judgeEngine('none', false)).toMatchObject({
    verdict: 'fail',
    tried: expect.stringContaining('AAC'),
    change: expect.stringContaining('ffmpeg'),
  })
  expect(judgeEngine('one', true)).toEqual({ verdict: 'pass', tried: 'one' })
})

test('a check that never ends has failed', async () => {
  const endless: Check = { name: 'endless', run: () => new Promise(() => {}) }
  expect(await examine(endless, installation(), 20)).toMatchObject({ verdict: 'fail' })
})

test('a configuration that can’t be read is the only line, with exit code 1', async () => {
  const lines: string[] = []
  const code = await runDoctor(
    () => {
      throw new ConfigError(['PORT: must be a number'])
    },
    (line) => lines.push(line),
  )
  expect(code).toBe(1)
  expect(lines.join('\n')).toContain('→ PORT: must be a number')
  expect(lines.join('\n')).toContain('1 failed')
})
