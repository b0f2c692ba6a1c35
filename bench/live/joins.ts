import { setTimeout as sleep } from 'node:timers/promises'
import { print } from '../rig.ts'
import { at } from './figures.ts'
import type { Joined } from './in-page.ts'
import type { Kind } from './forwarders.ts'
import { openStage } from './stage.ts'

const joins = 30
const watchedMs = 700
/** Longer than the time in which a publisher is asked for one keyframe alone. */
const awayMs = 500

/**
 * From the moment at which somebody asks to watch to the first picture. The publisher makes keyframes only when it is asked for them, so each join
 * waits for one of its own.
 */
export async function joining(kinds: readonly Kind[]): Promise<void> {
  for (const [name, start] of kinds) {
    const stage = await openStage(start)
    // The first one finds no code compiled.
    await joinAndLeave()
    const before = await stage.keyframes()
    const all: Joined[] = []
    for (let n = 0; n < joins; n++) all.push(await joinAndLeave())
    const after = await stage.keyframes()
    await stage.stop()
    const of = (field: keyof Joined, part: number) =>
      at(
        all.map((one) => one[field]),
        part,
      )
    print(`live, joining, ${name}`, {
      'first picture p50, ms': of('firstMs', 0.5),
      'p95, ms': of('firstMs', 0.95),
      'of it asked p50, ms': of('askedMs', 0.5),
      'answered p50, ms': of('answeredMs', 0.5),
      'connected p50, ms': of('connectedMs', 0.5),
      joins,
      'keyframes asked for a join': (after.asked - before.asked) / joins,
      'made a join': (after.made - before.made) / joins,
    })

    async function joinAndLeave(): Promise<Joined> {
      const joined = await stage.join()
      await sleep(watchedMs)
      await stage.leave()
      await sleep(awayMs)
      return joined
    }
  }
}
