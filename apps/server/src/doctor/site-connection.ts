import { isIP, type Socket } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { openConnection } from '../platform/egress.ts'

const handshakeMs = 5_000

/**
 * A bare connection to a machine that the configuration names; encrypted where `isSecure`, and then whatever its certificate is: who calls looks at
 * `authorizationError`.
 */
export async function connectTo({
  host,
  port,
  isSecure,
}: {
  host: string
  port: number
  isSecure: boolean
}): Promise<Socket | TLSSocket> {
  const socket = await openConnection({ host, port, isOwn: true })
  if (!isSecure) return socket
  const name = host.replace(/^\[|\]$/g, '')
  return new Promise((done, refuse) => {
    const secure = connect({
      socket,
      host: name,
      ...(isIP(name) ? {} : { servername: name }),
      ALPNProtocols: ['http/1.1'],
      rejectUnauthorized: false,
    })
    const end = (error: Error) => {
      secure.destroy()
      refuse(error)
    }
    secure.setTimeout(handshakeMs, () => end(new Error('no TLS handshake came')))
    secure.once('error', end)
    secure.once('secureConnect', () => {
      secure.setTimeout(0)
      secure.off('error', end)
      done(secure)
    })
  })
}

/** The same for an address of the web. */
export function connectToSite(site: string): Promise<Socket | TLSSocket> {
  const { hostname, port, protocol } = new URL(site)
  const isSecure = protocol === 'https:'
  return connectTo({ host: hostname, port: Number(port || (isSecure ? 443 : 80)), isSecure })
}
