import { createHash } from 'node:crypto'
import { turnServers } from '../modules/live/engine/turn.ts'
import { liveAddressesOf } from '../live-ports.ts'
import { type Check, fail, type Finding, type Installation, pass, reasonOf, skipped } from './check.ts'
import { attribute, errorCodeOf, writeStun, xoredAddress } from './stun.ts'
import { type StunServer, stunOverTcp, stunOverUdp } from './stun-exchange.ts'

const request = { allocate: 0x0003, refresh: 0x0004, createPermission: 0x0008 } as const
const success = { allocate: 0x0103, createPermission: 0x0108 } as const
const udp = 17
const ports = { turn: 3478, turns: 5349 } as const
/** No peer is written to: a permission is for an address. */
const anyPort = 9

export const turn: Check = {
  name: 'turn',
  async run(installation) {
    const { liveTurn, liveKit } = installation.config
    if (liveKit) return skipped('LIVEKIT_URL is set: the LiveKit server names its own TURN servers.')
    if (!liveTurn)
      return skipped('LIVE_TURN_URLS isn’t set: networks that let no UDP through are helped by no TURN server.')
    const problems: Finding[] = []
    for (const url of liveTurn.urls) {
      const finding = await tryTurn(installation, url)
      if (finding.verdict !== 'pass') problems.push(finding)
    }
    const elsewhere = liveTurn.urls.map(commandFor).join('\n  ')
    if (problems.length === 0)
      return pass(`Each of these takes our credentials and leads to live video: ${liveTurn.urls.join(', ')}.`, {
        elsewhere,
      })
    return fail(
      problems.map(({ tried }) => tried).join(' '),
      [...new Set(problems.map(({ change }) => change))].join('\n'),
      {
        elsewhere,
      },
    )
  },
}

/** Asks one server for a relay and for leave to reach the live engine through it, and gives both back. */
async function tryTurn({ config }: Installation, url: string): Promise<Finding> {
  const [entry] = turnServers(config.liveTurn, 'doctor', new Date())
  const silent = fail(
    `${url} does not answer.`,
    'LIVE_TURN_URLS: compare with `listening-port`, `tls-listening-port` and the firewall of the TURN server.',
  )
  let server: StunServer
  try {
    server = await openServer(url)
  } catch (error) {
    return { ...silent, tried: `${url} can’t be reached: ${reasonOf(error)}.` }
  }
  try {
    const asked = await server.ask((transaction) => writeStun(request.allocate, transaction, [transport]))
    const [realm, nonce] = [asked?.attributes.get(attribute.realm), asked?.attributes.get(attribute.nonce)]
    if (!asked || !realm || !nonce) return silent
    const { username, credential } = entry!
    const key = createHash('md5').update(`${username}:${realm.toString()}:${credential}`).digest()
    const signed = (type: number, ...attributes: (readonly [number, Buffer])[]) =>
      server.ask((transaction) =>
        writeStun(
          type,
          transaction,
          [
            ...attributes,
            [attribute.username, Buffer.from(username)],
            [attribute.realm, realm],
            [attribute.nonce, nonce],
          ],
          key,
        ),
      )
    const allocated = await signed(request.allocate, transport)
    if (allocated?.type !== success.allocate)
      return fail(
        `${url} refuses our credentials (${(allocated && errorCodeOf(allocated)) ?? 'no answer'}).`,
        'LIVE_TURN_SECRET: the same as `static-auth-secret` of the TURN server, whose clock has to be right.',
      )
    const { announced } = liveAddressesOf(config)
    const permitted = await signed(request.createPermission, [attribute.peerAddress, xoredAddress(announced, anyPort)])
    await signed(request.refresh, [attribute.lifetime, Buffer.alloc(4)])
    return permitted?.type === success.createPermission
      ? pass(url)
      : fail(
          `${url} leads nobody to ${announced}, where live video is.`,
          `LIVE_ADDRESS: allow it in the TURN server (coturn: allowed-peer-ip=${announced}).`,
        )
  } finally {
    server.close()
  }
}

const transport = [attribute.requestedTransport, Buffer.from([udp, 0, 0, 0])] as const

function openServer(url: string): Promise<StunServer> {
  const { scheme, host, port, isTcp } = partsOf(url)
  return isTcp ? stunOverTcp(host, port, scheme === 'turns') : Promise.resolve(stunOverUdp(host, port))
}

/** `turn:host:port?transport=tcp` (RFC 7065): UDP by itself, TLS over TCP for `turns`. */
function partsOf(url: string) {
  const [, scheme = 'turn', host = '', port, transport] =
    /^(turns?):(\[[^\]]+\]|[^:?]+)(?::(\d+))?(?:\?transport=(\w+))?$/i.exec(url) ?? []
  const secure = scheme.toLowerCase() === 'turns'
  return {
    scheme: secure ? ('turns' as const) : ('turn' as const),
    host: host.replace(/^\[|\]$/g, ''),
    port: Number(port ?? ports[secure ? 'turns' : 'turn']),
    isTcp: secure || transport?.toLowerCase() === 'tcp',
  }
}

/** With the tools of coturn, which ask for a relay as a browser does. */
function commandFor(url: string): string {
  const { scheme, host, port, isTcp } = partsOf(url)
  const flags = [isTcp && '-t', scheme === 'turns' && '-S'].filter(Boolean).map((flag) => `${String(flag)} `)
  return `turnutils_uclient ${flags.join('')}-y -W "$LIVE_TURN_SECRET" -p ${port} ${host}`
}
