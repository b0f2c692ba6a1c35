import { join } from 'node:path'
import { Engine } from '@fanlight/live-engine/engine'
import { serveEngine } from '@fanlight/live-engine/http'
import { Recordings } from '@fanlight/live-engine/recorder/recordings'
import { TcpFront } from '@fanlight/live-engine/tcp/front'
import { joinAsPeer, type TestPeer, type TestVideo } from '@fanlight/live-engine/testing'
import type { Transport } from '@fanlight/contract/streaming'
import { keyFor } from '../../platform/keys.ts'
import { freeTcpPort, freeUdpPort } from '../../platform/process/free-port.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

export interface LiveServer extends TestServer {
  /** The engine's process is gone: its rooms with it. `back` starts a new one at the same address. */
  killEngine(): Promise<void>
  back(): Promise<void>
  /** A program such as OBS, which has an address and a key. */
  program(key: string, video?: TestVideo): Promise<TestPeer>
  peer(transport: Transport, may: 'publish' | 'view', codec?: 'VP8' | 'H264'): Promise<TestPeer>
}

/** A test server that listens, with a live engine of its own. */
export async function startLiveServer(): Promise<LiveServer> {
  const port = await freeTcpPort()
  const server = await startTestServer({ listen: true, env: { LIVE_ENGINE_URL: `http://127.0.0.1:${port}` } })
  const media = await freeUdpPort()
  const start = async () => {
    const bind = '127.0.0.1'
    const front = await TcpFront.open({ port: 0, media: { port: media, bind } })
    const recordings = await Recordings.open(join(server.ctx.config.dataDir, 'live'), { log() {} })
    const engine = new Engine({ port: media, bind, announced: bind, front }, recordings)
    const http = serveEngine(engine, keyFor(server.ctx.secret, 'live grants'))
    await new Promise<void>((done) => http.listen(port, '127.0.0.1', done))
    return async () => {
      await engine.stop()
      await front.close()
      http.closeAllConnections()
      await new Promise((done) => http.close(done))
    }
  }
  let stop = await start()
  return {
    ...server,
    killEngine: () => stop(),
    async back() {
      stop = await start()
    },
    program: (key, video) => joinAsPeer(`${server.url}/live/whip`, key, 'publish', undefined, { video }),
    peer: ({ url, bearer }, may, codec) => joinAsPeer(`${server.url}${url}`, bearer, may, undefined, { codec }),
    async stop() {
      await stop()
      await server.stop()
    },
  }
}
