import { Incoming } from '../incoming.ts'

/** Sequence and picture parameters of a picture of 320 × 240, as an encoder wrote them. */
export const parameters = {
  sequence: Buffer.from('6742c00dd90141fb0110000003001000000303c0f142a480', 'hex'),
  picture: Buffer.from('68cb83cb20', 'hex'),
}
/** The same of 480 × 270, in the high profile. */
export const otherSequence = Buffer.from('67640015acd941e08feb0110000003001000000303c0f162d960', 'hex')

const framesPerSecond = 30

/** The two streams of a publisher, and their packets; what is in the pictures nothing decodes. */
export function testStreams(codec = 'H264') {
  const of = { payloadType: 96, channels: 1, parameters: '' }
  const video = new Incoming({ kind: 'video', codec: { ...of, name: codec, clock: 90_000 }, mid: '0', source: 1 })
  const audio = new Incoming({ kind: 'audio', codec: { ...of, name: 'opus', clock: 48_000 }, mid: '1', source: 2 })
  return { video, audio, streams: [video, audio] as const }
}

export function rtp(payload: Buffer, { sequence = 0, timestamp = 0, isLast = false } = {}): Buffer {
  const packet = Buffer.alloc(12 + payload.length)
  packet[0] = 0x80
  packet[1] = 96 | (isLast ? 0x80 : 0)
  packet.writeUInt16BE(sequence & 0xffff, 2)
  packet.writeUInt32BE(timestamp >>> 0, 4)
  payload.copy(packet, 12)
  return packet
}

/** Packets of a picture: a keyframe brings its parameters in an aggregate, and comes in fragments. */
export function pictureOf(
  n: number,
  { isKeyframe = false, sequence = parameters.sequence, firstSequence = 65_500, firstTimestamp = 4_294_900_000 } = {},
): Buffer[] {
  const sized = (unit: Buffer) => [Buffer.of(unit.length >> 8, unit.length & 0xff), unit]
  const slice = (bytes: number[]) => Buffer.from([...bytes, 0x88, n & 0xff, 1, 2, 3])
  const payloads = isKeyframe
    ? [
        Buffer.concat([Buffer.of(0x78), ...sized(sequence), ...sized(parameters.picture)]),
        slice([0x7c, 0x85]),
        slice([0x7c, 0x45]),
      ]
    : [slice([0x7c, 0x81]), slice([0x7c, 0x01]), slice([0x7c, 0x41])]
  return payloads.map((payload, part) =>
    rtp(payload, {
      sequence: firstSequence + n * payloads.length + part,
      timestamp: firstTimestamp + (n * 90_000) / framesPerSecond,
      isLast: part === payloads.length - 1,
    }),
  )
}

/** Packets of audio, of 20 ms each. */
export const soundOf = (n: number): Buffer =>
  rtp(Buffer.of(0xf8, n & 0xff, 7), { sequence: 65_530 + n, timestamp: 4_294_967_000 + n * 960 })
