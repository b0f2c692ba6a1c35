import { randomBytes } from 'node:crypto'
import { liveAddressesOf } from '../live-ports.ts'
import { isLocalHost } from '../platform/http/origin.ts'
import { type Check, fail, type Finding, type Installation, pass, reasonOf, skipped, warn } from './check.ts'
import { type Candidate, type LiveRoom, NoRoom, openLiveRoom } from './live-room.ts'
import { attribute, writeStun } from './stun.ts'
import { stunOverUdp } from './stun-exchange.ts'

const bindingRequest = 0x0001
export const bindingSuccess = 0x0101

/** Whether a browser's first packet would be answered. The engine holds its port while somebody is in a room: a room is opened for it. */
export const livePort: Check = {
  name: 'live port',
  async run(installation) {
    const { config, site, network } = installation
    if (config.liveKit) return skipped('LIVEKIT_URL is set: see “livekit”.')
    let told: Candidate | undefined
    try {
      told = await isAnswered(installation)
      if (!told) return fail('The live engine names no UDP port.', 'LIVE_PORT: a port that this account may open.')
      if ('answers' in told) return reached(installation, told)
      const here = liveAddressesOf(config).bind === '0.0.0.0' ? '127.0.0.1' : liveAddressesOf(config).bind
      const local = await isAnswered(installation, here)
      const at = `${told.address}:${told.port} (UDP)`
      const isOwn = network.own().includes(told.address)
      if (local && 'answers' in local && !isOwn)
        return warn(
          `Live video is answered on this machine, and not at ${at} from here; many routers don’t let their own network try that.`,
          `LIVE_ADDRESS, LIVE_PORT: let the router lead UDP port ${told.port} here, and try it from outside.`,
          { elsewhere: watchElsewhere(site) },
        )
      return fail(
        `Nothing answers at ${at}, where browsers are told to find live video.`,
        'LIVE_PORT, LIVE_ADDRESS: let the firewall pass this UDP port.',
      )
    } catch (error) {
      return withoutRoom(installation, error)
    }
  },
}

export const watchElsewhere = (site: string) => `Watch a live room on a phone without Wi-Fi: ${site}/live`

function reached({ config, site }: Installation, { address, port }: Candidate): Finding {
  const at = `${address}:${port} (UDP)`
  if (isLocalHost(new URL(site).hostname)) return pass(`Live video is answered at ${at}.`)
  const elsewhere = watchElsewhere(site)
  return config.livePort === 0
    ? warn(
        `Live video is answered at ${at}, a port that is another one after each start.`,
        'LIVE_PORT: choose one, and let the firewall pass it.',
        { elsewhere },
      )
    : pass(`Live video is answered at ${at}.`, { elsewhere })
}

/** The UDP candidate of the engine, with `answers` where a connectivity check sent to it, or to `host` instead of its address, is answered. */
async function isAnswered(
  installation: Installation,
  host?: string,
): Promise<Candidate | (Candidate & { answers: true }) | undefined> {
  const room = await openLiveRoom(installation)
  try {
    const candidate = room.candidates.find(({ transport }) => transport === 'udp')
    if (!candidate) return undefined
    const server = stunOverUdp(host ?? candidate.address, candidate.port)
    try {
      const reply = await server.ask((transaction) => connectivityCheck(room, transaction))
      return reply?.type === bindingSuccess ? { ...candidate, answers: true } : candidate
    } finally {
      server.close()
    }
  } finally {
    await room.close()
  }
}

/** What a browser sends first to each address that it was told (RFC 8445 §7.2.2). */
export function connectivityCheck({ username, password }: LiveRoom, transaction: Buffer): Buffer {
  const priority = Buffer.alloc(4)
  priority.writeUInt32BE(1_845_501_695)
  return writeStun(
    bindingRequest,
    transaction,
    [
      [attribute.username, Buffer.from(username)],
      [attribute.priority, priority],
      [attribute.iceControlling, randomBytes(8)],
    ],
    password,
  )
}

/** Why no room of live video opens. */
export function withoutRoom({ config, site }: Installation, error: unknown): Finding {
  const address = `${site}/live/whip/`
  if (!(error instanceof NoRoom)) return fail(`${address} can’t be reached: ${reasonOf(error)}.`, 'See “address”.')
  if (error.status === 503)
    return fail(
      'The live engine does not answer the product.',
      config.liveEngineUrl
        ? 'LIVE_ENGINE_URL: the address at which the role “live” listens, reachable from the role “web”.'
        : 'LIVE_ENGINE_URL: name it and start the role “live”; `npm start` does without it. Look at the log for why its engine does not start.',
    )
  if (error.status === 401)
    return fail(
      'The live engine does not take our signature.',
      'FANLIGHT_SECRET: the same for every process, and for this command.',
    )
  return fail(`${address} answers ${error.status}.`, 'PUBLIC_URL: let its proxy pass POST and DELETE under /live/ on.')
}
