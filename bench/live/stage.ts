import { setTimeout as sleep } from 'node:timers/promises'
import { launchChromium, liveVideoFlags } from '../../tests/browser/chromium.ts'
import type { Browser, Page } from '../load.ts'
import type { Entrance, Kind } from './forwarders.ts'
import { beCamera, beViewer, type Joined, type Picture } from './in-page.ts'
import type { Relay } from './relay.ts'

// Two browsers, one that publishes and one that watches, and what is between them.

const kbps = 1_500
/** An encoder starts with small pictures and comes to its rate. */
const warmMs = 6_000

/** What a viewer's browser says of its line and its pictures so far. */
export interface Counters {
  decoded: number
  freezes: number
  frozenMs: number
  packetsLost: number
  repeatsAsked: number
  bytes: number
}
export interface Stage {
  /** Comes in as a new viewer would, and resolves at the first picture. Only one at a time. */
  join(relay?: Relay): Promise<Joined>
  leave(): Promise<void>
  /** The pictures since it was last asked. */
  pictures(): Promise<Picture[]>
  counters(): Promise<Counters>
  /** Of how many keyframes the publisher was asked, and how many it has made. */
  keyframes(): Promise<{ asked: number; made: number }>
  stop(): Promise<void>
}

/** With nothing to start, the browsers are connected to each other: the floor beside the forwarders. */
export type StageKind = Kind | readonly [name: string, start?: undefined]

export async function openStage(start: StageKind[1]): Promise<Stage> {
  const [ours, theirs] = [await launch(), await launch()]
  const forwarder = await start?.()
  const camera = await pageOf(ours)
  await camera.evaluate(beCamera, { kbps })
  let next: Entrance = { exchange: (offer) => camera.evaluate((sdp) => bench.answer(sdp), offer) }
  let relayed: Relay | undefined
  const viewer = await pageOf(theirs)
  await viewer.exposeFunction('invite', async () => {
    if (forwarder) next = await forwarder.viewing()
    return next.offer && relayed ? relayed.inFrontOf(next.offer) : (next.offer ?? '')
  })
  await viewer.exposeFunction('exchange', async (sdp: string) => {
    const answer = await next.exchange(sdp)
    return answer && relayed ? relayed.inFrontOf(answer) : answer
  })
  await viewer.evaluate(beViewer)
  if (forwarder) {
    await camera.exposeFunction('exchange', forwarder.publishing().exchange)
    await camera.evaluate(() => bench.publish())
    await sleep(warmMs)
  }
  return {
    join(relay) {
      relayed = relay
      return viewer.evaluate(() => bench.watch())
    },
    leave: () => viewer.evaluate(() => bench.leave()),
    pictures: () => viewer.evaluate(() => bench.pictures.splice(0)),
    async counters() {
      const of = await statsOf(viewer, 'inbound-rtp')
      return {
        decoded: of('framesDecoded'),
        freezes: of('freezeCount'),
        frozenMs: of('totalFreezesDuration') * 1_000,
        packetsLost: of('packetsLost'),
        repeatsAsked: of('nackCount'),
        bytes: of('bytesReceived'),
      }
    },
    async keyframes() {
      const of = await statsOf(camera, 'outbound-rtp')
      return { asked: of('pliCount'), made: of('keyFramesEncoded') }
    },
    async stop() {
      await Promise.all([ours.close(), theirs.close()])
      forwarder?.stop()
    },
  }
}

const launch = (): Promise<Browser> =>
  launchChromium({ args: ['--autoplay-policy=no-user-gesture-required', ...liveVideoFlags] })

async function pageOf(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ permissions: ['microphone'], viewport: { width: 1280, height: 720 } })
  const page = await context.newPage()
  // Microphones are for pages of a secure origin, which this machine's own is.
  await page.route('**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Stage</title>' }),
  )
  await page.goto('http://127.0.0.1/')
  return page
}

/** The video of one direction; nothing that the browser does not count. */
async function statsOf(page: Page, type: 'inbound-rtp' | 'outbound-rtp'): Promise<(name: string) => number> {
  const found = await page.evaluate(async (type) => {
    const all = (await bench.connection().getStats()) as unknown as Map<string, Record<string, number | string>>
    return [...all.values()].find((entry) => entry['type'] === type && entry['kind'] === 'video') ?? {}
  }, type)
  return (name) => Number(found[name] ?? 0)
}
