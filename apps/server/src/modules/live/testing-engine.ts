import { Engine } from '@fanlight/live-engine/engine'
import { type Loops, serveEngine } from '@fanlight/live-engine/http'
import { Recordings } from '@fanlight/live-engine/recorder/recordings'
import { TcpFront } from '@fanlight/live-engine/tcp/front'

/** An engine for tests, at these ports of this machine. */
export async function runTestEngine(of: {
  http: number
  media: number
  folder: string
  key: Buffer
  /** What may be shown in place of a publisher; video that can be decoded. */
  loops?: Loops
}) {
  const bind = '127.0.0.1'
  const front = await TcpFront.open({ port: 0, media: { port: of.media, bind } })
  const recordings = await Recordings.open(of.folder, { log() {} })
  const engine = new Engine({ port: of.media, bind, announced: bind, front }, recordings)
  const http = serveEngine(engine, of.key, of.loops)
  await new Promise<void>((done) => http.listen(of.http, bind, done))
  return async () => {
    await engine.stop()
    await front.close()
    http.closeAllConnections()
    await new Promise((done) => http.close(done))
  }
}
