import { Engine } from '@fanlight/live-engine/engine'
import { serveEngine } from '@fanlight/live-engine/http'
import { TcpFront } from '@fanlight/live-engine/tcp/front'

// The engine of live rooms alone, as a process of its own that is measured: `node engine.ts HTTP-PORT MEDIA-PORT KEY`.

const [http = '', media = '', key = ''] = process.argv.slice(2)
const bind = '127.0.0.1'
const port = Number(media)
const front = await TcpFront.open({ port: 0, media: { port, bind } })
serveEngine(new Engine({ port, bind, announced: bind, front }), Buffer.from(key)).listen(Number(http), bind)
