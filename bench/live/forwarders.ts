import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Grant, writeGrant } from '@fanlight/live-engine/token'
import { enterJanus, missingForJanus, startJanus } from './janus.ts'
import { type Exchange, view, type Viewer } from './peers.ts'

const key = 'a-key-of-the-bench-alone'

/** How a peer comes in: by an offer of its own, or by answering `offer`. */
export interface Entrance {
  offer?: string
  exchange: Exchange
}
/** Something that forwards one publisher to viewers. */
export interface Forwarder {
  pid: number
  publishing(): Entrance
  viewing(): Promise<Entrance>
  stop(): void
}
/** Another viewer, who is no browser. */
export async function join(forwarder: Forwarder): Promise<Viewer> {
  const { exchange, offer } = await forwarder.viewing()
  return view(exchange, offer)
}
/** Its name, and how it is started: anew for each measurement. */
export type Kind = readonly [name: string, start: () => Promise<Forwarder>]

/** Our engine, then Debian's Janus with two event loops and as it is packaged, where this machine has it. */
export function forwarders(folder: string): Kind[] {
  const ours: Kind = ['ours', startOurs]
  if (missingForJanus().length > 0) return [ours]
  return [
    ours,
    ['Janus, two event loops', () => startTheirs(folder, 2)],
    ['Janus as packaged', () => startTheirs(folder)],
  ]
}

async function startOurs(): Promise<Forwarder> {
  const [http, media] = [29_990, 29_991]
  const path = fileURLToPath(new URL('engine.ts', import.meta.url))
  const child: ChildProcess = spawn(process.execPath, ['--no-warnings', path, String(http), String(media), key], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${http}`
  for (const end = Date.now() + 10_000; ; await sleep(50)) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      break
    if (Date.now() > end || child.exitCode !== null) throw new Error('Our engine does not start.')
  }
  let people = 0
  const entrance = (may: 'publish' | 'view'): Entrance => {
    const issuedAt = Math.floor(Date.now() / 1_000)
    const user = String(people++)
    const grant: Grant = { room: 'bench', user, session: user, may, issuedAt, expiresAt: issuedAt + 60 }
    const exchange: Exchange = async (sdp) => {
      const reply = await fetch(`${url}/live/${may === 'publish' ? 'whip' : 'whep'}/bench`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${writeGrant(Buffer.from(key), grant)}`,
          'content-type': 'application/sdp',
        },
        body: sdp,
      })
      const text = await reply.text()
      if (reply.status !== 201) throw new Error(`Our engine answered ${reply.status}: ${text}`)
      return text
    }
    return { exchange }
  }
  return {
    pid: child.pid!,
    publishing: () => entrance('publish'),
    viewing: async () => entrance('view'),
    stop: () => child.kill('SIGKILL'),
  }
}

async function startTheirs(folder: string, eventLoops?: number): Promise<Forwarder> {
  const janus = await startJanus(folder, 29_988, eventLoops)
  const client = await enterJanus(janus.url)
  return {
    pid: janus.pid,
    publishing: () => ({ exchange: client.publish }),
    async viewing() {
      const { offer, answer } = await client.subscribe()
      return { offer, exchange: answer }
    },
    stop() {
      client.close()
      janus.stop()
    },
  }
}
