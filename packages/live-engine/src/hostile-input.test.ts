import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Publisher, takeOffer } from './publisher.ts'
import { chooseCodec } from './sdp/codecs.ts'
import { readOffer } from './sdp/offer.ts'
import { Viewer, offerTo } from './viewer.ts'

const fingerprint = Array.from({ length: 32 }, () => 'AB').join(':')
const offered = [
  'v=0',
  'a=ice-ufrag:abcd',
  `a=ice-pwd:${'p'.repeat(22)}`,
  `a=fingerprint:sha-256 ${fingerprint}`,
  'm=audio 9 UDP/TLS/RTP/SAVPF 111',
  'a=mid:0',
  'a=rtpmap:111 opus/48000/2',
  'm=video 9 UDP/TLS/RTP/SAVPF 96 97 98',
  'a=mid:1',
  'a=rtpmap:96 VP8/90000',
  'a=rtpmap:97 rtx/90000',
  'a=fmtp:97 apt=96',
  'a=rtpmap:98 H264/90000',
  'a=fmtp:98 profile-level-id=64001f;packetization-mode=0',
  'a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01',
  'a=ssrc-group:FID 1000 1001',
].join('\r\n')

test('an offer is read: what it can send, and how lost packets come again', () => {
  const offer = readOffer(offered)!
  const taken = takeOffer(offer)!
  expect(taken.streams.map(({ kind, codec, source }) => [kind, codec.name, source])).toEqual([
    ['audio', 'opus', 0],
    ['video', 'VP8', 1000],
  ])
  expect(taken.extensions).toEqual({ transportSequence: 3 })
  expect(offer.media[1]!.pair).toEqual({ media: 1000, retransmission: 1001 })
})

test.each([
  ['nothing', ''],
  ['no media', offered.slice(0, offered.indexOf('m=audio'))],
  ['no fingerprint', offered.replace(/a=fingerprint.*\r\n/, '')],
  ['another hash', offered.replace('sha-256', 'sha-1')],
  ['a password that is none', offered.replace('p'.repeat(22), 'p p')],
  ['more than an offer is long', offered + 'a=x\r\n'.repeat(20_000)],
  ['too many media', offered + '\r\nm=video 9 UDP/TLS/RTP/SAVPF 96'.repeat(20)],
])('an offer with %s is refused', (_what, text) => expect(readOffer(text)).toBeUndefined())

test('a viewer who can’t decode what the room runs is told so, not shown black', () => {
  const [, video] = takeOffer(readOffer(offered)!)!.streams
  const other = readOffer(offered.replaceAll('VP8', 'AV1'))!
  expect(offerTo(other, [video!])).toBeUndefined()
  expect(chooseCodec(other.media[1]!, 'H264')).toBeUndefined()
})

test('random bytes at any door change nothing and end nothing', () => {
  const { streams, extensions } = takeOffer(readOffer(offered)!)!
  const sent: Buffer[] = []
  const send = (packet: Buffer) => sent.push(packet) > 0
  const publisher = new Publisher({ streams, extensions, send, forward: { onPacket: () => {}, onReport: () => {} } })
  const { outgoing } = offerTo(readOffer(offered)!, streams)!
  const viewer = new Viewer({ outgoing, send, wantKeyframe: () => {} })
  // Half of them look like packets of this room, so that they pass the first checks.
  const bytes = fc.uint8Array({ minLength: 12, maxLength: 200 }).map((array) => Buffer.from(array))
  const likely = bytes.map((packet) => {
    packet[0] = 0x80 | (packet[0]! & 0x3f)
    packet[1] = [96, 97, 111, 200, 201, 205, 206][packet[1]! % 7]!
    packet.writeUInt32BE(packet[2]! % 2 === 0 ? 1000 : 1001, 8)
    return packet
  })
  fc.assert(
    fc.property(fc.oneof(bytes, likely), (packet) => {
      publisher.onRtp(Buffer.from(packet))
      publisher.onRtcp(packet)
      viewer.onRtcp(packet)
      for (const stream of streams) viewer.forward(stream, packet.subarray(0, 1_400), true, 0)
      publisher.feedback()
      publisher.report()
    }),
    { numRuns: 3_000 },
  )
})

test('random text is no offer', () => {
  fc.assert(fc.property(fc.string(), (text) => readOffer(`v=0\r\nm=${text}`) === undefined))
})

test('a picture in two sizes is taken in both under our names, and in one under others', () => {
  const sizes = (names: string[]) =>
    [offered, ...names.map((name) => `a=rid:${name} send`), `a=simulcast:send ${names.join(';')}`]
      .join('\r\n')
      .replace(/\r\na=ssrc-group.*?(?=\r\n|$)/, '')
  const layersOf = (text: string) => {
    const { streams, taken } = takeOffer(readOffer(text)!)!
    return { streams: streams.map(({ kind, layer }) => `${kind} ${layer}`), answered: taken[1]!.layers }
  }
  expect(layersOf(sizes(['small', 'full']))).toEqual({
    streams: ['audio full', 'video full', 'video small'],
    answered: ['small', 'full'],
  })
  for (const names of [['q', 'h', 'f'], ['full', 'small', 'more'], ['full'], []])
    expect(layersOf(sizes(names))).toEqual({ streams: ['audio full', 'video full'], answered: undefined })
})
