import type { Transport } from '@fanlight/contract/streaming'
import type { IAgoraRTC, IAgoraRTCClient, ILocalAudioTrack, ILocalVideoTrack } from 'agora-rtc-sdk-ng'
import { call } from '../../api/client.ts'
import { type Session, SessionError, type TrackKind, type Tracks } from './session.ts'
import type { Way } from './watch.ts'

// Rooms of sites that stream through the network of Agora. Its library is large and loads where it is needed alone.

type AgoraTransport = Extract<Transport, { kind: 'agora' }>
const kilobitsMax = 2_500
const errorsOnly = 4

async function load(): Promise<IAgoraRTC> {
  const { default: agora } = await import('agora-rtc-sdk-ng')
  agora.setLogLevel(errorsOnly)
  // What happens in a room is nobody else's.
  agora.disableLogUpload()
  return agora
}

async function enter(client: IAgoraRTCClient, { appId, channel, uid, token }: AgoraTransport): Promise<void> {
  const room = channel.slice(channel.indexOf('_') + 1)
  const renew = async () => {
    const { data } = await call('POST /streaming/agora/token', { body: { id: room, uid } })
    await client.renewToken(data.token)
  }
  // Whoever may not stay gets none, and leaves when this one is over.
  client.on('token-privilege-will-expire', () => void renew().catch(() => {}))
  await client.join(appId, channel, token, Number(uid))
}

/** Publishes into a channel, and resolves once video can flow. */
export async function publishToAgora(transport: AgoraTransport, tracks: Tracks): Promise<Session> {
  const agora = await load()
  const client = agora.createClient({ mode: 'live', codec: 'h264', role: 'host' })
  let isTaken = false
  client.on('connection-state-change', (_now, _before, reason) => (isTaken ||= reason === 'UID_BANNED'))
  const sent: { video?: ILocalVideoTrack; audio?: ILocalAudioTrack } = {}
  const make = (kind: TrackKind, mediaStreamTrack: MediaStreamTrack) =>
    kind === 'video'
      ? (sent.video = agora.createCustomVideoTrack({
          mediaStreamTrack,
          bitrateMax: kilobitsMax,
          optimizationMode: 'detail',
        }))
      : (sent.audio = agora.createCustomAudioTrack({ mediaStreamTrack }))
  const replace = async (kind: TrackKind, track: MediaStreamTrack | null) => {
    const made = sent[kind]
    if (track === null) return made?.setMuted(true)
    if (kind === 'video' && sent.video) {
      await sent.video.replaceTrack(track, false)
      return sent.video.setMuted(false)
    }
    // A sound of one's own can't be replaced.
    if (made) await client.unpublish(made)
    await client.publish(make(kind, track))
  }
  try {
    await enter(client, transport)
    const made = (['video', 'audio'] as const).flatMap((kind) => (tracks[kind] ? make(kind, tracks[kind]) : []))
    if (made.length > 0) await client.publish(made)
  } catch {
    await client.leave().catch(() => {})
    throw new SessionError('server')
  }
  const given = { ...tracks }
  let changing: Promise<void> = Promise.resolve()
  return {
    state: () => states[client.connectionState] ?? 'connecting',
    onState: (listener) => client.on('connection-state-change', listener),
    stats: async () => statsOf(client),
    send(kind, track) {
      if (given[kind] === track) return
      given[kind] = track
      changing = changing.then(() => replace(kind, track)).catch(() => {})
    },
    async end() {
      await client.leave().catch(() => {})
      return { isReplaced: isTaken }
    },
  }
}

const states: Record<string, RTCPeerConnectionState> = {
  CONNECTED: 'connected',
  RECONNECTING: 'disconnected',
  DISCONNECTED: 'closed',
  DISCONNECTING: 'closed',
}

/** In the words of a browser's own report. */
function statsOf(client: IAgoraRTCClient): RTCStats[] {
  const video = client.getLocalVideoStats()
  const { RTT: roundTripMs } = client.getRTCStats()
  const entry = (type: string, more: object) => ({ id: type, timestamp: 0, type, ...more }) as unknown as RTCStats
  return [
    entry('outbound-rtp', {
      kind: 'video',
      bytesSent: video.sendBytes,
      // It counts packets and no pictures: either stands still when nothing goes out.
      framesSent: video.sendPackets,
      framesPerSecond: video.sendFrameRate ?? 0,
      frameWidth: video.sendResolutionWidth,
      frameHeight: video.sendResolutionHeight,
    }),
    entry('remote-inbound-rtp', { fractionLost: video.currentPacketLossRate, roundTripTime: roundTripMs / 1_000 }),
  ]
}

/** Plays what the creator sends into a channel. */
export const agora: Way = {
  takes: 'agora',
  isPossible: () => typeof RTCPeerConnection !== 'undefined',
  async open(transport, video, { signal, onLost }) {
    if (transport.kind !== 'agora') return 'unplayable'
    const sdk = await load()
    if (signal.aborted) return 'lost'
    const client = sdk.createClient({ mode: 'live', codec: 'h264', role: 'audience' })
    const media = new MediaStream()
    signal.addEventListener('abort', () => void client.leave().catch(() => {}))
    client.on('connection-state-change', (now) => now === 'DISCONNECTED' && onLost())
    client.on('user-published', async (user, kind) => {
      if (kind === 'datachannel') return
      const subscribed = kind === 'video' ? client.subscribe(user, 'video') : client.subscribe(user, 'audio')
      const track = await subscribed.catch(() => null)
      if (!track) return
      for (const old of media.getTracks()) if (old.kind === kind) media.removeTrack(old)
      media.addTrack(track.getMediaStreamTrack())
    })
    try {
      await enter(client, transport)
    } catch {
      return 'lost'
    }
    if (!signal.aborted) video.srcObject = media
    return 'open'
  },
}
