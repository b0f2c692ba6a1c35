import { createSocket } from 'node:dgram'
import rtc from 'node-datachannel'
import { pictureOf } from './recorder/testing.ts'
import { payloadOf, payloadOffset } from './rtp/packet.ts'
import { sizeIn } from './rtp/picture-size.ts'

/** A UDP port of this machine that is free right now. */
export function freePort(): Promise<number> {
  const socket = createSocket('udp4')
  return new Promise((done, reject) => {
    socket.once('error', reject)
    socket.bind(0, '127.0.0.1', () => {
      const { port } = socket.address()
      socket.close(() => done(port))
    })
  })
}

/** A publisher or viewer without a browser: real ICE, DTLS and SRTP, and video that nothing decodes. */
export interface TestPeer {
  status: number
  /** How many packets of video have come. */
  received(): number
  /** How wide the newest keyframe of VP8 was. */
  width(): number | undefined
  /** What it says from now on was lost of it, of 256. */
  lose(fraction: number): void
  close(): void
}
const every = 20
/** The parameters of H264 at 1280 × 720, as x264 writes them. */
export const parameters720 = Buffer.from('6742c01fd9005005bb0110000003001000000303c0f18324', 'hex')
const keyframe = [0x10, 0, 0, 0, 0x9d, 0x01, 0x2a]

/** What a test publisher sends: with `shown`, H264 of which the picture sent as number n is shown as number `shown(n)`. */
export interface TestVideo {
  shown: (sent: number) => number
}

/** `change`: what the peer reads in place of the room's answer. */
export async function joinAsPeer(
  address: string,
  bearer: string,
  may: 'publish' | 'view',
  change = (answer: string) => answer,
  { video, codec = 'VP8' }: { video?: TestVideo | undefined; codec?: 'VP8' | 'H264' | undefined } = {},
): Promise<TestPeer> {
  const connection = new rtc.PeerConnection('test', {
    iceServers: [],
    bindAddress: '127.0.0.1',
    disableAutoNegotiation: true,
  })
  const medium = new rtc.Video('0', may === 'publish' ? 'SendOnly' : 'RecvOnly')
  if (video) medium.addH264Codec(96, 'profile-level-id=42e01f;packetization-mode=1;level-asymmetry-allowed=1')
  else if (codec === 'H264') medium.addH264Codec(96)
  else medium.addVP8Codec(96)
  if (may === 'publish') medium.addSSRC(4_242, 'test', 'test', 'video')
  const track = connection.addTrack(medium)
  let received = 0
  let width: number | undefined
  let fractionLost = 0
  let newest: { source: number; sequence: number } | undefined
  let isOpen = false
  track.onMessage((packet) => {
    if ((packet[1]! & 0x7f) !== 96) return
    received++
    newest = { source: packet.readUInt32BE(8), sequence: packet.readUInt16BE(2) }
    if (payloadOffset(packet) === 12) width = sizeIn('VP8', payloadOf(packet))?.width ?? width
  })
  track.onOpen(() => (isOpen = true))
  track.onClosed(() => (isOpen = false))
  const offer = await new Promise<string>((done) => {
    connection.onGatheringStateChange((state) => {
      const description = connection.localDescription()
      if (state === 'complete' && description) done(description.sdp)
    })
    connection.setLocalDescription('offer')
  })
  const reply = await fetch(address, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/sdp' },
    body: offer,
  })
  const answer = await reply.text()
  if (reply.status === 201) connection.setRemoteDescription(change(answer), 'answer')
  let sequence = 0
  const timer = setInterval(() => {
    if (!isOpen) return
    const n = sequence++
    // A keyframe each second.
    const pictures =
      codec === 'H264' && !video ? pictureOf(n, { isKeyframe: n % 30 === 0 }).map(ofTest) : [rtpPacket(n, video)]
    // A receiver's sign of life are its reports; a publisher's are its packets.
    const report = newest ? reportOf(newest, fractionLost) : emptyReport
    for (const packet of may === 'publish' ? pictures : [report]) sendIfOpen(track, packet)
  }, every)
  return {
    status: reply.status,
    received: () => received,
    width: () => width,
    lose: (fraction) => (fractionLost = fraction),
    close() {
      clearInterval(timer)
      connection.close()
    },
  }
}

/** It may be closed already though it has not said so, and may close while it is asked. */
function sendIfOpen(track: rtc.Track, packet: Buffer): void {
  try {
    if (track.isOpen()) track.sendMessageBinary(packet)
  } catch {}
}

function ofTest(packet: Buffer): Buffer {
  packet.writeUInt32BE(4_242, 8)
  return packet
}

function rtpPacket(sequence: number, video?: TestVideo): Buffer {
  const payload = video ? parameters720 : keyframe
  const packet = Buffer.alloc(12 + payload.length)
  packet[0] = 0x80
  packet[1] = 0x80 | 96
  packet.writeUInt16BE(sequence & 0xffff, 2)
  packet.writeUInt32BE(((video ? video.shown(sequence) : sequence) * 90 * every) >>> 0, 4)
  packet.writeUInt32BE(4_242, 8)
  packet.set(payload, 12)
  return packet
}
function reportOf({ source, sequence }: { source: number; sequence: number }, fractionLost: number): Buffer {
  const report = Buffer.alloc(32)
  report.set([0x81, 201, 0, 7])
  report.writeUInt32BE(9, 4)
  report.writeUInt32BE(source, 8)
  report[12] = fractionLost
  report.writeUInt32BE(sequence, 16)
  return report
}
const emptyReport = Buffer.from([0x80, 201, 0, 1, 0, 0, 0, 9])
