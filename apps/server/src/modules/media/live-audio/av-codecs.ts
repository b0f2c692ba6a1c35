import { join } from 'node:path'

// The part of the fallback library that turns packets into packets. Its types are missing: see `av-library.ts`.

interface Layout {
  order: number
  nbChannels: number
  mask: bigint
}
interface Sound {
  data: Buffer[] | null
  nbSamples: number
  alloc(): void
  unref(): void
  free(): void
}
interface Packet {
  data: Buffer | null
  alloc(): void
  unref(): void
}
interface Context {
  sampleRate: number
  channelLayout: Layout
  sampleFormat: number
  timeBase: { num: number; den: number }
  bitRate: bigint
  allocContext3(codec: object): void
  open2Sync(codec: object): number
  sendPacketSync(packet: Packet): number
  receiveFrameSync(frame: Sound): number
  sendFrameSync(frame: Sound): number
  receivePacketSync(packet: Packet): number
}
export interface CodecParts {
  Codec: { findDecoderByName(name: string): object | null; findEncoderByName(name: string): object | null }
  CodecContext: new () => Context
  Packet: new () => Packet
  Frame: (new () => Sound) & { fromAudioBuffer(samples: Buffer, of: object): Sound }
  Log: { setLevel(level: number): void }
}

/** Loads what is needed and nothing of the library's network parts. */
export async function loadCodecs(folder: string): Promise<CodecParts> {
  const dist = join(folder, 'node_modules', 'node-av', 'dist', 'lib')
  const parts = ['codec', 'codec-context', 'packet', 'frame', 'log']
  const loaded = await Promise.all(parts.map((part) => import(join(dist, `${part}.js`)) as Promise<object>))
  return Object.assign({}, ...loaded) as CodecParts
}
