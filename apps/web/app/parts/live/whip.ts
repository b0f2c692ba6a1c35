import type { WebRtcTransport } from '@fanlight/contract/streaming'
import { type Session, SessionError, type Tracks } from './session.ts'

// WHIP (RFC 9725): an offer goes to the room, its answer comes back, and video follows over UDP, or over TCP where the network drops that.

const connectMs = 10_000
const videoBitsMax = 2_500_000
/** H264 plays everywhere without being encoded again; VP8 is what browsers without it have. The rest repeats and repairs. */
const wanted = ['video/H264', 'video/VP8', 'video/rtx']

/** Publishes into a room, and resolves once video can flow. */
export async function publish({ url, bearer, iceServers }: WebRtcTransport, tracks: Tracks): Promise<Session> {
  const connection = new RTCPeerConnection({ iceServers })
  try {
    const video = connection.addTransceiver(tracks.video ?? 'video', {
      direction: 'sendonly',
      sendEncodings: [{ maxBitrate: videoBitsMax }],
    })
    const audio = connection.addTransceiver(tracks.audio ?? 'audio', { direction: 'sendonly' })
    preferCodecs(video)
    await keepResolution(video.sender)
    await connection.setLocalDescription()
    // Without our addresses, for which nobody waits: the room learns them when we reach it.
    const reply = await fetch(url, {
      method: 'POST',
      credentials: 'omit',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/sdp' },
      body: connection.localDescription?.sdp ?? '',
    }).catch(() => null)
    const location = reply?.headers.get('location')
    if (reply?.status !== 201 || !location) throw new SessionError(reply?.status === 406 ? 'codecs' : 'server')
    await connection.setRemoteDescription({ type: 'answer', sdp: await reply.text() })
    await connected(connection)
    return sessionOf(connection, { video: video.sender, audio: audio.sender }, location)
  } catch (error) {
    connection.close()
    throw error
  }
}

/** `address`: where it is ended. */
const sessionOf = (
  connection: RTCPeerConnection,
  senders: Record<keyof Tracks, RTCRtpSender>,
  address: string,
): Session => ({
  state: () => connection.connectionState,
  onState: (listener) => connection.addEventListener('connectionstatechange', listener),
  stats: async () => ((await connection.getStats()) as unknown as Map<string, RTCStats>).values(),
  send(kind, track) {
    if (senders[kind].track !== track) void senders[kind].replaceTrack(track).catch(() => {})
  },
  async end() {
    connection.close()
    // Also while the page is being left.
    const reply = await fetch(address, { method: 'DELETE', credentials: 'omit', keepalive: true }).catch(() => null)
    return reply && { isReplaced: reply.status === 410 }
  },
})

/** Fewer pictures rather than smaller ones where the line is narrow: recordings keep one size. */
async function keepResolution(sender: RTCRtpSender): Promise<void> {
  const parameters = sender.getParameters()
  parameters.degradationPreference = 'maintain-resolution'
  // A browser that doesn't know it decides for itself.
  await sender.setParameters(parameters).catch(() => {})
}

function preferCodecs(video: RTCRtpTransceiver): void {
  const can = RTCRtpSender.getCapabilities('video')?.codecs ?? []
  const rank = ({ mimeType, sdpFmtpLine = '' }: RTCRtpCodec) => {
    const at = wanted.findIndex((name) => name.toLowerCase() === mimeType.toLowerCase())
    const isPlain = /profile-level-id=42e0/i.test(sdpFmtpLine) && /packetization-mode=1/.test(sdpFmtpLine)
    return at === 0 && !isPlain ? 0.5 : at
  }
  const codecs = can.filter((codec) => rank(codec) >= 0).toSorted((a, b) => rank(a) - rank(b))
  if (codecs.length > 0) video.setCodecPreferences(codecs)
}

async function connected(connection: RTCPeerConnection): Promise<void> {
  const isDecided = () => ['connected', 'failed', 'closed'].includes(connection.connectionState)
  await until(connection, 'connectionstatechange', isDecided, connectMs)
  if (connection.connectionState !== 'connected') throw new SessionError('route')
}

function until(target: EventTarget, event: string, isTrue: () => boolean, ms: number): Promise<void> {
  return new Promise((done) => {
    const check = () => {
      if (!isTrue()) return
      end()
    }
    const end = () => {
      clearTimeout(timer)
      target.removeEventListener(event, check)
      done()
    }
    const timer = setTimeout(end, ms)
    target.addEventListener(event, check)
    check()
  })
}
