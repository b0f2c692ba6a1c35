import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

type IncomingMessage = FastifyRequest['raw']

export type AddressOf = (request: IncomingMessage) => string

/**
 * The client address of a request. Only the operator's own proxies may set it, in X-Forwarded-For, and of that list only the entries
 * that they wrote count: from the right, up to the first address that is not theirs. No other header is read, from any sender.
 */
export function addressReader(trustedProxies: readonly string[]): AddressOf {
  const own = ({ socket }: IncomingMessage) => plainAddress(socket.remoteAddress ?? '') ?? ''
  if (trustedProxies.length === 0) return own
  const isTrusted = proxyAddr.compile([...trustedProxies])
  return (request) => {
    const written = proxyAddr.all(request, isTrusted)
    // A proxy may write something that is not an address, such as “unknown”. Then the address of the nearest known proxy is used.
    for (const hop of written.reverse()) {
      const address = plainAddress(hop)
      if (address) return address
    }
    return own(request)
  }
}

/** An address as it is written everywhere here: no port, no brackets, no zone, and IPv4 as IPv4 though it came through IPv6. */
export function plainAddress(text: string): string | undefined {
  const [, bracketed, withPort] = /^(?:\[([^\]]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/.exec(text.trim()) ?? []
  const address = (bracketed ?? withPort ?? text.trim()).replace(/%.*$/, '').toLowerCase()
  const kind = isIP(address)
  if (kind === 0) return undefined
  return kind === 6 && address.startsWith('::ffff:') ? ipaddr.process(address).toString() : address
}

/** Whether an address is one of the public Internet: not of a private network, this machine, an example in a book. */
export const isPublic = (address: string): boolean =>
  isIP(address) !== 0 && ipaddr.process(address).range() === 'unicast'

/** What is wrong with a list of proxies, if anything is. */
export function proxyProblem(trustedProxies: readonly string[]): string | undefined {
  try {
    proxyAddr.compile([...trustedProxies])
    return undefined
  } catch {
    return 'take addresses and networks such as 10.0.0.5 or 10.0.0.0/8, or loopback, linklocal, uniquelocal'
  }
}

/** An IPv6 visitor owns a /64; limiters count that. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail = ''] = address.toLowerCase().split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const groups = address.includes('::')
    ? [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
    : left
  return `${groups.slice(0, 4).join(':')}::/64`
}
