import rtc from 'node-datachannel'

// Peers without a browser: real ICE, DTLS and SRTP, and packets that nothing decodes. The publisher writes into each packet when it was sent.

/** 150 packets of video and 50 of sound a second: 1.25 Mbit/s. */
const videoEveryMs = 20
const videoPacketsEach = 3
const videoBytes = 1_000
const audioBytes = 80
const keyframeEvery = 50
const source = { video: 4_242, audio: 4_243 }
const payloadType = { video: 96, audio: 111 }
const reportEveryMs = 1_000

export interface Viewer {
  packets: number
  lost: number
  /** From its sending to its receiving, in milliseconds. */
  delays: number[]
  firstMs: number
  close(): void
}

/** Where a peer's description goes, and the answer to it. */
export type Exchange = (sdp: string) => Promise<string>

function connection(may: 'publish' | 'view') {
  const made = new rtc.PeerConnection('bench', {
    iceServers: [],
    bindAddress: '127.0.0.1',
    disableAutoNegotiation: true,
  })
  const direction = may === 'publish' ? 'SendOnly' : 'RecvOnly'
  const video = new rtc.Video('0', direction)
  video.addVP8Codec(payloadType.video)
  const audio = new rtc.Audio('1', direction)
  audio.addOpusCodec(payloadType.audio)
  if (may === 'publish') {
    video.addSSRC(source.video, 'bench', 'bench', 'video')
    audio.addSSRC(source.audio, 'bench', 'bench', 'audio')
  }
  return { made, video, audio }
}

const gathered = (made: rtc.PeerConnection, type: 'offer' | 'answer'): Promise<string> =>
  new Promise((done) => {
    made.onGatheringStateChange((state) => {
      const description = made.localDescription()
      if (state === 'complete' && description) done(description.sdp)
    })
    made.setLocalDescription(type)
  })

/** Sends until it is closed. */
export async function publish(exchange: Exchange): Promise<() => void> {
  const { made, video, audio } = connection('publish')
  const tracks = { video: made.addTrack(video), audio: made.addTrack(audio) }
  made.setRemoteDescription(await exchange(await gathered(made, 'offer')), 'answer')
  const sequence = { video: 0, audio: 0 }
  let picture = 0
  const send = (kind: 'video' | 'audio', isLast: boolean, isFirst: boolean, time: number) => {
    if (!tracks[kind].isOpen()) return
    const packet = Buffer.alloc(12 + (kind === 'video' ? videoBytes : audioBytes))
    packet[0] = 0x80
    packet[1] = (isLast ? 0x80 : 0) | payloadType[kind]
    packet.writeUInt16BE(sequence[kind]++ & 0xffff, 2)
    packet.writeUInt32BE(time >>> 0, 4)
    packet.writeUInt32BE(source[kind], 8)
    // The start of a picture of VP8, which is a keyframe once a second.
    if (kind === 'video')
      packet.set([isFirst ? 0x10 : 0, picture % keyframeEvery === 0 ? 0 : 1, 0, 0, 0x9d, 0x01, 0x2a], 12)
    packet.writeDoubleBE(performance.now(), packet.length - 8)
    tracks[kind].sendMessageBinary(packet)
  }
  const began = performance.now()
  let ticks = 0
  const timer = setInterval(() => {
    // A timer that is late sends what it owes.
    for (; ticks < (performance.now() - began) / videoEveryMs; ticks++, picture++) {
      for (let n = 0; n < videoPacketsEach; n++)
        send('video', n === videoPacketsEach - 1, n === 0, picture * 90 * videoEveryMs)
      send('audio', true, true, picture * 48 * videoEveryMs)
    }
  }, videoEveryMs / 4)
  return () => {
    clearInterval(timer)
    made.close()
  }
}

/** Watches by an offer of its own (WHEP), or by answering one where `offer` is given (Janus). */
export async function view(exchange: Exchange, offer?: string): Promise<Viewer> {
  const began = performance.now()
  const { made, video, audio } = connection('view')
  const viewer: Viewer = { packets: 0, lost: 0, delays: [], firstMs: 0, close: () => {} }
  const newest = new Map<number, number>()
  const onPacket = (packet: Buffer) => {
    const type = packet[1]! & 0x7f
    if (type !== payloadType.video && type !== payloadType.audio && packet.length < 60) return
    const from = packet.readUInt32BE(8)
    const sequence = packet.readUInt16BE(2)
    const before = newest.get(from)
    if (before !== undefined) viewer.lost += ((sequence - before - 1) << 16) >> 16
    newest.set(from, sequence)
    viewer.packets++
    viewer.firstMs ||= performance.now() - began
    viewer.delays.push(performance.now() - packet.readDoubleBE(packet.length - 8))
  }
  const tracks: rtc.Track[] = []
  const use = (track: rtc.Track) => {
    tracks.push(track)
    track.onMessage(onPacket)
  }
  if (offer === undefined) {
    use(made.addTrack(video))
    use(made.addTrack(audio))
    made.setRemoteDescription(await exchange(await gathered(made, 'offer')), 'answer')
  } else {
    made.onTrack(use)
    made.setRemoteDescription(offer, 'offer')
    await exchange(await gathered(made, 'answer'))
  }
  // A receiver's sign of life are its reports.
  const timer = setInterval(() => {
    const [track] = tracks
    const [entry] = newest
    if (track?.isOpen() && entry) track.sendMessageBinary(reportOf(entry[0], entry[1]))
  }, reportEveryMs)
  viewer.close = () => {
    clearInterval(timer)
    made.close()
  }
  return viewer
}

function reportOf(from: number, sequence: number): Buffer {
  const report = Buffer.alloc(32)
  report.set([0x81, 201, 0, 7])
  report.writeUInt32BE(9, 4)
  report.writeUInt32BE(from, 8)
  report.writeUInt32BE(sequence, 16)
  return report
}
