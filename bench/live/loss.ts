import { setTimeout as sleep } from 'node:timers/promises'
import { print } from '../rig.ts'
import { agesOf, medians, perSecond, undisturbedAfter } from './figures.ts'
import { openRelay, type Relay } from './relay.ts'
import { openStage, type Stage, type StageKind } from './stage.ts'

const rounds = 3
const lossPercent = 5
const settledMs = 5_000
const quietMs = 10_000
const lossyMs = 20_000
const afterMs = 15_000
const far = { lossPercent: 1, delayMs: 40 }

/** What a viewer sees of 720p30 while 5 % of the packets between them and the server are lost, each way, and how it goes on after that. */
export async function recovery(kinds: readonly StageKind[]): Promise<void> {
  const found = new Map<string, Record<string, number>[]>()
  for (let round = 0; round < rounds; round++)
    for (const [name, start] of kinds) {
      const stage = await openStage(start)
      // Of its own for each round, and the same for all that are compared.
      const relay = openRelay(round + 1)
      const one = await throughLoss(stage, relay)
      print(`live, ${lossPercent} % loss, ${name}, round ${round + 1}`, one)
      found.set(name, [...(found.get(name) ?? []), one])
      await stage.stop()
      relay.stop()
    }
  for (const [name, all] of found) print(`live, ${lossPercent} % loss, ${name}`, medians(all))
}

async function throughLoss(stage: Stage, relay: Relay): Promise<Record<string, number>> {
  await stage.join(relay)
  await sleep(settledMs)
  await watchFor(stage, 0)
  const quiet = await watchFor(stage, quietMs)
  const counted = relay.counted()
  relay.worsen({ lossPercent })
  const lossy = await watchFor(stage, lossyMs)
  const dropped = relay.counted()
  relay.worsen({})
  const endedAt = Date.now()
  const after = await watchFor(stage, afterMs)
  relay.worsen(far)
  await watchFor(stage, settledMs)
  const distant = await watchFor(stage, quietMs)
  return {
    'dropped, %': (100 * (dropped.lost - counted.lost)) / (dropped.all - counted.all),
    'pictures a second before': perSecond(quiet.pictures),
    'with loss': perSecond(lossy.pictures),
    'after it': perSecond(after.pictures),
    'freezes before': quiet.freezes,
    'freezes with loss': lossy.freezes,
    'frozen, ms': lossy.frozenMs,
    'freezes after': after.freezes,
    'undisturbed after, ms': undisturbedAfter(after.pictures, endedAt),
    'p50 before, ms': agesOf(quiet.pictures).p50,
    'p95 before, ms': agesOf(quiet.pictures).p95,
    'p50 with loss, ms': agesOf(lossy.pictures).p50,
    'p95 with loss, ms': agesOf(lossy.pictures).p95,
    'p50 after, ms': agesOf(after.pictures).p50,
    'packets asked for again': lossy.repeatsAsked,
    'lost for good': lossy.packetsLost,
    'p95 with 1 % loss and 40 ms, ms': agesOf(distant.pictures).p95,
  }
}

/** Its pictures of so many milliseconds, and by how much its counters rose meanwhile. */
async function watchFor(stage: Stage, ms: number) {
  const before = await stage.counters()
  await sleep(ms)
  const [pictures, after] = [await stage.pictures(), await stage.counters()]
  return {
    pictures,
    freezes: after.freezes - before.freezes,
    frozenMs: after.frozenMs - before.frozenMs,
    repeatsAsked: after.repeatsAsked - before.repeatsAsked,
    packetsLost: after.packetsLost - before.packetsLost,
  }
}
