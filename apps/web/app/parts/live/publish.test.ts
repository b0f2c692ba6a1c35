import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Publisher, type Room } from './publish.ts'
import { asTrack, FakeConnection, FakeTrack } from './testing.ts'
import { openSession } from './open-session.ts'
import { type Session, SessionError, type Tracks } from './session.ts'

vi.mock('./open-session.ts', () => ({ openSession: vi.fn() }))

let page: EventTarget
let isOnline: boolean
let connections: FakeConnection[]
/** What each session sends. */
let sents: Tracks[]
const end = vi.fn<Session['end']>()
let room: Room & { status: ReturnType<typeof vi.fn<Room['status']>> }
const onStill = vi.fn()
let publisher: Publisher

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  page = new EventTarget()
  isOnline = true
  connections = []
  sents = []
  onStill.mockReset()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('navigator', {
    get onLine() {
      return isOnline
    },
  })
  vi.mocked(openSession).mockReset()
  vi.mocked(openSession).mockImplementation(async (_transport, tracks) => {
    if (!isOnline) throw new SessionError('server')
    const connection = new FakeConnection()
    connections.push(connection)
    const sent = { ...tracks }
    sents.push(sent)
    return {
      state: () => connection.connectionState,
      onState: (listener) => connection.addEventListener('connectionstatechange', listener),
      stats: async () => (await connection.getStats()).values() as IterableIterator<RTCStats>,
      send: (kind, track) => void (sent[kind] = track),
      async end() {
        connection.close()
        return end()
      },
    }
  })
  end.mockReset()
  end.mockResolvedValue({ isReplaced: false })
  room = {
    transport: async () => ({ kind: 'webrtc-http', url: '/live/whip/1', bearer: 'key', iceServers: [] }),
    status: vi.fn<Room['status']>(async () => 'live'),
  }
  publisher = new Publisher(room, onStill)
})
afterEach(async () => {
  await publisher.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const start = () => publisher.start({ video: asTrack(new FakeTrack('video')), audio: asTrack(new FakeTrack('audio')) })
const phase = () => publisher.state.phase
const setOnline = (is: boolean) => {
  isOnline = is
  page.dispatchEvent(new Event(is ? 'online' : 'offline'))
}

test('a connection that fails is made anew without a press', async () => {
  await start()
  expect(phase()).toBe('sending')
  connections[0]!.become('failed')
  expect(phase()).not.toBe('idle')
  await wait(0)
  expect([phase(), connections.length]).toEqual(['sending', 2])
})

test('a hiccup of a moment is none', async () => {
  await start()
  connections[0]!.become('disconnected')
  await wait(1_000)
  connections[0]!.become('connected')
  await wait(10_000)
  expect([phase(), connections.length]).toEqual(['sending', 1])
})

test('without a network it says so at once, and goes on as soon as there is one', async () => {
  await start()
  setOnline(false)
  expect(publisher.state.isOffline).toBe(true)
  connections[0]!.become('failed')
  await wait(60_000)
  expect(phase()).toBe('reconnecting')
  expect(vi.mocked(openSession)).toHaveBeenCalledTimes(1)
  setOnline(true)
  await wait(0)
  expect([publisher.state.isOffline, phase(), connections.length]).toEqual([false, 'sending', 2])
})

test('after a change of network the old connection is not waited for', async () => {
  await start()
  setOnline(false)
  setOnline(true)
  await wait(0)
  expect([phase(), connections.length]).toEqual(['sending', 2])
  expect(connections[0]!.connectionState).toBe('closed')
})

test('a wait between two attempts ends when the network comes back', async () => {
  await start()
  vi.mocked(openSession).mockRejectedValue(new SessionError('route'))
  connections[0]!.become('failed')
  await wait(20_000)
  const tries = vi.mocked(openSession).mock.calls.length
  setOnline(true)
  await wait(0)
  expect(vi.mocked(openSession).mock.calls.length).toBe(tries + 1)
})

test('a first attempt without a network fails and is not held back', async () => {
  isOnline = false
  const started = start().catch((error: unknown) => error)
  await wait(30_000)
  expect(await started).toBeInstanceOf(SessionError)
  expect(phase()).toBe('idle')
})

test('another page that has taken over is not fought', async () => {
  await start()
  end.mockResolvedValue({ isReplaced: true })
  connections[0]!.become('closed')
  await wait(0)
  expect([phase(), connections.length]).toEqual(['elsewhere', 1])
})

test('a room that was lost is filled again, whatever the server says of the stream', async () => {
  await start()
  // What an engine answers that was started anew.
  end.mockResolvedValue({ isReplaced: false })
  connections[0]!.become('failed')
  await wait(0)
  expect([phase(), connections.length]).toEqual(['sending', 2])
})

test('without a network it is asked once there is one whether another page has taken over', async () => {
  await start()
  end.mockResolvedValueOnce(null).mockResolvedValueOnce({ isReplaced: true })
  setOnline(false)
  connections[0]!.become('failed')
  await wait(60_000)
  expect(phase()).toBe('reconnecting')
  setOnline(true)
  await wait(0)
  expect([phase(), connections.length]).toEqual(['elsewhere', 1])
})

test('a stream that has ended meanwhile is over', async () => {
  await start()
  room.status.mockResolvedValue('ended')
  connections[0]!.become('failed')
  await wait(0)
  expect(phase()).toBe('over')
})

test('frames that stand still are told, though the track lives; moving ones are not', async () => {
  await start()
  const [connection] = connections
  for (let reading = 0; reading < 5; reading++) {
    connection!.frames += 60
    await wait(2_000)
  }
  expect(onStill).not.toHaveBeenCalled()
  await wait(8_000)
  expect(onStill).toHaveBeenCalledTimes(1)
})

test('what is sent is replaced without another connection', async () => {
  await start()
  const next = asTrack(new FakeTrack('video'))
  publisher.send({ video: next, audio: null }, false)
  expect(sents[0]!.video).toBe(next)
  expect(connections.length).toBe(1)
})

test('who stops hears nothing of it any more', async () => {
  await start()
  await publisher.stop()
  setOnline(false)
  setOnline(true)
  await wait(60_000)
  expect([phase(), connections.length]).toEqual(['idle', 1])
})
