import { join } from 'node:path'

// The part of the fallback library that we use. It is not among the packages that every installation gets, so its types are missing.

export interface Ratio {
  num: number
  den: number
}
interface Parameters {
  codecType: number
  codecId: number
  profile: number
  format: number
  width: number
  height: number
  bitRate: bigint
  colorTrc: number
  getCodedSideData(type: number): Buffer | null
}
export interface Stream {
  index: number
  codecpar: Parameters
  timeBase: Ratio
  disposition: number
  /** Zero where the file doesn't say. */
  nbFrames: bigint
  /** In the time base; the least number there is where it is not known. */
  startTime: bigint
  duration: bigint
  sampleAspectRatio: Ratio
  avgFrameRate: Ratio
  rFrameRate: Ratio
}
export interface Packet {
  streamIndex: number
  pts: bigint | null
  duration: bigint
  clone(): Packet | null
  free(): void
}
export interface Frame {
  pts: bigint | null
  timeBase: Ratio
  free(): void
}
export interface Demuxer {
  streams: Stream[]
  /** In seconds; zero or less if the file does not specify it. */
  duration: number
  /** In seconds. */
  startTime: number
  /** In thousands of bits a second. */
  bitRate: number
  packets(): AsyncGenerator<Packet | null>
  seek(seconds: number, stream: number, flags: number): Promise<number>
  close(): Promise<void>
}
export interface Decoder {
  decodeAllSync(packet: Packet | null): Frame[]
  close(): void
}
export interface Filter {
  processAllSync(frame: Frame): Frame[]
  flushSync(): void
  receiveSync(): Frame | symbol | number | null
  close(): void
}
export interface Encoder {
  encodeAllSync(frame: Frame | null): Packet[]
  close(): void
}
export interface Muxer {
  addStream(encoder: Encoder): number
  addStream(stream: Stream): number
  writePacket(packet: Packet, index: number): Promise<void>
  close(): Promise<void>
}
interface Codecs {
  Demuxer: { open(path: string, options: object): Promise<Demuxer> }
  Decoder: { create(stream: Stream, options?: object): Promise<Decoder> }
  FilterAPI: { create(description: string, options?: object): Filter }
  Encoder: {
    create(name: string, options?: object): Promise<Encoder>
    encodeOne(name: string, frame: Frame, options?: object): Promise<Buffer>
  }
  Muxer: { open(path: string, options?: object): Promise<Muxer> }
  avGetCodecName(id: number): string | null
  avGetPixFmtName(format: number): string | null
  Log: { setLevel(level: number): void }
}

/** Loads what is needed and nothing of the library's network parts. */
export async function loadLibrary(folder: string): Promise<Codecs> {
  const dist = join(folder, 'node_modules', 'node-av', 'dist')
  const parts = ['api/demuxer', 'api/decoder', 'api/filter', 'api/encoder', 'api/muxer', 'lib/utilities', 'lib/log']
  const loaded = await Promise.all(parts.map((part) => import(join(dist, `${part}.js`)) as Promise<object>))
  return Object.assign({}, ...loaded) as Codecs
}
