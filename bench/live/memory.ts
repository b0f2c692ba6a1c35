import { setTimeout as sleep } from 'node:timers/promises'
import { print, rssOf } from '../rig.ts'
import { medians } from './figures.ts'
import { join, type Kind } from './forwarders.ts'
import { publish, type Viewer } from './peers.ts'

const rounds = 3
const counts = [0, 50, 100] as const
const settledMs = 8_000
/** So many join at once. */
const batch = 5

/** Memory of the server's process while nobody watches, and with 50 and 100 viewers of 1.25 Mbit/s. */
export async function memory(kinds: readonly Kind[]): Promise<void> {
  for (const [name, start] of kinds) {
    const found: Record<string, number>[] = []
    for (let round = 0; round < rounds; round++) found.push(await grown(start))
    print(`live, memory, ${name}`, medians(found))
  }
}

async function grown(start: Kind[1]): Promise<Record<string, number>> {
  const forwarder = await start()
  const stop = await publish(forwarder.publishing().exchange)
  const viewers: Viewer[] = []
  const sizes: number[] = []
  for (const count of counts) {
    while (viewers.length < count)
      viewers.push(...(await Promise.all(Array.from({ length: batch }, () => join(forwarder)))))
    await sleep(settledMs)
    sizes.push(rssOf(forwarder.pid) / 1e6)
  }
  const [none, half, all] = sizes as [number, number, number]
  const found = {
    'MB without viewers': none,
    [`with ${counts[1]}`]: half,
    [`with ${counts[2]}`]: all,
    'kB a viewer': ((all - none) * 1e3) / counts[2],
    'of the second half': ((all - half) * 1e3) / (counts[2] - counts[1]),
    'see nothing': viewers.filter(({ packets }) => packets === 0).length,
  }
  for (const viewer of viewers) viewer.close()
  stop()
  forwarder.stop()
  await sleep(500)
  return found
}
