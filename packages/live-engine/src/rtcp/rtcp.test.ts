import { expect, test } from 'vitest'
import { packetsOf } from './compound.ts'
import { nack, requestedBy } from './nack.ts'
import { pictureLossIndication, requestsKeyframe } from './picture-loss.ts'
import { received } from './received.ts'
import { receiverReport } from './receiver-report.ts'
import { nameOf, readSenderReport, senderReport } from './sender-report.ts'
import { Arrivals } from './transport-feedback.ts'

test('lost packets are requested in as few entries as hold them, over the wrap', () => {
  const sequences = [65_530, 65_535, 0, 9, 10, 40]
  const packet = nack(7, sequences)
  expect(requestedBy(packet, 7)).toEqual(sequences)
  expect(packet.length).toBe(12 + 4 * 2)
  expect(requestedBy(packet, 8)).toEqual([])
  expect(requestedBy(packet.subarray(0, 12), 7)).toEqual([])
})

test('a compound packet is taken apart up to where it breaks', () => {
  const broken = Buffer.concat([pictureLossIndication(1), pictureLossIndication(2)])
  broken.writeUInt16BE(500, 14)
  expect([...packetsOf(broken)].map(requestsKeyframe)).toEqual([true])
  expect([...packetsOf(Buffer.from([0x80, 200, 0, 0]))]).toEqual([])
})

test('a report to the publisher holds what arrived, in its places', () => {
  const report = receiverReport(5, { fractionLost: 1, lost: 2, highest: 65_536 + 300, lastReport: 3, sinceReport: 4 })
  expect([report.readUInt32BE(8), report[12], report.readUIntBE(13, 3)]).toEqual([5, 1, 2])
  expect([report.readUInt32BE(16), report.readUInt32BE(24), report.readUInt32BE(28)]).toEqual([65_836, 3, 4])
})

test('a viewer’s reports say how far they are, also in a report of what they send', () => {
  const block = { fractionLost: 40, lost: 0, highest: 2 * 65_536 + 300, lastReport: 0, sinceReport: 0 }
  const report = receiverReport(5, block)
  expect(received(report, 5)).toEqual({ highest: 300, fractionLost: 40 })
  expect(received(report, 6)).toBeUndefined()
  expect(received(report.subarray(0, 28), 5)).toBeUndefined()
  // A block of another source before it, and the twenty bytes that only a sender has.
  const [header, ours, others] = [report.subarray(0, 8), report.subarray(8), receiverReport(6, block).subarray(8)]
  const sender = Buffer.concat([header, Buffer.alloc(20), others, ours])
  sender[0] = 0x82
  sender[1] = 200
  expect(received(sender, 5)?.highest).toBe(300)
  expect(received(pictureLossIndication(5), 5)).toBeUndefined()
})

test('sender reports keep the publisher’s clock', () => {
  const report = { source: 9, ntpSeconds: 3_900_000_001, ntpFraction: 0x8000_0001, timestamp: 1_234 }
  const written = senderReport(report, { packets: 2 ** 32 + 1, bytes: 5 })
  expect(readSenderReport(written)).toEqual(report)
  expect(written.readUInt32BE(20)).toBe(1)
  expect(nameOf(report)).toBe((((3_900_000_001 & 0xffff) << 16) | 0x8000) >>> 0)
})

test('arrivals are told apart from losses, and long pauses from short ones', () => {
  const arrivals = new Arrivals()
  expect(arrivals.feedback(1)).toBeUndefined()
  arrivals.arrived(65_535, 128)
  arrivals.arrived(1, 130)
  arrivals.arrived(2, 300)
  const packet = arrivals.feedback(1)!
  expect([packet.readUInt16BE(12), packet.readUInt16BE(14), packet.readUIntBE(16, 3)]).toEqual([65_535, 4, 2])
  // Received, lost, received, received after a large pause.
  expect(packet.readUInt16BE(20)).toBe(0xc000 | (1 << 12) | (1 << 8) | (2 << 6))
  expect([packet[22], packet[23], packet.readInt16BE(24)]).toEqual([0, 8, 680])
  expect(packet.length % 4).toBe(0)
  expect(arrivals.feedback(1)).toBeUndefined()
})
