import { beforeEach, expect, test, vi } from 'vitest'
import { call } from '../../api/client.ts'
import { agora, publishToAgora } from './agora.ts'
import { SessionError } from './session.ts'
import { asTrack, FakeTrack } from './testing.ts'

vi.mock('../../api/client.ts', () => ({ call: vi.fn() }))

type Listener = (...of: never[]) => unknown
/** The calls of Agora's library that are used, without its network. */
class FakeClient {
  connectionState = 'DISCONNECTED'
  token = ''
  published: { getMediaStreamTrack(): MediaStreamTrack; muted: boolean }[] = []
  joined: unknown[] = []
  readonly listeners = new Map<string, Listener[]>()
  readonly options: unknown
  constructor(options: unknown) {
    this.options = options
  }
  on(event: string, listener: Listener) {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener])
  }
  async say(event: string, ...of: unknown[]) {
    for (const listener of this.listeners.get(event) ?? []) await listener(...(of as never[]))
  }
  async join(...of: unknown[]) {
    if (failsToJoin) throw new Error('INVALID_TOKEN')
    this.joined = of
    this.connectionState = 'CONNECTED'
  }
  async publish(tracks: unknown) {
    this.published.push(...([tracks].flat() as typeof this.published))
  }
  async unpublish(gone: never) {
    this.published = this.published.filter((kept) => kept !== gone)
  }
  async renewToken(token: string) {
    this.token = token
  }
  async leave() {
    this.connectionState = 'DISCONNECTED'
  }
  async subscribe(user: { track: MediaStreamTrack }) {
    return { getMediaStreamTrack: () => user.track }
  }
}
let clients: FakeClient[]
let failsToJoin: boolean
const local = ({ mediaStreamTrack }: { mediaStreamTrack: MediaStreamTrack }) => ({
  muted: false,
  track: mediaStreamTrack,
  getMediaStreamTrack() {
    return this.track
  },
  async replaceTrack(next: MediaStreamTrack) {
    this.track = next
  },
  async setMuted(is: boolean) {
    this.muted = is
  },
})
vi.mock('agora-rtc-sdk-ng', () => ({
  default: {
    setLogLevel() {},
    disableLogUpload() {},
    createClient(options: unknown) {
      clients.push(new FakeClient(options))
      return clients.at(-1)
    },
    createCustomVideoTrack: (of: { mediaStreamTrack: MediaStreamTrack }) => local(of),
    createCustomAudioTrack: (of: { mediaStreamTrack: MediaStreamTrack }) => local(of),
  },
}))

const transport = { kind: 'agora' as const, appId: 'an app', channel: 'abc_the-room', uid: '77', token: 'first' }
const track = (kind: 'video' | 'audio') => asTrack(new FakeTrack(kind))
beforeEach(() => {
  clients = []
  failsToJoin = false
  vi.mocked(call).mockReset()
  vi.stubGlobal(
    'MediaStream',
    class {
      tracks: MediaStreamTrack[] = []
      getTracks = () => this.tracks
      addTrack = (added: MediaStreamTrack) => this.tracks.push(added)
      removeTrack = (gone: MediaStreamTrack) => (this.tracks = this.tracks.filter((kept) => kept !== gone))
    },
  )
})

test('a creator joins as a host under their number, and sends what they are given', async () => {
  const [video, screen] = [track('video'), track('video')]
  const session = await publishToAgora(transport, { video, audio: null })
  const [client] = clients
  expect(client!.options).toMatchObject({ mode: 'live', role: 'host' })
  expect(client!.joined).toEqual(['an app', 'abc_the-room', 'first', 77])
  const sent = () => client!.published.map((one) => (one.muted ? null : one.getMediaStreamTrack()))
  expect(sent()).toEqual([video])
  session.send('video', screen)
  await vi.waitFor(() => expect(sent()).toEqual([screen]))
  session.send('video', null)
  await vi.waitFor(() => expect(sent()).toEqual([null]))
  const voice = track('audio')
  session.send('audio', voice)
  session.send('video', video)
  await vi.waitFor(() => expect(sent()).toEqual([video, voice]))
  const other = track('audio')
  session.send('audio', other)
  await vi.waitFor(() => expect(sent()).toEqual([video, other]))
  expect(session.state()).toBe('connected')
  expect(await session.end()).toEqual({ isReplaced: false })
  expect(session.state()).toBe('closed')
})

test('a right is renewed before it is over; without an answer it is left to end', async () => {
  await publishToAgora(transport, { video: track('video'), audio: null })
  const [client] = clients
  vi.mocked(call).mockResolvedValueOnce({ data: { ...transport, token: 'second' } } as never)
  await client!.say('token-privilege-will-expire')
  await vi.waitFor(() => expect(client!.token).toBe('second'))
  expect(vi.mocked(call).mock.calls[0]).toEqual([
    'POST /streaming/agora/token',
    { body: { id: 'the-room', uid: '77' } },
  ])
  vi.mocked(call).mockRejectedValueOnce(new Error('refused'))
  await client!.say('token-privilege-will-expire')
  expect(client!.token).toBe('second')
})

test('who was put out in favour of another device is told so', async () => {
  const session = await publishToAgora(transport, { video: track('video'), audio: null })
  const heard = vi.fn()
  session.onState(heard)
  await clients[0]!.say('connection-state-change', 'DISCONNECTED', 'CONNECTED', 'UID_BANNED')
  expect(heard).toHaveBeenCalled()
  expect(await session.end()).toEqual({ isReplaced: true })
})

test('a room that is not reached is said to be so, and left', async () => {
  failsToJoin = true
  await expect(publishToAgora(transport, { video: track('video'), audio: null })).rejects.toBeInstanceOf(SessionError)
  expect(clients[0]!.connectionState).toBe('DISCONNECTED')
})

test('a viewer joins as audience, plays what the creator sends, and leaves with the page', async () => {
  const video = {} as HTMLVideoElement
  const over = new AbortController()
  const onLost = vi.fn()
  expect(await agora.open(transport, video, { signal: over.signal, onLost })).toBe('open')
  const [client] = clients
  expect(client!.options).toMatchObject({ role: 'audience' })
  const [camera, screen, voice] = [track('video'), track('video'), track('audio')]
  await client!.say('user-published', { track: camera }, 'video')
  await client!.say('user-published', { track: voice }, 'audio')
  await client!.say('user-published', { track: screen }, 'video')
  expect((video.srcObject as MediaStream).getTracks()).toEqual([voice, screen])
  await client!.say('connection-state-change', 'DISCONNECTED', 'CONNECTED', 'CHANNEL_BANNED')
  expect(onLost).toHaveBeenCalledTimes(1)
  over.abort()
  expect(client!.connectionState).toBe('DISCONNECTED')
})
