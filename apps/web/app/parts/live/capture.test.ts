import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Capture } from './capture.ts'
import { FakeTrack } from './testing.ts'

let page: EventTarget & { hidden: boolean }
let requests: MediaStreamConstraints[]
/** Why devices can't be opened now, by what is requested. */
let refusals: { video?: string; audio?: string }
let opened: FakeTrack[]
let capture: Capture

beforeEach(async () => {
  vi.useFakeTimers()
  page = Object.assign(new EventTarget(), { hidden: false })
  requests = []
  refusals = {}
  opened = []
  const devices = Object.assign(new EventTarget(), {
    async getUserMedia(wanted: MediaStreamConstraints) {
      requests.push(wanted)
      const kinds = (['video', 'audio'] as const).filter((kind) => wanted[kind])
      for (const kind of kinds) if (refusals[kind]) throw new DOMException('', refusals[kind])
      const tracks = kinds.map((kind) => new FakeTrack(kind))
      opened.push(...tracks)
      const of = (kind: string) => tracks.filter((track) => track.kind === kind)
      return { getTracks: () => tracks, getVideoTracks: () => of('video'), getAudioTracks: () => of('audio') }
    },
    enumerateDevices: async () => [],
  })
  vi.stubGlobal('navigator', { mediaDevices: devices })
  vi.stubGlobal('RTCPeerConnection', class {})
  vi.stubGlobal('document', page)
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} })
  capture = new Capture()
  await capture.open()
})
afterEach(() => {
  capture.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const show = (isShown: boolean) => {
  page.hidden = !isShown
  page.dispatchEvent(new Event('visibilitychange'))
}
const [camera, microphone] = [
  () => opened.findLast((t) => t.kind === 'video')!,
  () => opened.findLast((t) => t.kind === 'audio')!,
]

test('a camera that ends is opened again, and the microphone goes on', async () => {
  const [before, heard] = [camera(), microphone()]
  before.end()
  expect(capture.state.isInterrupted).toBe(true)
  await wait(0)
  expect(capture.state).toMatchObject({ isInterrupted: false, video: camera(), audio: heard })
  expect(camera()).not.toBe(before)
  expect(heard.readyState).toBe('live')
})

test('during a phone call it waits until the page is seen', async () => {
  show(false)
  camera().setMuted(true)
  microphone().setMuted(true)
  expect(capture.state.isInterrupted).toBe(true)
  await wait(60_000)
  expect(requests.length).toBe(1)
  show(true)
  await wait(0)
  expect(capture.state).toMatchObject({ isInterrupted: false, video: camera(), audio: microphone() })
  expect(requests.length).toBe(2)
})

test('a camera that pauses for a moment is left alone', async () => {
  camera().setMuted(true)
  await wait(500)
  camera().setMuted(false)
  await wait(10_000)
  expect(requests.length).toBe(1)
  expect(capture.state.isInterrupted).toBe(false)
})

test('one that comes back by itself needs no other', async () => {
  show(false)
  camera().setMuted(true)
  expect(capture.state.isInterrupted).toBe(true)
  camera().setMuted(false)
  expect(capture.state.isInterrupted).toBe(false)
  show(true)
  await wait(10_000)
  expect(requests.length).toBe(1)
})

test('what can’t be opened is tried again until it can', async () => {
  refusals = { video: 'NotReadableError' }
  camera().end()
  await wait(20_000)
  expect(capture.state).toMatchObject({ isInterrupted: true, problem: 'busy' })
  expect(requests.length).toBeGreaterThan(4)
  refusals = {}
  await wait(5_000)
  expect(capture.state).toMatchObject({ isInterrupted: false, problem: null, video: camera() })
})

test('whoever has forbidden it is asked again at a press only', async () => {
  refusals = { video: 'NotAllowedError' }
  camera().end()
  await wait(60_000)
  expect(requests.length).toBe(2)
  expect(capture.state).toMatchObject({ isInterrupted: true, problem: 'denied' })
  refusals = {}
  capture.retry()
  await wait(0)
  expect(capture.state).toMatchObject({ isInterrupted: false, problem: null })
})

test('a microphone that is still taken doesn’t keep the camera away', async () => {
  refusals = { audio: 'NotReadableError' }
  capture.reopen()
  await wait(0)
  expect(capture.state).toMatchObject({ isInterrupted: false, video: camera() })
  expect(opened.filter(({ kind }) => kind === 'video').length).toBe(2)
})

test('a picture that stands still though its track lives is opened anew, both devices', async () => {
  const before = camera()
  capture.reopen()
  expect(capture.state.isInterrupted).toBe(true)
  await wait(0)
  expect(capture.state.isInterrupted).toBe(false)
  expect([camera() === before, requests.at(-1)]).toEqual([
    false,
    { video: expect.anything(), audio: expect.anything() },
  ])
})

test('after it was closed nothing is opened any more', async () => {
  refusals = { video: 'NotReadableError' }
  camera().end()
  await wait(0)
  capture.close()
  const before = requests.length
  show(true)
  await wait(60_000)
  expect(requests.length).toBe(before)
  expect(opened.every(({ readyState }) => readyState === 'ended')).toBe(true)
})
