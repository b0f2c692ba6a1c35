import { type Check, fail, type Finding, type Installation, pass, reasonOf, skipped, warn } from './check.ts'
import { isLocalHost } from '../platform/http/origin.ts'
import { liveAddressesOf } from '../live-ports.ts'
import { bindingSuccess, connectivityCheck, watchElsewhere, withoutRoom } from './live-port.ts'
import { type Candidate, openLiveRoom } from './live-room.ts'
import { stunOverFrames } from './stun-exchange.ts'

/** Whether those whose network drops UDP are answered over TCP. */
export const liveTcpPort: Check = {
  name: 'live TCP port',
  async run(installation) {
    if (installation.config.liveKit) return skipped('LIVEKIT_URL is set: see “livekit”.')
    try {
      const told = await tryPort(installation)
      if (!told) return skipped('The live engine names no TCP port: one of another machine may have none.')
      const { candidate, problem } = told
      if (!problem) return reached(installation, candidate)
      const at = `${candidate.address}:${candidate.port} (TCP)`
      const { bind } = liveAddressesOf(installation.config)
      const local = await tryPort(installation, bind === '0.0.0.0' ? '127.0.0.1' : bind)
      if (local && !local.problem && !installation.network.own().includes(candidate.address))
        return warn(
          `Live video over TCP is answered on this machine, and not at ${at} from here; many routers don’t let their own network try that.`,
          `LIVE_ADDRESS, LIVE_TCP_PORT: let the router lead TCP port ${candidate.port} here, and try it from outside.`,
          { elsewhere: openElsewhere(candidate) },
        )
      return fail(
        `Nothing answers at ${at}, where browsers whose network drops UDP are told to find live video: ${problem}.`,
        'LIVE_TCP_PORT, LIVE_ADDRESS: let the firewall pass this TCP port, which no proxy may stand before.',
      )
    } catch (error) {
      return withoutRoom(installation, error)
    }
  },
}

const openElsewhere = ({ address, port }: Candidate) => `nc -vz ${address} ${port}`

function reached({ config, site }: Installation, candidate: Candidate): Finding {
  const said = `Live video is answered at ${candidate.address}:${candidate.port} (TCP).`
  if (isLocalHost(new URL(site).hostname)) return pass(said)
  const elsewhere = [openElsewhere(candidate), watchElsewhere(site)].join('\n  ')
  return config.liveTcpPort === 0
    ? warn(`${said} It is another port after each start.`, 'LIVE_TCP_PORT: choose one, and let the firewall pass it.', {
        elsewhere,
      })
    : pass(said, { elsewhere })
}

/** What stands in the way of a connectivity check to the engine's TCP candidate, or to `host` instead of its address. Undefined where there is none. */
async function tryPort(
  installation: Installation,
  host?: string,
): Promise<{ candidate: Candidate; problem?: string } | undefined> {
  const room = await openLiveRoom(installation)
  try {
    const candidate = room.candidates.find(({ transport }) => transport === 'tcp')
    if (!candidate) return undefined
    const answers = await isAnswered(() => stunOverFrames(host ?? candidate.address, candidate.port), room)
    return answers === true ? { candidate } : { candidate, problem: answers }
  } finally {
    await room.close()
  }
}

async function isAnswered(
  open: () => ReturnType<typeof stunOverFrames>,
  room: Parameters<typeof connectivityCheck>[0],
): Promise<true | string> {
  try {
    const server = await open()
    try {
      const reply = await server.ask((transaction) => connectivityCheck(room, transaction))
      return reply?.type === bindingSuccess ? true : 'it takes the connection and says nothing'
    } finally {
      server.close()
    }
  } catch (error) {
    return reasonOf(error)
  }
}
