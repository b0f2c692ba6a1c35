import { join, resolve } from 'node:path'
import { Engine } from '@fanlight/live-engine/engine'
import { serveEngine } from '@fanlight/live-engine/http'
import type { Loops } from '@fanlight/live-engine/http'
import { Recordings } from '@fanlight/live-engine/recorder/recordings'
import { TcpFront } from '@fanlight/live-engine/tcp/front'
import { type LivePorts, liveAddressesOf } from './live-ports.ts'
import { encodersMax, startRtmp } from './modules/live/engine/rtmp.ts'
import type { Config } from './platform/config.ts'
import { aacOf } from './modules/media/live-audio/open-aac.ts'
import { transcoderOf } from './modules/media/live-input/transcoder.ts'
import { hasEngine } from './modules/media/processing/engines.ts'
import { mayDecode } from './modules/media/processing/work-folder.ts'
import { keyFor, loadSecret } from './platform/keys.ts'

const local = '127.0.0.1'

/** Runs the engine of live rooms until stopped: media over one UDP and one TCP port, RTMP where that is on, and HTTP for the product alone. */
export async function startLive(config: Config, ports: LivePorts, loops: Loops = {}) {
  const { http, media, tcp } = ports
  const log = (line: string) => void process.stderr.write(`${line}\n`)
  const { bind, announced } = liveAddressesOf(config)
  const front = await TcpFront.open({ port: tcp, media: { port: media, bind } })
  const recordings = await Recordings.open(join(resolve(config.dataDir), 'live'), {
    log,
    openAac: await aacOf(config),
    keepsVp8: (await mayDecode(config)) && (await hasEngine(config)),
  })
  const engine = new Engine({ port: media, bind, announced, front }, recordings, { encodersMax })
  const key = keyFor(await loadSecret(config), 'live grants')
  const server = serveEngine(engine, key, loops)
  // Beside us it is reached from this machine alone; on its own, from the private network of its configuration.
  const host = config.liveEngineUrl ? new URL(config.liveEngineUrl).hostname : local
  await new Promise<void>((done, reject) => {
    server.once('error', reject)
    server.listen(http, host, done)
  })
  const rtmp =
    ports.rtmp === undefined
      ? undefined
      : await startRtmp({
          engine,
          key,
          bind,
          announced,
          log,
          port: ports.rtmp,
          product: ports.product ?? config.publicUrl,
          open: await transcoderOf(config),
        })
  return {
    async stop() {
      await rtmp?.close()
      await engine.stop()
      await front.close()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
