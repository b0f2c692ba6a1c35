import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Grant, writeGrant } from '@fanlight/live-engine/token'
import { enterJanus, missingForJanus, startJanus } from '../live/janus.ts'
import { type Exchange, publish, view, type Viewer } from '../live/peers.ts'
import { cpuOf, print, type Rig, rssOf } from '../rig.ts'

const counts = [50, 100]
const rounds = 3
const settledMs = 2_000
const measuredMs = 10_000
/** So many join at once. */
const batch = 5
const key = 'a-key-of-the-bench-alone'

/** Something that forwards one publisher to viewers. */
interface Forwarder {
  pid: number
  publish(): Promise<() => void>
  view(): Promise<Viewer>
  stop(): void
}

/**
 * One stream of 1.25 Mbit/s to 50 and 100 viewers: our engine beside Debian's Janus, with two event loops as for production and with a thread for each
 * peer as it is packaged. Each round measures all three, one after another, with the same client in this process.
 */
export async function live(rig: Rig): Promise<void> {
  const missing = missingForJanus()
  if (missing.length > 0) console.log(`Janus is not measured: this machine has no ${missing.join(', ')}.`)
  const kinds: [string, () => Promise<Forwarder>][] = [['ours', startOurs]]
  if (missing.length === 0)
    kinds.push(['Janus, two event loops', () => startTheirs(rig, 2)], ['Janus as packaged', () => startTheirs(rig)])
  for (const viewers of counts) {
    const found = new Map<string, Measured[]>()
    for (let round = 0; round < rounds; round++)
      for (const [name, start] of kinds) found.set(name, [...(found.get(name) ?? []), await measure(start, viewers)])
    for (const [name, all] of found) print(`live, ${viewers} viewers, ${name}`, figures(all))
  }
}

interface Measured {
  cpuMs: number
  joinMs: number
  firstMs: number
  p50: number
  p95: number
  lost: number
  megabytes: number
}

async function measure(start: () => Promise<Forwarder>, count: number): Promise<Measured> {
  const forwarder = await start()
  const stop = await begin(forwarder)
  const viewers: Viewer[] = []
  const [cpuBefore, idle] = [cpuOf(forwarder.pid), rssOf(forwarder.pid)]
  const joinedAt = performance.now()
  for (let n = 0; n < count; n += batch)
    viewers.push(...(await Promise.all(Array.from({ length: batch }, () => forwarder.view()))))
  const joinSeconds = (performance.now() - joinedAt) / 1_000
  const joinCpu = cpuOf(forwarder.pid) - cpuBefore
  await sleep(settledMs)
  const firsts = viewers.map(({ firstMs }) => firstMs)
  if (firsts.includes(0)) throw new Error(`${firsts.filter((ms) => ms === 0).length} viewers see nothing`)
  for (const viewer of viewers) Object.assign(viewer, { packets: 0, lost: 0, delays: [] })
  const [before, began] = [cpuOf(forwarder.pid), performance.now()]
  await sleep(measuredMs)
  const seconds = (performance.now() - began) / 1_000
  const cpu = cpuOf(forwarder.pid) - before
  const delays = viewers.flatMap((viewer) => viewer.delays).toSorted((a, b) => a - b)
  const measured = {
    cpuMs: cpu / 1_000 / seconds / count,
    // While they joined, those who were there already were sent to; half of them on average.
    joinMs: (joinCpu / 1_000 - (cpu / 1_000 / seconds) * joinSeconds * 0.5) / count,
    firstMs: middle(
      firsts.toSorted((a, b) => a - b),
      0.5,
    ),
    p50: middle(delays, 0.5),
    p95: middle(delays, 0.95),
    lost: viewers.reduce((sum, { lost }) => sum + lost, 0),
    megabytes: (rssOf(forwarder.pid) - idle) / 1024 ** 2 / count,
  }
  for (const viewer of viewers) viewer.close()
  stop()
  forwarder.stop()
  await sleep(500)
  return measured
}

async function begin(forwarder: Forwarder): Promise<() => void> {
  const stop = await forwarder.publish()
  await sleep(1_000)
  return stop
}

const middle = (sorted: readonly number[], part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN
/** The median of the rounds. */
const figures = (all: readonly Measured[]): Record<string, number> => {
  const of = (field: keyof Measured) =>
    middle(
      all.map((entry) => entry[field]).toSorted((a, b) => a - b),
      0.5,
    )
  return {
    'CPU a viewer-second, ms': of('cpuMs'),
    'CPU a join, ms': of('joinMs'),
    'first packet, ms': of('firstMs'),
    'forwarded p50, ms': of('p50'),
    'p95, ms': of('p95'),
    'packets lost': of('lost'),
    'MB a viewer': of('megabytes'),
  }
}

async function startOurs(): Promise<Forwarder> {
  const [http, media] = [29_990, 29_991]
  const path = fileURLToPath(new URL('../live/engine.ts', import.meta.url))
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
  const exchange = (may: 'publish' | 'view'): Exchange => {
    const issuedAt = Math.floor(Date.now() / 1_000)
    const user = String(people++)
    const grant: Grant = { room: 'bench', user, session: user, may, issuedAt, expiresAt: issuedAt + 60 }
    return async (sdp) => {
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
  }
  return {
    pid: child.pid!,
    publish: () => publish(exchange('publish')),
    view: () => view(exchange('view')),
    stop: () => child.kill('SIGKILL'),
  }
}

async function startTheirs(rig: Rig, eventLoops?: number): Promise<Forwarder> {
  const janus = await startJanus(rig.folder, 29_988, eventLoops)
  const client = await enterJanus(janus.url)
  return {
    pid: janus.pid,
    publish: () => publish(client.publish),
    async view() {
      const { offer, answer } = await client.subscribe()
      return view(answer, offer)
    },
    stop() {
      client.close()
      janus.stop()
    },
  }
}
