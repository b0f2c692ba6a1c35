import type { RemoteTrackPublication } from 'livekit-client'
import { addressOf, openRoom } from './livekit-room.ts'
import type { Way } from './watch.ts'

/** The tracks come a moment after the connection. */
const tracksMs = 3_000

/** A room of a LiveKit server: of the sizes in which its video comes, the one that the picture has here. */
export const liveKit: Way = {
  isPossible: () => typeof RTCPeerConnection !== 'undefined',
  takes: 'livekit',
  async open(transport, video, { signal, onLost }) {
    if (transport.kind !== 'livekit') return 'unplayable'
    const { room, library } = await openRoom({})
    if (signal.aborted) return 'lost'
    signal.addEventListener('abort', () => void room.disconnect())
    const media = new MediaStream()
    const { RoomEvent, Track } = library
    const hasPicture = new Promise<void>((done) => {
      room.on(RoomEvent.TrackSubscribed, (track, publication) => {
        media.addTrack(track.mediaStreamTrack)
        if (track.kind !== Track.Kind.Video) return
        followSize(video, publication, signal)
        done()
      })
      setTimeout(done, tracksMs)
      signal.addEventListener('abort', () => done())
    })
    room.on(RoomEvent.TrackUnsubscribed, (track) => media.removeTrack(track.mediaStreamTrack))
    room.on(RoomEvent.Disconnected, () => onLost())
    try {
      await room.connect(addressOf(transport), transport.token)
    } catch {
      return 'lost'
    }
    await hasPicture
    if (signal.aborted) return 'lost'
    video.srcObject = media
    return 'open'
  },
}

/** Larger pictures than are shown need not come. */
function followSize(video: HTMLVideoElement, publication: RemoteTrackPublication, signal: AbortSignal): void {
  const observer = new ResizeObserver(([entry]) => {
    const { width = 0, height = 0 } = entry?.contentRect ?? {}
    if (width > 0 && height > 0)
      publication.setVideoDimensions({
        width: Math.round(width * devicePixelRatio),
        height: Math.round(height * devicePixelRatio),
      })
  })
  observer.observe(video)
  signal.addEventListener('abort', () => observer.disconnect())
}
