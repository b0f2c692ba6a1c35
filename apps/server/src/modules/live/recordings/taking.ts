import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { AacRemake } from '@fanlight/live-engine/recorder/aac/remake'
import type { OpenAac } from '@fanlight/live-engine/recorder/aac/encoder'
import type { Context } from '../../../platform/context.ts'
import { storageOf } from '../../../platform/files/storage.ts'
import { aacOf } from '../../media/live-audio/open-aac.ts'
import { codecsOf } from '../../media/processing/hls-segments.ts'
import { recordedFolder, writeList } from '../../media/recorded/recorded-files.ts'
import type { Segment } from '../../media/recorded/segment-list.ts'
import type { EngineRecording } from '../engine/port.ts'
import { encodeVp8, isVp8 } from './encoding.ts'
import { fileOf, type Piece, piecesOf } from './runs.ts'

/** What a recording has become in storage: one rendition of H264, with AAC where that can be had. */
export interface Taken {
  folder: string
  segments: Segment[]
  bytes: number
  sha256: Buffer
  width: number
  height: number
  bitsPerSecond: number
  codecs: string
}

/** Brings what these runs have into a folder of its own. Undefined where nothing was recorded. */
export async function takeSegments(
  ctx: Context,
  fileId: string,
  runs: readonly EngineRecording[],
): Promise<Taken | undefined> {
  const found = await piecesOf(ctx, runs)
  if (!found) return undefined
  const { pieces, ...size } = found
  const openAac = await aacOf(ctx.config)
  const isHeard = ({ init }: Piece) => init.includes('Opus') && !isVp8(init)
  const hasAll = pieces.filter(isHeard).every(({ segments }) => segments.every(({ aac }) => aac))
  const into = new Folder(ctx, recordedFolder(fileId, size))
  for (const piece of pieces)
    if (isVp8(piece.init)) await takeVp8(ctx, into, piece)
    else if (isHeard(piece) && (hasAll || openAac)) await takeAac(ctx, into, piece, openAac)
    else await takeAsItIs(ctx, into, piece)
  return { ...(await into.end()), ...size }
}

async function takeAsItIs(ctx: Context, into: Folder, { run, init, segments }: Piece): Promise<void> {
  into.breaks()
  await into.init(init)
  for (const { opus } of segments) await into.segment(await fileOf(ctx, run, opus.file), opus)
}

/** What has none yet gets it here, and has an initialisation of its own. */
async function takeAac(
  ctx: Context,
  into: Folder,
  { run, init, segments }: Piece,
  openAac: OpenAac | undefined,
): Promise<void> {
  into.breaks()
  let initNow = ''
  let remake: AacRemake | undefined
  const end = () => {
    remake?.close()
    remake = undefined
  }
  try {
    for (const [n, { opus, aac }] of segments.entries()) {
      if (aac) {
        end()
        if (initNow !== aac.init) await into.init(await fileOf(ctx, run, aac.init))
        initNow = aac.init
        await into.segment(await fileOf(ctx, run, aac.file), opus)
      } else if (openAac) {
        const isFirst = !remake
        remake ??= new AacRemake(openAac)
        const isLast = segments[n + 1]?.aac !== undefined || n === segments.length - 1
        const made = await remake.make(init, await fileOf(ctx, run, opus.file), isLast)
        if (isFirst) await into.init(made.init)
        initNow = ''
        await into.segment(made.media, opus)
      }
    }
  } finally {
    end()
  }
}

/** Its parts are cut anew, and follow each other from where the piece began. */
async function takeVp8(ctx: Context, into: Folder, piece: Piece): Promise<void> {
  into.breaks()
  let at = piece.segments[0]!.opus.at
  await encodeVp8(ctx, piece, {
    init: (body) => into.init(body),
    async part(body, seconds) {
      await into.segment(body, { at, seconds })
      at += seconds * 1000
    },
  })
}

/** Files of a recording as they come into storage. The list is written last. */
class Folder {
  readonly #ctx: Context
  readonly #key: string
  readonly #hash = createHash('sha256')
  readonly #segments: Segment[] = []
  #bytes = 0
  #bitsPerSecond = 1
  #codecs = ''
  #inits = 0
  #isBreak = true

  constructor(ctx: Context, key: string) {
    this.#ctx = ctx
    this.#key = key
  }

  /** What comes next does not go on from what was. */
  breaks(): void {
    this.#isBreak = true
  }

  async init(body: Buffer): Promise<void> {
    this.#codecs ||= codecsOf(body)
    await this.#put(body, `init-${++this.#inits}.mp4`)
  }

  async segment(body: Buffer, { at, seconds }: Pick<Segment, 'at' | 'seconds'>): Promise<void> {
    const file = `s${String(this.#segments.length).padStart(5, '0')}.m4s`
    await this.#put(body, file)
    this.#bitsPerSecond = Math.max(this.#bitsPerSecond, Math.ceil((body.length * 8) / seconds))
    this.#segments.push({ file, at, seconds, init: `init-${this.#inits}.mp4`, isBreak: this.#isBreak })
    this.#isBreak = false
  }

  async end(): Promise<Omit<Taken, 'width' | 'height'>> {
    await writeList(this.#ctx, this.#key, this.#segments)
    return {
      folder: this.#key,
      segments: this.#segments,
      bytes: this.#bytes,
      sha256: this.#hash.digest(),
      bitsPerSecond: this.#bitsPerSecond,
      codecs: this.#codecs,
    }
  }

  async #put(body: Buffer, name: string): Promise<void> {
    this.#hash.update(body)
    this.#bytes += body.length
    await storageOf(this.#ctx.config).put(`${this.#key}/${name}`, Readable.from([body]), { bytesMax: body.length })
  }
}
