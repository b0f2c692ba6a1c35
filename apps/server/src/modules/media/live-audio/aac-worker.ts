import { type CodecParts, loadCodecs } from './av-codecs.ts'
import { withAdtsHead } from './adts.ts'

// Runs alone in the sandbox for as long as a room is recorded: packets of Opus come in, each after its length and its samples, and AAC leaves as ADTS.
// It ends with its input.

const { library } = JSON.parse(process.argv[2]!) as { library: string }
const av = await loadCodecs(library)
av.Log.setLevel(-8)

const [formatFltp, rate, bits, frameSamples, bytesEach] = [8, 48_000, 128_000n, 1024, 4]
const stereo = { order: 1, nbChannels: 2, mask: 3n }
const timeBase = { num: 1, den: rate }

function open(codec: NonNullable<ReturnType<CodecParts['Codec']['findDecoderByName']>>, ofBits?: bigint) {
  const context = new av.CodecContext()
  context.allocContext3(codec)
  context.sampleRate = rate
  context.channelLayout = stereo
  context.sampleFormat = formatFltp
  context.timeBase = timeBase
  if (ofBits) context.bitRate = ofBits
  const opened = context.open2Sync(codec)
  if (opened < 0) throw new Error(`A codec could not be opened: ${opened}.`)
  return context
}
const decoder = open(av.Codec.findDecoderByName('opus') ?? fail('opus'))
const encoder = open(av.Codec.findEncoderByName('aac') ?? fail('aac'), bits)
function fail(name: string): never {
  throw new Error(`The library has no ${name}.`)
}

const packet = new av.Packet()
packet.alloc()
const decoded = new av.Frame()
decoded.alloc()
/** Of each channel, what no frame has taken yet. */
const waiting: [Buffer, Buffer] = [Buffer.alloc(0), Buffer.alloc(0)]
let samples = 0n

/** A damaged packet becomes silence of its length, so that what follows keeps its place. */
function decode(bytes: Buffer, lasts: number): void {
  packet.data = bytes
  let got = 0
  if (decoder.sendPacketSync(packet) >= 0)
    while (decoder.receiveFrameSync(decoded) >= 0) {
      const planes = decoded.data
      for (const channel of [0, 1] as const) {
        const plane = planes?.[channel] ?? planes?.[0]
        if (plane) add(channel, Buffer.from(plane.subarray(0, decoded.nbSamples * bytesEach)))
      }
      got += decoded.nbSamples
      decoded.unref()
    }
  packet.unref()
  const missing = lasts - got
  if (missing > 0) for (const channel of [0, 1] as const) add(channel, Buffer.alloc(missing * bytesEach))
}
const add = (channel: 0 | 1, more: Buffer) => void (waiting[channel] = Buffer.concat([waiting[channel], more]))

function encode(): void {
  const bytes = frameSamples * bytesEach
  while (waiting[0].length >= bytes) {
    const frame = av.Frame.fromAudioBuffer(
      Buffer.concat([waiting[0].subarray(0, bytes), waiting[1].subarray(0, bytes)]),
      { nbSamples: frameSamples, format: formatFltp, sampleRate: rate, channelLayout: stereo, timeBase, pts: samples },
    )
    samples += BigInt(frameSamples)
    for (const channel of [0, 1] as const) waiting[channel] = waiting[channel].subarray(bytes)
    const sent = encoder.sendFrameSync(frame)
    frame.free()
    if (sent < 0) throw new Error(`A frame could not be encoded: ${sent}.`)
    while (encoder.receivePacketSync(packet) >= 0) {
      process.stdout.write(withAdtsHead(packet.data ?? Buffer.alloc(0)))
      packet.unref()
    }
  }
}

let rest = Buffer.alloc(0)
for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
  rest = Buffer.concat([rest, chunk])
  let at = 0
  while (at + 4 <= rest.length && at + 4 + rest.readUInt16BE(at) <= rest.length) {
    const length = rest.readUInt16BE(at)
    decode(Buffer.from(rest.subarray(at + 4, at + 4 + length)), rest.readUInt16BE(at + 2))
    at += 4 + length
  }
  rest = Buffer.from(rest.subarray(at))
  encode()
}
