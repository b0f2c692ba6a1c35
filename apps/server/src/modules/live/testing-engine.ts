import { once } from 'node:events'
import { Engine } from '@fanlight/live-engine/engine'
import { type Loops, serveEngine } from '@fanlight/live-engine/http'
import { Recordings } from '@fanlight/live-engine/recorder/recordings'
import { TcpFront } from '@fanlight/live-engine/tcp/front'
import type { Config } from '../../platform/config.ts'
import { transcoderOf } from '../media/live-input/transcoder.ts'
import { startRtmp } from './engine/rtmp.ts'

/** An engine for tests, at these ports of this machine. */
export async function runTestEngine(of: {
  http: number
  media: number
  folder: string
  key: Buffer
  /** What may be shown in place of a publisher; video that can be decoded. */
  loops?: Loops
  /** Takes RTMP at this port, and asks the product there about keys. */
  rtmp?: { port: number; product: string; config: Config }
}) {
  const bind = '127.0.0.1'
  const front = await TcpFront.open({ port: 0, media: { port: of.media, bind } })
  const recordings = await Recordings.open(of.folder, { log() {} })
  const engine = new Engine({ port: of.media, bind, announced: bind, front }, recordings, { encodersMax: 3 })
  const http = serveEngine(engine, of.key, of.loops)
  try {
    await once(http.listen(of.http, bind), 'listening')
  } catch (error) {
    await engine.stop()
    await front.close()
    throw error
  }
  const rtmp =
    of.rtmp &&
    (await startRtmp({
      engine,
      key: of.key,
      bind,
      announced: bind,
      log() {},
      ...of.rtmp,
      open: await transcoderOf(of.rtmp.config),
    }))
  return async () => {
    await rtmp?.close()
    await engine.stop()
    await front.close()
    http.closeAllConnections()
    await new Promise((done) => http.close(done))
  }
}
