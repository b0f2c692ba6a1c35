import { connect } from 'node:net'
import { liveAddressesOf } from '../live-ports.ts'
import { transcoderOf } from '../modules/media/live-input/transcoder.ts'
import { isLocalHost } from '../platform/http/origin.ts'
import { type Check, fail, pass, reasonOf, skipped, warn } from './check.ts'

const answerMs = 5_000
const version = 3
/** The first of three parts of the handshake (RTMP §5.2). */
const hello = Buffer.concat([Buffer.of(version), Buffer.alloc(1_536)])

/** Whether programs that send by RTMP are answered, where that is on. */
export const liveRtmpPort: Check = {
  name: 'live RTMP port',
  async run({ config, site, network }) {
    const port = config.liveRtmpPort
    if (port === undefined) return skipped('RTMP is off. LIVE_RTMP_PORT turns it on.')
    const { bind, announced } = liveAddressesOf(config)
    const isForOthers = !isLocalHost(new URL(site).hostname)
    if (port === 0)
      return isForOthers
        ? warn('RTMP listens at another port after each start.', 'LIVE_RTMP_PORT: choose one, such as 1935, or “off”.')
        : skipped('RTMP listens at any free port of this machine, which the studio names.')
    const at = `${announced}:${port} (RTMP)`
    const elsewhere = `nc -vz ${announced} ${port}`
    const problem = await problemAt(announced, port)
    if (!problem) return pass(`Programs are answered at ${at}.`, isForOthers ? { elsewhere } : {})
    if (!config.liveEngineUrl && !(await transcoderOf(config)))
      return fail(
        `RTMP is off: this machine has no ffmpeg with libx264 and libopus that may run.`,
        'PATH: install such an ffmpeg in one of its folders; or LIVE_RTMP_PORT=off.',
      )
    const isLocal = (await problemAt(bind === '0.0.0.0' ? '127.0.0.1' : bind, port)) === undefined
    if (isLocal && !network.own().includes(announced))
      return warn(
        `Programs are answered on this machine, and not at ${at} from here; many routers don’t let their own network try that.`,
        `LIVE_ADDRESS, LIVE_RTMP_PORT: let the router lead TCP port ${port} here, and try it from outside.`,
        { elsewhere },
      )
    return fail(
      `Nothing speaks RTMP at ${at}, where programs are told to send: ${problem}.`,
      'LIVE_RTMP_PORT, LIVE_ADDRESS: let the firewall pass this TCP port, or look into the log for why RTMP is off.',
    )
  },
}

/** Why nobody speaks RTMP there; undefined where somebody does. */
function problemAt(host: string, port: number): Promise<string | undefined> {
  return new Promise((done) => {
    const socket = connect(port, host)
    const end = (problem: string | undefined) => {
      clearTimeout(late)
      socket.destroy()
      done(problem)
    }
    const late = setTimeout(() => end(`no answer came within ${answerMs / 1000} seconds`), answerMs)
    socket.once('connect', () => socket.write(hello))
    socket.once('data', (bytes) => end(bytes[0] === version ? undefined : 'it speaks something else'))
    socket.once('error', (error) => end(reasonOf(error)))
    socket.once('close', () => end('it takes the connection and says nothing'))
  })
}
