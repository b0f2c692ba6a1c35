import type { Way } from './watch.ts'

/** WHEP: an offer goes to the room, its answer comes back, and video follows over UDP, or over TCP where the network drops that. */
export const whep: Way = {
  isPossible: () => typeof RTCPeerConnection !== 'undefined',
  takes: 'webrtc-http',
  async open(transport, video, { signal, onLost }) {
    if (transport.kind !== 'webrtc-http') return 'unplayable'
    const { url, bearer, iceServers } = transport
    const connection = new RTCPeerConnection({ iceServers })
    // A connection that is closed from here fires no event.
    signal.addEventListener('abort', () => connection.close())
    const media = new MediaStream()
    connection.ontrack = ({ track }) => media.addTrack(track)
    connection.onconnectionstatechange = () => {
      if (['failed', 'closed'].includes(connection.connectionState)) onLost()
    }
    for (const kind of ['video', 'audio'] as const) connection.addTransceiver(kind, { direction: 'recvonly' })
    await connection.setLocalDescription()
    // Without our addresses, for which nobody waits: the room learns them when we reach it.
    if (signal.aborted) return 'lost'
    const reply = await fetch(url, {
      method: 'POST',
      headers: headersOf(bearer, { 'content-type': 'application/sdp' }),
      body: connection.localDescription!.sdp,
    })
    const location = reply.headers.get('location')
    const leave = () => {
      if (location)
        void fetch(location, { method: 'DELETE', headers: headersOf(bearer), keepalive: true }).catch(() => {})
    }
    if (signal.aborted) {
      leave()
      return 'lost'
    }
    if (reply.status === 406) return 'unplayable'
    // Not live yet, or full for the moment.
    if (reply.status !== 201) return reply.status === 404 ? 'waiting' : 'lost'
    // The engine learns that this viewer is gone; without it, it would after some seconds.
    signal.addEventListener('abort', leave)
    await connection.setRemoteDescription({ type: 'answer', sdp: await reply.text() })
    if (!signal.aborted) video.srcObject = media
    return 'open'
  },
}

const headersOf = (bearer: string, more: Record<string, string> = {}) => ({
  authorization: `Bearer ${bearer}`,
  ...more,
})
