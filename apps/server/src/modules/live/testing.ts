import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { joinAsPeer, type TestPeer, type TestVideo } from '@fanlight/live-engine/testing'
import type { Loops } from '@fanlight/live-engine/http'
import type { WebRtcTransport } from '@fanlight/contract/streaming'
import { keyFor } from '../../platform/keys.ts'
import { freeTcpPort, freeUdpPort } from '../../platform/process/free-port.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { runTestEngine } from './testing-engine.ts'

export interface LiveServer extends TestServer {
  /** The engine's process is gone: its rooms with it. `back` starts a new one at the same address. */
  killEngine(): Promise<void>
  back(): Promise<void>
  /** Whether the engine is still the one that was started. */
  isEngineAlive(): boolean
  /** A program such as OBS, which has an address and a key. */
  program(key: string, video?: TestVideo): Promise<TestPeer>
  /** Where programs send by RTMP. */
  rtmp: { port: number; url: string }
  /** The process of the engine, where it is one of its own. */
  enginePid(): number | undefined
  peer(transport: WebRtcTransport, may: 'publish' | 'view', codec?: 'VP8' | 'H264'): Promise<TestPeer>
}

interface LiveServerOptions {
  apart?: boolean
  loops?: Loops
  rtmp?: boolean
}
const startsMax = 3

/**
 * A test server that listens, with a live engine of its own. One that is `apart` is killed without a word. Other tests run beside it: of
 * two that found the same port free, the second begins anew with others.
 */
export async function startLiveServer(options: LiveServerOptions = {}): Promise<LiveServer> {
  for (let started = 1; ; started++)
    try {
      return await startOnce(options)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || started === startsMax) throw error
    }
}

async function startOnce({ apart = false, loops = {}, rtmp = false }: LiveServerOptions): Promise<LiveServer> {
  const port = await freeTcpPort()
  const server = await startTestServer({ listen: true, env: { LIVE_ENGINE_URL: `http://127.0.0.1:${port}` } })
  const rtmpPort = await freeTcpPort()
  const of = {
    ...(rtmp && { rtmp: { port: rtmpPort, product: server.url, config: server.ctx.config } }),
    http: port,
    media: await freeUdpPort(),
    folder: join(server.ctx.config.dataDir, 'live'),
    key: keyFor(server.ctx.secret, 'live grants'),
    loops,
  }
  const start = async () =>
    apart ? startApart(of) : { stop: await runTestEngine(of), isAlive: () => true, pid: undefined }
  let engine = await start().catch(async (error: unknown) => {
    await server.stop()
    throw error
  })
  return {
    ...server,
    killEngine: () => engine.stop(),
    async back() {
      engine = await start()
    },
    isEngineAlive: () => engine.isAlive(),
    enginePid: () => engine.pid,
    rtmp: { port: rtmpPort, url: `rtmp://127.0.0.1:${rtmpPort}/live` },
    program: (key, video) => joinAsPeer(`${server.url}/live/whip`, key, 'publish', undefined, { video }),
    peer: ({ url, bearer }, may, codec) => joinAsPeer(`${server.url}${url}`, bearer, may, undefined, { codec }),
    async stop() {
      await engine.stop()
      await server.stop()
    },
  }
}

async function startApart({ key, ...of }: Parameters<typeof runTestEngine>[0]) {
  const path = fileURLToPath(new URL('testing-engine-process.ts', import.meta.url))
  const child = fork(path, [JSON.stringify({ ...of, key: key.toString('base64') })])
  const ended = once(child, 'exit').then(([code]) => [`it ended with ${code}`])
  const [said] = (await Promise.race([once(child, 'message'), ended])) as [string]
  if (said !== 'ready') throw Object.assign(new Error(`The engine did not start: ${said}.`), { code: said })
  const isAlive = () => child.exitCode === null && child.signalCode === null
  const stop = async () => {
    if (!isAlive()) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return { stop, isAlive, pid: child.pid }
}
