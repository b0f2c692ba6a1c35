import { setTimeout as sleep } from 'node:timers/promises'
import { print } from '../rig.ts'
import { agesOf, medians, perSecond } from './figures.ts'
import { openStage, type StageKind } from './stage.ts'

const rounds = 3
const settledMs = 5_000
const measuredMs = 20_000

/** From the publisher's canvas to the viewer's screen: how old 720p30 of 1.5 Mbit/s is when it is presented. Each round is printed, as what else runs here bends it most. */
export async function glassToGlass(kinds: readonly StageKind[]): Promise<void> {
  const found = new Map<string, Record<string, number>[]>()
  for (let round = 0; round < rounds; round++)
    for (const [name, start] of kinds) {
      const one = await ages(start)
      print(`live, glass-to-glass, ${name}, round ${round + 1}`, one)
      found.set(name, [...(found.get(name) ?? []), one])
    }
  for (const [name, all] of found) print(`live, glass-to-glass, ${name}`, medians(all))
}

async function ages(start: StageKind[1]): Promise<Record<string, number>> {
  const stage = await openStage(start)
  await stage.join()
  await sleep(settledMs)
  await stage.pictures()
  const before = await stage.counters()
  await sleep(measuredMs)
  const [pictures, after] = [await stage.pictures(), await stage.counters()]
  await stage.stop()
  const { p50, p95, unread } = agesOf(pictures)
  return {
    'p50, ms': p50,
    'p95, ms': p95,
    pictures: pictures.length,
    unread,
    'a second': perSecond(pictures),
    'kbit/s': ((after.bytes - before.bytes) * 8) / measuredMs,
  }
}
