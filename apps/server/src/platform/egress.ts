import { type LookupAddress, lookup as resolve } from 'node:dns'
import { BlockList, connect, isIP, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Agent } from 'undici'
import { isLocalHost } from './http/origin.ts'

// The only module that sends requests to other servers: to public addresses over https, and to the configured origins. What is
// checked is the address that is connected to, after the name was resolved, so that a name which changes its mind finds the access policy shut.

export interface Outgoing {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS' | 'PATCH'
  headers?: Record<string, string>
  body?: string | Buffer
  /** From sending the request to the last byte of the response. */
  deadlineMs?: number
  bytesMax?: number
}
export interface Incoming {
  status: number
  headers: Record<string, string>
  body: Buffer
}
export interface Egress {
  send(url: string, request?: Outgoing): Promise<Incoming>
  /** Opens a WebSocket with these headers, whose frames the caller reads and writes. */
  openSocket(url: string, headers: Record<string, string>): Promise<{ headers: Record<string, string>; socket: Duplex }>
  close(): Promise<void>
}

/** `refused`: nothing was sent. `unanswered`: the request was sent; it is unknown whether it was processed. */
export class EgressError extends Error {
  readonly kind: 'forbidden' | 'refused' | 'unanswered' | 'too-large'
  constructor(kind: EgressError['kind'], message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}

const connectMs = 5_000
const deadlineMsDefault = 10_000
const bytesMaxDefault = 2 * 1024 * 1024

/** How names become addresses: the machine's resolver, or a test's. */
type Resolver = (hostname: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => void
const resolveAll: Resolver = (hostname, done) => resolve(hostname, { all: true }, done)

/** `ownOrigins` are reached whatever their address, such as the test gateway beside us. */
export function openEgress(ownOrigins: readonly string[], resolver: Resolver = resolveAll): Egress {
  const own = new Set(ownOrigins.map((origin) => new URL(origin).origin))
  const limits = { headersTimeout: 0, bodyTimeout: 0, pipelining: 1, connections: 64, maxHeaderSize: 32 * 1024 }
  let agents: Promise<{ toOwn: Agent; toPublic: Agent }> | undefined
  // A megabyte of library, for those who have something to send.
  const open = async () => {
    const { Agent } = await import('undici')
    return {
      toOwn: new Agent({ ...limits, connect: { timeout: connectMs } }),
      toPublic: new Agent({ ...limits, connect: { timeout: connectMs, lookup: publicLookup(resolver) } }),
    }
  }
  return {
    async send(address, request = {}) {
      const url = admitted(address, own)
      const { toOwn, toPublic } = await (agents ??= open())
      return exchange(own.has(url.origin) ? toOwn : toPublic, url, request)
    },
    async openSocket(address, headers) {
      const url = admitted(address, own)
      const { toOwn, toPublic } = await (agents ??= open())
      const agent = own.has(url.origin) ? toOwn : toPublic
      try {
        const { upgrade } = await import('undici')
        const opened = await upgrade(url, {
          dispatcher: agent,
          headers,
          protocol: 'websocket',
          signal: AbortSignal.timeout(deadlineMsDefault),
        })
        return { headers: flat(opened.headers), socket: opened.socket }
      } catch (error) {
        throw toEgressError(error, url)
      }
    },
    async close() {
      const { toOwn, toPublic } = (await agents) ?? {}
      await Promise.all([toOwn?.close(), toPublic?.close()])
    },
  }
}

const egressByOrigin = new Map<string, Egress>()
/**
 * The client for one configured origin, opened on first use. `isOwn`: any address is allowed,
 * such as a stub on this machine; otherwise only a public address.
 */
export function egressTo(url: string, { isOwn }: { isOwn: boolean }): Egress {
  const { origin } = new URL(url)
  const key = `${isOwn} ${origin}`
  let egress = egressByOrigin.get(key)
  if (!egress) egressByOrigin.set(key, (egress = openEgress(isOwn ? [origin] : [])))
  return egress
}

/** Whether a request to this address can be sent at all, before its name is resolved. */
export function isReachable(address: string, own: readonly string[]): boolean {
  try {
    const { hostname } = admitted(address, new Set(own.map((origin) => new URL(origin).origin)))
    return (
      own.some((origin) => new URL(origin).hostname === hostname) || (!isLocalHost(hostname) && /[.:]/.test(hostname))
    )
  } catch (error) {
    if (error instanceof EgressError) return false
    throw error
  }
}

function admitted(address: string, own: ReadonlySet<string>): URL {
  const url = URL.parse(address)
  if (!url) throw new EgressError('forbidden', 'not an address')
  if (url.username || url.password) throw new EgressError('forbidden', 'an address carries no password')
  if (own.has(url.origin)) return url
  if (url.protocol !== 'https:' || url.port !== '')
    throw new EgressError('forbidden', 'other machines are reached over https alone, at its own port')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && !isPublicAddress(host)) throw new EgressError('forbidden', `${host} is not a public address`)
  return url
}

async function exchange(agent: Agent, url: URL, request: Outgoing): Promise<Incoming> {
  const { method = 'GET', headers = {}, body, deadlineMs = deadlineMsDefault, bytesMax = bytesMaxDefault } = request
  try {
    const reply = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers,
      body: body ?? null,
      signal: AbortSignal.timeout(deadlineMs),
    })
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of reply.body as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > bytesMax) {
        reply.body.destroy()
        throw new EgressError('too-large', `${url.host} answers with more than ${bytesMax} bytes`)
      }
      chunks.push(chunk)
    }
    return { status: reply.statusCode, headers: flat(reply.headers), body: Buffer.concat(chunks) }
  } catch (error) {
    if (error instanceof EgressError) throw error
    throw toEgressError(error, url)
  }
}

const flat = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

function toEgressError(error: unknown, url: URL): EgressError {
  if (error instanceof Error && error.cause instanceof EgressError) return error.cause
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const refused = neverSent.has(code) || /certificate|CERT_|TLS|ssl/i.test(code)
  return new EgressError(
    refused ? 'refused' : 'unanswered',
    `${url.host} ${refused ? 'can’t be reached' : 'does not answer'}`,
    error,
  )
}

type Found = (error: Error | null, addresses: LookupAddress[] | string, family?: number) => void

/**
 * Resolves a name once for a connection, which then goes to what was found here. Fails when any of its addresses is not public: one
 * of them would be tried sooner or later.
 */
const publicLookup =
  (resolver: Resolver) =>
  (hostname: string, options: { all?: boolean | undefined }, done: Found): void =>
    resolver(hostname, (error, addresses) => {
      if (error) return done(error, [])
      const hidden = addresses.find(({ address }) => !isPublicAddress(address))
      if (hidden || addresses.length === 0)
        return done(
          new EgressError('forbidden', `${hostname} is at ${hidden?.address ?? 'no address'}, which is not public`),
          [],
        )
      if (options.all) return done(null, addresses)
      const [first] = addresses
      done(null, first!.address, first!.family)
    })

/** A bare connection for what is not HTTP: mail. `isOwn` reaches a machine of a private network, where the configuration allows it. */
export function openConnection(
  { host, port, isOwn = false }: { host: string; port: number; isOwn?: boolean },
  resolver: Resolver = resolveAll,
): Promise<Socket> {
  const literal = host.replace(/^\[|\]$/g, '')
  if (!isOwn && isIP(literal) && !isPublicAddress(literal))
    return Promise.reject(new EgressError('forbidden', `${literal} is not a public address`))
  return new Promise((done, fail) => {
    const socket = connect({
      host: literal,
      port,
      timeout: connectMs,
      ...(!isOwn && { lookup: publicLookup(resolver) }),
    })
    const late = () => socket.destroy(new EgressError('refused', `${host} can’t be reached`))
    socket.once('error', fail)
    socket.once('timeout', late)
    socket.once('connect', () => {
      socket.setTimeout(0)
      socket.off('timeout', late).off('error', fail)
      done(socket)
    })
  })
}

const reserved = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  reserved.addSubnet(net, bits, 'ipv4')
// Of IPv6 only 2000::/3 is out there; in it, what leads elsewhere or nowhere: Teredo and its neighbours, documentation, 6to4.
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  reserved.addSubnet(net, bits, 'ipv6')

export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !reserved.check(address, 'ipv4')
  return family === 6 && global6.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
}
