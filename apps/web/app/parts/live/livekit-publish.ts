import type { LocalTrack } from 'livekit-client'
import { addressOf, type LiveKitTransport, openRoom } from './livekit-room.ts'
import { type Session, SessionError, type TrackKind, type Tracks } from './session.ts'

const videoEncoding = { maxBitrate: 2_500_000, maxFramerate: 30 }
const kinds = ['video', 'audio'] as const

/** Publishes into a room of a LiveKit server, in several sizes of which those are sent that somebody watches. Resolves once video can flow. */
export async function publishToLiveKit(transport: LiveKitTransport, tracks: Tracks): Promise<Session> {
  const { room, library } = await openRoom({ dynacast: true })
  const { ConnectionState, DisconnectReason, RoomEvent, Track } = library
  const local: Partial<Record<TrackKind, LocalTrack>> = {}
  const change = async (kind: TrackKind, track: MediaStreamTrack | null) => {
    const known = local[kind]
    if (known?.mediaStreamTrack === track) return
    if (!track) {
      delete local[kind]
      if (known) await room.localParticipant.unpublishTrack(known, false)
      return
    }
    if (known) {
      await known.replaceTrack(track, true)
      // A track that had ended was muted.
      if (known.isMuted) await known.unmute()
      return
    }
    const source = kind === 'video' ? Track.Source.Camera : Track.Source.Microphone
    const options = kind === 'video' ? { videoEncoding, simulcast: true } : {}
    local[kind] = (await room.localParticipant.publishTrack(track, { source, ...options })).track
  }
  let replaced = false
  room.on(RoomEvent.Disconnected, (reason) => (replaced ||= reason === DisconnectReason.DUPLICATE_IDENTITY))
  try {
    await room.connect(addressOf(transport), transport.token, { autoSubscribe: false })
    for (const kind of kinds) await change(kind, tracks[kind])
  } catch (error) {
    await room.disconnect(false)
    throw new SessionError(isWithoutRoute(error) ? 'route' : 'server')
  }
  const self = new URL(`/live/rtc/publisher/${room.localParticipant.metadata ?? ''}`, addressOf(transport))
  /** One change after the other. */
  let changes: Promise<void> = Promise.resolve()
  return {
    state: () =>
      room.state === ConnectionState.Connected
        ? 'connected'
        : room.state === ConnectionState.Disconnected
          ? 'closed'
          : 'disconnected',
    onState: (listener) => room.on(RoomEvent.ConnectionStateChanged, listener),
    stats: () => statsOf(local),
    send(kind, track) {
      changes = changes.then(() => change(kind, track)).catch(() => {})
    },
    async end() {
      // The tracks are of whoever gave them.
      await room.disconnect(false)
      if (replaced) return { isReplaced: true }
      const reply = await fetch(self, { credentials: 'omit' }).catch(() => null)
      return reply && { isReplaced: reply.status === 410 }
    },
  }
}

/** The signalling is reached, and no way leads to where media go. */
const isWithoutRoute = (error: unknown) => /pc connection|peer ?connection/i.test((error as Error).message)

/** The largest size that is sent comes first. While nobody watches, none is: then what the camera gives says whether it runs. */
async function statsOf(local: Partial<Record<TrackKind, LocalTrack>>): Promise<RTCStats[]> {
  const reports = await Promise.all(kinds.map(async (kind) => local[kind]?.getRTCStatsReport()))
  const entries = reports.flatMap((report) => [
    ...((report as unknown as Map<string, RTCStats & Record<string, unknown>>)?.values() ?? []),
  ])
  const sent = (entry: Record<string, unknown>) => entry['type'] === 'outbound-rtp' && entry['kind'] === 'video'
  const sizes = entries.filter(sent).toSorted((a, b) => Number(b['frameWidth'] ?? 0) - Number(a['frameWidth'] ?? 0))
  const camera = entries.find((entry) => entry['type'] === 'media-source' && entry['kind'] === 'video')
  if (camera && sizes.length > 0 && sizes.every((size) => size['active'] === false))
    Object.assign(sizes[0]!, {
      framesSent: camera['frames'],
      framesPerSecond: camera['framesPerSecond'],
      frameWidth: camera['width'],
      frameHeight: camera['height'],
    })
  return [...sizes, ...entries.filter((entry) => !sent(entry))]
}
