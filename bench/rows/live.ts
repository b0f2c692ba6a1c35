import { setTimeout as sleep } from 'node:timers/promises'
import { at } from '../live/figures.ts'
import { forwarders, join, type Kind } from '../live/forwarders.ts'
import { glassToGlass } from '../live/glass.ts'
import { missingForJanus } from '../live/janus.ts'
import { joining } from '../live/joins.ts'
import { recovery } from '../live/loss.ts'
import { memory } from '../live/memory.ts'
import { publish, type Viewer } from '../live/peers.ts'
import type { StageKind } from '../live/stage.ts'
import { cpuOf, median, print, type Rig, rssOf } from '../rig.ts'

const counts = [50, 100]
const rounds = 3
const settledMs = 2_000
const measuredMs = 10_000
/** So many join at once. */
const batch = 5

/** Live video through our engine, beside Debian's Janus with two event loops as for production, and as it is packaged. `BENCH_LIVE` names parts of it. */
export async function live(rig: Rig): Promise<void> {
  const missing = missingForJanus()
  if (missing.length > 0) console.log(`Janus is not measured: this machine has no ${missing.join(', ')}.`)
  const all = forwarders(rig.folder)
  // Browsers are what is slow here: as it is packaged, Janus is no different with one viewer.
  const staged: StageKind[] = [['no server'], ...all.slice(0, 2)]
  const parts: Record<string, () => Promise<void>> = {
    forwarding: () => forwarding(all),
    memory: () => memory(all),
    glass: () => glassToGlass(staged),
    joins: () => joining(all.slice(0, 2)),
    loss: () => recovery(all.slice(0, 2)),
  }
  const wanted = process.env['BENCH_LIVE']?.split(',') ?? Object.keys(parts)
  const unknown = wanted.filter((name) => !(name in parts))
  if (unknown.length > 0)
    throw new Error(`live has no part ${unknown.join(', ')}. It has: ${Object.keys(parts).join(', ')}.`)
  for (const name of wanted) await parts[name]!()
}

/**
 * What one stream of 1.25 Mbit/s costs that is sent to 50 and to 100 viewers. Each round measures all kinds, one after another, with the same client
 * in this process.
 */
async function forwarding(kinds: readonly Kind[]): Promise<void> {
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

async function measure(start: Kind[1], count: number): Promise<Measured> {
  const forwarder = await start()
  const stop = await publish(forwarder.publishing().exchange)
  await sleep(1_000)
  const viewers: Viewer[] = []
  const [cpuBefore, idle] = [cpuOf(forwarder.pid), rssOf(forwarder.pid)]
  const joinedAt = performance.now()
  for (let n = 0; n < count; n += batch)
    viewers.push(...(await Promise.all(Array.from({ length: batch }, () => join(forwarder)))))
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
  const delays = viewers.flatMap((viewer) => viewer.delays)
  const measured = {
    cpuMs: cpu / 1_000 / seconds / count,
    // While they joined, those who were there already were sent to; half of them on average.
    joinMs: (joinCpu / 1_000 - (cpu / 1_000 / seconds) * joinSeconds * 0.5) / count,
    firstMs: at(firsts, 0.5),
    p50: at(delays, 0.5),
    p95: at(delays, 0.95),
    lost: viewers.reduce((sum, { lost }) => sum + lost, 0),
    megabytes: (rssOf(forwarder.pid) - idle) / 1024 ** 2 / count,
  }
  for (const viewer of viewers) viewer.close()
  stop()
  forwarder.stop()
  await sleep(500)
  return measured
}

/** The median of the rounds. */
const figures = (all: readonly Measured[]): Record<string, number> => {
  const of = (field: keyof Measured) => median(all.map((entry) => entry[field]))
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
