import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Watch, type Watching, type Way } from './watch.ts'

/** Answers of the product, in turn: the last one goes on. */
let answers: { status: number; body: object }[]
let isOnline: boolean
let page: EventTarget
let running: Watch | undefined
const live = {
  status: 200,
  body: { data: { stream: { status: 'live' }, transport: { kind: 'webrtc-http', url: '/live/whep/1' } } },
}

beforeEach(() => {
  vi.useFakeTimers()
  answers = [live]
  isOnline = true
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('document', {
    hidden: false,
    documentElement: { dataset: { page: '{"config":{"apiUrl":"http://site/api"}}' } },
    querySelector: () => null,
  })
  vi.stubGlobal('location', { pathname: '/', search: '', assign: () => {} })
  vi.stubGlobal('navigator', {
    get onLine() {
      return isOnline
    },
  })
  vi.stubGlobal('fetch', async () => {
    if (!isOnline) throw new TypeError('Failed to fetch')
    const { status, body } = answers.length > 1 ? answers.shift()! : answers[0]!
    return Response.json(body, { status })
  })
})
afterEach(() => {
  running?.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function setUp({ refuses = 0, outcomes = [] as Awaited<ReturnType<Way['open']>>[], ways = 1 } = {}) {
  let frames = 0
  const video = {
    paused: true,
    getVideoPlaybackQuality: () => ({ totalVideoFrames: frames }),
    play() {
      if (refuses-- > 0) return Promise.reject(new DOMException('', 'NotAllowedError'))
      video.paused = false
      return Promise.resolve()
    },
  }
  const opened: { way: number; signal: AbortSignal; onLost: () => void }[] = []
  const said: Watching[] = []
  let isDelayed = false
  running = new Watch({
    id: '1',
    video: { current: video as unknown as HTMLVideoElement },
    say(watching, isBehind = false) {
      said.push(watching)
      isDelayed = isBehind
    },
    ways: Array.from(
      { length: ways },
      (_, way): Way => ({
        takes: 'webrtc-http',
        isPossible: () => true,
        isDelayed: way === 1,
        async open(_transport, _video, { signal, onLost }) {
          opened.push({ way, signal, onLost })
          return outcomes.shift() ?? 'open'
        },
      }),
    ),
  })
  return {
    said,
    opened,
    now: () => said.at(-1),
    delayed: () => isDelayed,
    wait: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    /** Pictures come for so long. */
    async moves(ms = 500) {
      for (let passed = 0; passed < ms; passed += 500) {
        if (!video.paused) frames += 15
        await vi.advanceTimersByTimeAsync(500)
      }
    },
    setOnline(is: boolean) {
      isOnline = is
      page.dispatchEvent(new Event(is ? 'online' : 'offline'))
    },
  }
}

test('pictures come, and when they stop the connection is made anew', async () => {
  const { moves, wait, now, opened } = setUp()
  await wait(0)
  expect(now()).toBe('connecting')
  await moves()
  expect(now()).toBe('playing')
  await wait(4_600)
  expect(now()).toBe('lost')
  expect(opened[0]!.signal.aborted).toBe(true)
  await wait(1_000)
  expect(opened.length).toBe(2)
  await moves()
  expect(now()).toBe('playing')
})

test('where the browser refuses to play, a press plays', async () => {
  const { moves, wait, now, opened } = setUp({ refuses: 1 })
  await wait(0)
  expect(now()).toBe('blocked')
  await moves(30_000)
  expect([now(), opened.length]).toEqual(['blocked', 1])
  running!.play()
  await moves()
  expect(now()).toBe('playing')
})

test('a connection that ends is lost at once; one that was left says nothing more', async () => {
  const { moves, wait, now, opened, said } = setUp()
  await wait(0)
  await moves()
  opened[0]!.onLost()
  expect(now()).toBe('lost')
  const before = said.length
  opened[0]!.onLost()
  expect(said.length).toBe(before)
  await wait(1_000)
  expect(opened.length).toBe(2)
})

test('without a network it says so, tries nothing, and starts anew as soon as there is one', async () => {
  const { moves, wait, now, opened, setOnline, said } = setUp()
  await wait(0)
  await moves()
  setOnline(false)
  await wait(5_000)
  expect(now()).toBe('offline')
  expect(said).not.toContain('lost')
  await wait(60_000)
  expect(opened.length).toBe(1)
  setOnline(true)
  await wait(0)
  expect(opened.length).toBe(2)
})

test('a wait for the next attempt ends when the network comes back', async () => {
  answers = [{ status: 500, body: {} }]
  const { wait, now, setOnline, opened } = setUp()
  await wait(60_000)
  expect(now()).toBe('lost')
  setOnline(false)
  expect(now()).toBe('offline')
  answers = [live]
  setOnline(true)
  await wait(0)
  expect(opened.length).toBe(1)
})

test('a picture that never stopped is not disturbed by a network that comes back', async () => {
  const { moves, wait, opened, setOnline, now } = setUp()
  await wait(0)
  await moves(2_000)
  setOnline(false)
  await moves(2_000)
  setOnline(true)
  await moves()
  expect([opened.length, now()]).toEqual([1, 'playing'])
})

test('the next way is tried where one brings no picture, or nothing that plays', async () => {
  const { wait, moves, opened, now } = setUp({ ways: 2, outcomes: ['unplayable', 'open'] })
  await wait(0)
  await moves()
  expect(opened.map(({ way }) => way)).toEqual([0, 1])
  expect(now()).toBe('playing')
  running!.stop()
  const other = setUp({ ways: 2 })
  await other.wait(12_000)
  expect(other.opened.map(({ way }) => way)).toEqual([0, 1])
})

test('a room that answers nothing is asked again the same way, and what comes late is said to', async () => {
  const { wait, moves, opened, now, delayed } = setUp({ ways: 2, outcomes: ['lost', 'waiting', 'lost'] })
  await wait(6_000)
  expect(opened.map(({ way }) => way)).toEqual([0, 0, 0, 0])
  await moves()
  expect([now(), delayed()]).toEqual(['playing', false])
  running!.stop()
  const other = setUp({ ways: 2 })
  await other.wait(9_500)
  await other.moves()
  expect([other.now(), other.delayed()]).toEqual(['playing', true])
  // Another network may let the better way through.
  other.setOnline(false)
  other.opened.at(-1)!.onLost()
  other.setOnline(true)
  await other.wait(0)
  expect(other.opened.map(({ way }) => way)).toEqual([0, 1, 0])
})

test('where nothing plays, or nobody may watch, it says that and stops', async () => {
  const unplayable = setUp({ outcomes: ['unplayable'] })
  await unplayable.wait(60_000)
  expect([unplayable.now(), unplayable.opened.length]).toEqual(['unplayable', 1])
  running!.stop()
  answers = [{ status: 403, body: { code: 'SUBSCRIPTION_REQUIRED' } }]
  const refused = setUp()
  await refused.wait(60_000)
  expect([refused.now(), refused.opened.length]).toEqual(['refused', 0])
})

test('a page that comes back from the memory of the browser watches again', async () => {
  const { wait, moves, opened } = setUp()
  await wait(0)
  await moves()
  page.dispatchEvent(new Event('pagehide'))
  expect(opened[0]!.signal.aborted).toBe(true)
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await wait(0)
  expect(opened.length).toBe(2)
})
