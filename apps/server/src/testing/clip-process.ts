import { resolve } from 'node:path'
import {
  type Encoder,
  type Filter,
  type Frame,
  loadLibrary,
  type Muxer,
} from '../modules/media/processing/av-library.ts'
import type { Clip } from './clip.ts'

// Makes a clip where there is no ffmpeg: generated frames and a tone, encoded and packed by the fallback library.

const [library = '', target = '', clipJson = '{}'] = process.argv.slice(2)
const { size, seconds, rate, keySeconds, image, video, audio } = JSON.parse(clipJson) as Clip
const av = await loadLibrary(library)
av.Log.setLevel(16)

/** Encoded packets of a generated source, in order, each with the moment it belongs to. */
async function* generated(source: string, encoder: Encoder, filter: Filter) {
  const input = await av.Demuxer.open(source, { format: 'lavfi' })
  const [stream] = input.streams
  const decoder = await av.Decoder.create(stream!)
  const through = function* (frames: Frame[]) {
    for (const frame of frames)
      for (const filtered of filter.processAllSync(frame)) {
        const at = filtered.pts === null ? 0 : (Number(filtered.pts) * filtered.timeBase.num) / filtered.timeBase.den
        for (const packet of encoder.encodeAllSync(filtered)) yield { packet, at }
        filtered.free()
      }
  }
  for await (const packet of input.packets()) {
    if (!packet) break
    yield* through(decoder.decodeAllSync(packet))
    packet.free()
  }
  for (const packet of encoder.encodeAllSync(null)) yield { packet, at: seconds }
  await input.close()
}

const muxer = await av.Muxer.open(
  resolve(target),
  target.endsWith('.mp4') ? { options: { movflags: 'faststart' } } : {},
)
const sources: { stream: number; packets: ReturnType<typeof generated> }[] = []
if (video) {
  const filter = av.FilterAPI.create('format=yuv420p')
  const options = {
    h264: { gopSize: rate * keySeconds, options: { preset: 'ultrafast' } },
    vp8: { options: { deadline: 'realtime', 'cpu-used': '8' } },
  }[video]
  const encoder = await av.Encoder.create({ h264: 'libx264', vp8: 'libvpx' }[video], { filter, ...options })
  const [name, more] = { pattern: ['testsrc2', ''], plain: ['color', ':color=0x336688'] }[image]!
  const source = `${name}=size=${size}:rate=${rate}:duration=${seconds}${more}`
  sources.push({ stream: muxer.addStream(encoder), packets: generated(source, encoder, filter) })
}
if (audio) {
  const [name, format] = { aac: ['aac', 'fltp'], opus: ['libopus', 's16'], mp3: ['libmp3lame', 'fltp'] }[audio]!
  const filter = av.FilterAPI.create(
    `aresample=48000,aformat=sample_fmts=${format}:sample_rates=48000:channel_layouts=mono`,
  )
  const encoder = await av.Encoder.create(name!, { bitrate: '64k' })
  sources.push({
    stream: muxer.addStream(encoder),
    packets: generated(`sine=frequency=440:duration=${seconds}`, encoder, filter),
  })
}
await interleave(muxer, sources)
await muxer.close()
process.exit(0)

async function interleave(to: Muxer, from: typeof sources): Promise<void> {
  const heads = await Promise.all(from.map(async ({ packets }) => (await packets.next()).value))
  for (;;) {
    const next = heads.reduce<number>(
      (best, head, at) => (head && (best < 0 || head.at < heads[best]!.at) ? at : best),
      -1,
    )
    if (next < 0) return
    await to.writePacket(heads[next]!.packet, from[next]!.stream)
    heads[next]!.packet.free()
    heads[next] = (await from[next]!.packets.next()).value
  }
}
