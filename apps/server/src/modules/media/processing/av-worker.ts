import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  type Decoder,
  type Demuxer,
  type Encoder,
  type Filter,
  type Frame,
  loadLibrary,
  type Muxer,
  type Packet,
  type Stream,
} from './av-library.ts'
import type { AvOrder } from './engine-av.ts'

// Runs alone in the sandbox: one order, carried out with the fallback library. Progress leaves as lines, a probe as one line of JSON.

const order = JSON.parse(process.argv[2]!) as AvOrder
const av = await loadLibrary(order.library)
const quiet = -8
av.Log.setLevel(quiet)

const [defaultTrack, attachedImage] = [0x1, 0x400]
const transfers: Record<number, 'pq' | 'hlg'> = { 16: 'pq', 18: 'hlg' }
const displayMatrix = 5
const [anyStream, backward] = [-1, 1]
const reportEveryMs = 250

async function open(): Promise<Demuxer> {
  return av.Demuxer.open(resolve('source'), { format: order.reader, options: { protocol_whitelist: 'file' } })
}
/** The track that the order names. */
const trackAt = ({ streams }: Demuxer, index: number | null): Stream | undefined =>
  streams.find((stream) => stream.index === index)

const profiles: Record<string, Record<number, string>> = {
  h264: { 66: 'Baseline', 578: 'Constrained Baseline', 77: 'Main', 100: 'High' },
  aac: { 1: 'LC' },
}
/** Of a stream's times; null where the file does not say. */
const msOf = (time: bigint, { timeBase }: Stream): number | null =>
  time < -(2n ** 62n) ? null : Math.round((Number(time) * timeBase.num * 1000) / timeBase.den)
const nameOf = ({ codecpar }: Stream) => {
  const codec = av.avGetCodecName(codecpar.codecId) ?? ''
  return { codec, profile: profiles[codec]?.[codecpar.profile] ?? String(codecpar.profile) }
}

/** The first four numbers of its display matrix. */
function matrixOf({ codecpar }: Stream): number[] | null {
  const matrix = codecpar.getCodedSideData(displayMatrix)
  return matrix && matrix.length >= 20 ? [0, 4, 12, 16].map((at) => matrix.readInt32LE(at)) : null
}

async function probe(): Promise<void> {
  const input = await open()
  const found = {
    start: input.startTime,
    duration: input.duration,
    bitsPerSecond: Math.round(input.bitRate * 1000) || null,
    tracks: input.streams.slice(0, 200).map((stream) => {
      const { codecpar, disposition, sampleAspectRatio: dot, avgFrameRate: rate } = stream
      return {
        index: stream.index,
        type: ['video', 'audio'][codecpar.codecType] ?? 'other',
        ...nameOf(stream),
        isCover: (disposition & attachedImage) !== 0,
        isDefault: (disposition & defaultTrack) !== 0,
        count: Number(stream.nbFrames) || null,
        startMs: msOf(stream.startTime, stream) ?? 0,
        lastsMs: stream.duration > 0n ? msOf(stream.duration, stream) : null,
        width: codecpar.width,
        height: codecpar.height,
        stretch: dot.num > 0 && dot.den > 0 ? dot.num / dot.den : 1,
        matrix: matrixOf(stream),
        pixelFormat: av.avGetPixFmtName(codecpar.format) ?? '',
        transfer: transfers[codecpar.colorTrc] ?? 'sdr',
        bitsPerSecond: Number(codecpar.bitRate) || null,
        rate: rate.num > 0 && rate.den > 0 ? rate.num / rate.den : null,
      }
    }),
  }
  await input.close()
  process.stdout.write(`${JSON.stringify(found)}\n`)
}

/** Whether there is anything in a track. */
async function hasPackets(index: number): Promise<void> {
  const input = await open()
  let isThere = false
  for await (const packet of input.packets()) {
    if (!packet) break
    isThere = packet.streamIndex === index
    packet.free()
    if (isThere) break
  }
  process.stdout.write(`${isThere}\n`)
}

/** Until when there are images or audio, from a moment on; minus one where there are none. */
async function lastMoment(from: number): Promise<void> {
  const input = await open()
  if (from > 0) await input.seek(from, anyStream, backward)
  let last = -1
  for await (const packet of input.packets()) {
    if (!packet) break
    const { timeBase } = input.streams[packet.streamIndex]!
    // The last frame of a still stands until the end.
    if (packet.pts !== null) last = Math.max(last, (Number(packet.pts + packet.duration) * timeBase.num) / timeBase.den)
    packet.free()
  }
  await input.close()
  process.stdout.write(`${last}\n`)
}

const hlsOptions = (name: string) => ({
  hls_time: '4',
  hls_playlist_type: 'event',
  hls_flags: 'temp_file',
  hls_segment_type: 'fmp4',
  hls_fmp4_init_filename: 'init.mp4',
  hls_segment_filename: resolve(`out/${name}/s%05d.m4s`),
})
const openHls = (name: string) =>
  av.Muxer.open(resolve(`out/${name}/index.m3u8`), { format: 'hls', options: hlsOptions(name) })

async function remux({ name, image, audio }: Extract<AvOrder, { task: 'remux' }>): Promise<void> {
  const input = await open()
  const output = await openHls(name)
  const trackIndexes = new Map<number, number>()
  for (const stream of [trackAt(input, image), trackAt(input, audio)])
    if (stream) trackIndexes.set(stream.index, output.addStream(stream))
  let loggedAt = 0
  for await (const packet of input.packets()) {
    if (!packet) break
    const trackIndex = trackIndexes.get(packet.streamIndex)
    if (trackIndex !== undefined) await output.writePacket(packet, trackIndex)
    if (packet.pts !== null && Date.now() - loggedAt > reportEveryMs) {
      loggedAt = Date.now()
      const { num, den } = input.streams[packet.streamIndex]!.timeBase
      process.stdout.write(`out_time_us=${Math.round((Number(packet.pts) * num * 1_000_000) / den)}\n`)
    }
    packet.free()
  }
  await output.close()
  await input.close()
}

/** The path of frames of one kind: through a filter into an encoder, and its packets to the muxers that need them. */
class Branch {
  readonly encoder: Encoder
  readonly to: { muxer: Muxer; trackIndex: number }[] = []
  private readonly filter: Filter
  constructor(filter: Filter, encoder: Encoder) {
    this.filter = filter
    this.encoder = encoder
  }
  into(muxer: Muxer): void {
    this.to.push({ muxer, trackIndex: muxer.addStream(this.encoder) })
  }
  async take(frame: Frame): Promise<void> {
    for (const filtered of through(this.filter, frame)) await this.encode(filtered)
  }
  async end(): Promise<void> {
    for (const filtered of flushed(this.filter)) await this.encode(filtered)
    await this.encode(null)
    this.filter.close()
    this.encoder.close()
  }
  private async encode(frame: Frame | null): Promise<void> {
    for (const packet of this.encoder.encodeAllSync(frame)) await this.deliver(packet)
    frame?.free()
  }
  private async deliver(packet: Packet): Promise<void> {
    for (const { muxer, trackIndex } of this.to.slice(1)) {
      const copy = packet.clone()
      if (!copy) continue
      await muxer.writePacket(copy, trackIndex)
      copy.free()
    }
    await this.to[0]!.muxer.writePacket(packet, this.to[0]!.trackIndex)
    packet.free()
  }
}

const endOfFile = -541_478_725
/** A filter that cuts takes nothing after its end. */
function through(filter: Filter, frame: Frame): Frame[] {
  try {
    return filter.processAllSync(frame)
  } catch (error) {
    if ((error as { code?: unknown }).code === endOfFile) return []
    throw error
  }
}

function flushed(filter: Filter): Frame[] {
  filter.flushSync()
  const frames: Frame[] = []
  for (;;) {
    const received = filter.receiveSync()
    if (received === null || typeof received !== 'object') return frames
    frames.push(received)
  }
}

/** Decodes once and hands every frame to all branches of its kind. A damaged packet costs its own frames. */
async function decodeInto(
  input: Demuxer,
  branches: { stream: Stream; decoder: Decoder; to: Branch[] }[],
): Promise<void> {
  let loggedAt = 0
  const take = async (branch: (typeof branches)[number], packet: Packet | null) => {
    let frames: Frame[]
    try {
      frames = branch.decoder.decodeAllSync(packet)
    } catch {
      return
    }
    for (const frame of frames) {
      if (Date.now() - loggedAt > reportEveryMs && frame.pts !== null) {
        loggedAt = Date.now()
        const { num, den } = frame.timeBase.num > 0 ? frame.timeBase : branch.stream.timeBase
        process.stdout.write(`out_time_us=${Math.round((Number(frame.pts) * num * 1_000_000) / den)}\n`)
      }
      for (const target of branch.to) await target.take(frame)
      frame.free()
    }
  }
  for await (const packet of input.packets()) {
    if (!packet) break
    const branch = branches.find(({ stream }) => stream.index === packet.streamIndex)
    if (branch) await take(branch, packet)
    packet.free()
  }
  for (const branch of branches) {
    await take(branch, null)
    for (const target of branch.to) await target.end()
    branch.decoder.close()
  }
}

const aacBranch = async (bits: string, chain = 'aresample=48000:async=1') =>
  new Branch(
    av.FilterAPI.create(
      `${order.cuts.audio}${chain},aformat=sample_fmts=fltp:sample_rates=48000:channel_layouts=stereo`,
    ),
    await av.Encoder.create('aac', { bitrate: bits }),
  )

async function encode(order: Extract<AvOrder, { task: 'encode' }>): Promise<void> {
  const { rungs, isEven, rate: evenly, filter: chain } = order
  const input = await open()
  const [image, audio] = [trackAt(input, order.image)!, trackAt(input, order.audio)]
  const rate = [image.avgFrameRate, image.rFrameRate]
    .map(({ num, den }) => (den > 0 ? num / den : 0))
    .find((entry) => entry > 0)
  // Frames come evenly, so that every quality breaks into parts at the same moments.
  const framesPerSecond = evenly ?? Math.min(60, Math.max(1, rate ?? 25))
  const every =
    !isEven && image.avgFrameRate.num > 0 && framesPerSecond === rate
      ? `${image.avgFrameRate.num}/${image.avgFrameRate.den}`
      : String(framesPerSecond)
  const gop = Math.max(1, Math.round(framesPerSecond * 4))
  const images: Branch[] = []
  const audioFiles = new Map<string, Branch>()
  const muxers: Muxer[] = []
  for (const rung of rungs) {
    const filter = av.FilterAPI.create(
      `${order.cuts.images}${order.images}scale=${rung.width}:${rung.height},setsar=1,format=yuv420p,fps=${every}:start_time=0`,
    )
    const encoder = await av.Encoder.create('libx264', {
      filter,
      gopSize: gop,
      threadCount: 2,
      maxRate: rung.kbps * 1000,
      bufSize: rung.kbps * 2000,
      options: {
        preset: 'veryfast',
        profile: 'main',
        crf: '23',
        'x264-params': `keyint=${gop}:min-keyint=${gop}:scenecut=0`,
      },
    })
    const muxer = await openHls(rung.name)
    muxers.push(muxer)
    const branch = new Branch(filter, encoder)
    branch.into(muxer)
    images.push(branch)
    if (!audio) continue
    const bits = rung.audioKbps
    const branchOfAudio = audioFiles.get(`${bits}k`) ?? (await aacBranch(`${bits}k`, chain))
    audioFiles.set(`${bits}k`, branchOfAudio)
    branchOfAudio.into(muxer)
  }
  await decodeInto(input, [
    {
      stream: image,
      decoder: await av.Decoder.create(image, { exitOnError: false, threadCount: 2 }),
      to: images,
    },
    ...(audio
      ? [
          {
            stream: audio,
            decoder: await av.Decoder.create(audio, { exitOnError: false }),
            to: [...audioFiles.values()],
          },
        ]
      : []),
  ])
  for (const muxer of muxers) await muxer.close()
  await input.close()
}

async function audio({ to, audio: index }: Extract<AvOrder, { task: 'audio' }>): Promise<void> {
  const input = await open()
  const stream = trackAt(input, index)!
  const output = await av.Muxer.open(resolve(to), { format: 'mp4', options: { movflags: 'faststart' } })
  const branch = await aacBranch('128k')
  branch.into(output)
  await decodeInto(input, [{ stream, decoder: await av.Decoder.create(stream, { exitOnError: false }), to: [branch] }])
  await output.close()
  await input.close()
}

async function samples({ to, perSecond, audio: index }: Extract<AvOrder, { task: 'samples' }>): Promise<void> {
  const input = await open()
  const stream = trackAt(input, index)!
  const output = await av.Muxer.open(resolve(to), { format: 's16le' })
  const branch = new Branch(
    av.FilterAPI.create(
      `${order.cuts.audio}aresample=${perSecond},aformat=sample_fmts=s16:sample_rates=${perSecond}:channel_layouts=mono`,
    ),
    await av.Encoder.create('pcm_s16le'),
  )
  branch.into(output)
  await decodeInto(input, [{ stream, decoder: await av.Decoder.create(stream, { exitOnError: false }), to: [branch] }])
  await output.close()
  await input.close()
}

/** The first image that a filter makes of the frames from a moment on. */
async function firstImage(
  { filter: filterText, image, beginMs }: Extract<AvOrder, { task: 'frame' | 'tiles' }>,
  atMs: number,
  decoderOptions: object,
): Promise<Frame> {
  const input = await open()
  const stream = trackAt(input, image)!
  if (atMs > 0) await input.seek((beginMs + atMs) / 1000, anyStream, backward)
  const decoder = await av.Decoder.create(stream, { exitOnError: false, threadCount: 2, ...decoderOptions })
  const filter = av.FilterAPI.create(`${order.cuts.images}${filterText},sidedata=mode=delete`)
  const isEarly = ({ pts, timeBase }: Frame) =>
    pts !== null && (Number(pts) * timeBase.num * 1000) / timeBase.den < beginMs + atMs
  let last: Frame | undefined
  for await (const packet of input.packets()) {
    if (packet && packet.streamIndex !== stream.index) continue
    let frames: Frame[] = []
    try {
      frames = decoder.decodeAllSync(packet)
    } catch {
      // A damaged packet costs its own frames.
    }
    for (const frame of frames) {
      if (isEarly(frame)) {
        last?.free()
        last = frame
        continue
      }
      const [made] = through(filter, frame)
      if (made) return made
    }
    if (!packet) break
  }
  const late = last ? through(filter, last)[0] : undefined
  const made = late ?? flushed(filter)[0]
  if (!made) throw new Error('no frame there')
  return made
}

async function frame(order: Extract<AvOrder, { task: 'frame' }>): Promise<void> {
  const image = await firstImage(order, order.atMs, {})
  await writeFile(resolve(order.to), await av.Encoder.encodeOne('png', image))
}

async function tiles(order: Extract<AvOrder, { task: 'tiles' }>): Promise<void> {
  const image = await firstImage(order, 0, order.keyFramesOnly ? { options: { skip_frame: 'nokey' } } : {})
  await writeFile(resolve(order.to), await av.Encoder.encodeOne('mjpeg', image, { options: { qmin: '5', qmax: '5' } }))
}

switch (order.task) {
  case 'probe':
    await probe()
    break
  case 'has-packets':
    await hasPackets(order.index)
    break
  case 'last-moment':
    await lastMoment(order.from)
    break
  case 'remux':
    await remux(order)
    break
  case 'encode':
    await encode(order)
    break
  case 'frame':
    await frame(order)
    break
  case 'tiles':
    await tiles(order)
    break
  case 'audio':
    await audio(order)
    break
  case 'samples':
    await samples(order)
    break
}
// The library leaves threads running; all output is written.
process.exit(0)
