import { createSocket } from 'node:dgram'
import rtc from 'node-datachannel'
import { pictureOf } from './recorder/testing.ts'

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
  close(): void
}
const every = 20
const keyframe = [0x10, 0, 0, 0, 0x9d, 0x01, 0x2a]

/** `change`: what the peer reads in place of the room's answer. */
export async function joinAsPeer(
  address: string,
  bearer: string,
  may: 'publish' | 'view',
  change = (answer: string) => answer,
  codec: 'VP8' | 'H264' = 'VP8',
): Promise<TestPeer> {
  const connection = new rtc.PeerConnection('test', {
    iceServers: [],
    bindAddress: '127.0.0.1',
    disableAutoNegotiation: true,
  })
  const medium = new rtc.Video('0', may === 'publish' ? 'SendOnly' : 'RecvOnly')
  if (codec === 'VP8') medium.addVP8Codec(96)
  else medium.addH264Codec(96)
  if (may === 'publish') medium.addSSRC(4_242, 'test', 'test', 'video')
  const track = connection.addTrack(medium)
  let received = 0
  let isOpen = false
  track.onMessage((packet) => {
    if ((packet[1]! & 0x7f) === 96) received++
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
    // A receiver's sign of life is an empty report; a publisher's are its packets.
    const n = sequence++
    // A keyframe each second.
    const pictures = codec === 'VP8' ? [rtpPacket(n)] : pictureOf(n, { isKeyframe: n % 30 === 0 }).map(ofTest)
    // It may be closed already, though it has not said so.
    for (const packet of may === 'publish' ? pictures : [emptyReport])
      if (track.isOpen()) track.sendMessageBinary(packet)
  }, every)
  return {
    status: reply.status,
    received: () => received,
    close() {
      clearInterval(timer)
      connection.close()
    },
  }
}

function ofTest(packet: Buffer): Buffer {
  packet.writeUInt32BE(4_242, 8)
  return packet
}

function rtpPacket(sequence: number): Buffer {
  const packet = Buffer.alloc(12 + keyframe.length)
  packet[0] = 0x80
  packet[1] = 0x80 | 96
  packet.writeUInt16BE(sequence & 0xffff, 2)
  packet.writeUInt32BE((sequence * 90 * every) >>> 0, 4)
  packet.writeUInt32BE(4_242, 8)
  packet.set(keyframe, 12)
  return packet
}
const emptyReport = Buffer.from([0x80, 201, 0, 1, 0, 0, 0, 9])
