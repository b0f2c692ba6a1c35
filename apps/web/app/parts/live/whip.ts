import type { Transport } from '@fanlight/contract/streaming'

// WHIP (RFC 9725): an offer goes to the room, its answer comes back, and video follows over UDP, or over TCP where the network drops that.

export interface Tracks {
  video: MediaStreamTrack | null
  audio: MediaStreamTrack | null
}
/** `codecs`: the room takes nothing that this browser sends; `route`: no way through this network; `server`: the room doesn't answer. */
export type WhipProblem = 'codecs' | 'route' | 'server'
export class WhipError extends Error {
  readonly problem: WhipProblem
  constructor(problem: WhipProblem) {
    super(problem)
    this.problem = problem
  }
}
export interface Session {
  connection: RTCPeerConnection
  senders: Record<keyof Tracks, RTCRtpSender>
  /** Where it is ended. */
  address: string
}

const gatherMs = 2_000
const connectMs = 10_000
const videoBitsMax = 2_500_000
/** H264 plays everywhere without being encoded again; VP8 is what browsers without it have. The rest repeats and repairs. */
const wanted = ['video/H264', 'video/VP8', 'video/rtx']

/** Publishes into a room, and resolves once video can flow. */
export async function publish({ url, bearer, iceServers }: Transport, tracks: Tracks): Promise<Session> {
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
    await gathered(connection)
    const reply = await fetch(url, {
      method: 'POST',
      credentials: 'omit',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/sdp' },
      body: connection.localDescription?.sdp ?? '',
    }).catch(() => null)
    const location = reply?.headers.get('location')
    if (reply?.status !== 201 || !location) throw new WhipError(reply?.status === 406 ? 'codecs' : 'server')
    await connection.setRemoteDescription({ type: 'answer', sdp: await reply.text() })
    await connected(connection)
    return { connection, senders: { video: video.sender, audio: audio.sender }, address: location }
  } catch (error) {
    connection.close()
    throw error
  }
}

/** Ends a session. Answers whether another page publishes in its place; null where nobody answers. */
export async function unpublish({ connection, address }: Session): Promise<{ isReplaced: boolean } | null> {
  connection.close()
  // Also while the page is being left.
  const reply = await fetch(address, { method: 'DELETE', credentials: 'omit', keepalive: true }).catch(() => null)
  return reply && { isReplaced: reply.status === 410 }
}

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

/** An offer needs no address of ours: the room learns it when we reach it. So one that is slow to come is not waited for. */
export const gathered = (connection: RTCPeerConnection): Promise<void> =>
  until(connection, 'icegatheringstatechange', () => connection.iceGatheringState === 'complete', gatherMs).then(
    () => {},
  )

async function connected(connection: RTCPeerConnection): Promise<void> {
  const isDecided = () => ['connected', 'failed', 'closed'].includes(connection.connectionState)
  await until(connection, 'connectionstatechange', isDecided, connectMs)
  if (connection.connectionState !== 'connected') throw new WhipError('route')
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
