import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { freeTcpPort, freeUdpPort } from '@fanlight/server/platform/process/free-port'
import { liveKitServer } from '../../scripts/livekit-server.ts'

/** Whether this machine has one: `.ci/run` builds it where there is Go. */
export const hasLiveKitServer = existsSync(liveKitServer)
if (!hasLiveKitServer) console.log('There is no LiveKit server on this machine: what needs one is skipped.')

const startMsMax = 20_000

/** A real LiveKit server of this machine alone, and the settings by which the product finds it. */
export async function startLiveKitServer(): Promise<{ env: Record<string, string>; stop(): Promise<void> }> {
  const [port, tcp, udp] = [await freeTcpPort(), await freeTcpPort(), await freeUdpPort()]
  const [key, secret] = ['test', randomBytes(24).toString('hex')]
  const config = {
    port,
    bind_addresses: ['127.0.0.1'],
    rtc: {
      tcp_port: tcp,
      udp_port: udp,
      node_ip: '127.0.0.1',
      use_external_ip: false,
      enable_loopback_candidate: true,
    },
    keys: { [key]: secret },
    logging: { level: 'warn' },
  }
  // JSON is YAML.
  const child = spawn(liveKitServer, ['--config-body', JSON.stringify(config)], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const url = `http://127.0.0.1:${port}`
  const isUp = () =>
    fetch(url).then(
      (reply) => reply.ok,
      () => false,
    )
  for (const began = Date.now(); !(await isUp()); ) {
    if (child.exitCode !== null || Date.now() - began > startMsMax)
      throw new Error(`The LiveKit server did not start:\n${output.slice(-4000)}`)
    await new Promise((done) => setTimeout(done, 50))
  }
  return {
    env: { LIVEKIT_URL: url, LIVEKIT_API_KEY: key, LIVEKIT_API_SECRET: secret },
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
