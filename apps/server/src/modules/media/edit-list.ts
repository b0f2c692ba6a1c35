import { open } from 'node:fs/promises'
import { join } from 'node:path'

// What an MP4 or MOV says of how its tracks are to be played: an edit list trims a track without encoding it again, or lets it begin later. The
// parts that it leaves out are still in the file.

/** Seconds. */
export interface Edits {
  /** Whether the tracks are played in any other way than from their beginning to their end. */
  isTrimmed: boolean
  /** The file ends before what it says that it holds. */
  isCut: boolean
}

/** Larger tables of contents are not read: such a file counts as trimmed. */
const tableBytesMax = 64 * 2 ** 20
const boxesMax = 10_000
/** Encoders of audio begin and end with less than this that is not to be played; images have rounding alone. */
const toleranceSeconds = { soun: 0.25, vide: 0.04 }

/** Reads the edit lists of `source` in a job's folder. A file of another kind has none; one that can't be read counts as trimmed. */
export async function readEdits(folder: string, reader: string): Promise<Edits> {
  if (reader !== 'mov') return { isTrimmed: false, isCut: false }
  const file = await open(join(folder, 'source'), 'r')
  try {
    const { size } = await file.stat()
    const head = Buffer.alloc(16)
    const found: Edits = { isTrimmed: true, isCut: false }
    for (let at = 0, boxes = 0; at + 8 <= size && boxes < boxesMax; boxes++) {
      const { bytesRead } = await file.read(head, 0, 16, at)
      const { type, length, headLength } = boxAt(head.subarray(0, bytesRead), 0, size - at)
      found.isCut ||= at + length > size
      if (type === 'moov' && length <= tableBytesMax && at + length <= size) {
        const table = Buffer.alloc(length - headLength)
        await file.read(table, 0, table.length, at + headLength)
        found.isTrimmed = isTrimmed(table)
      }
      at += length
    }
    return found
  } finally {
    await file.close()
  }
}

interface Box {
  type: string
  length: number
  headLength: number
}
function boxAt(bytes: Buffer, at: number, rest: number): Box {
  if (bytes.length < at + 8) return { type: '', length: Math.max(8, rest), headLength: 8 }
  const short = bytes.readUInt32BE(at)
  const type = bytes.toString('latin1', at + 4, at + 8)
  if (short === 1 && bytes.length >= at + 16)
    return { type, length: Math.max(16, Number(bytes.readBigUInt64BE(at + 8))), headLength: 16 }
  return { type, length: short === 0 ? rest : Math.max(8, short), headLength: 8 }
}
/** The contents of the boxes of one type, directly below. */
function children(bytes: Buffer, wanted: string): Buffer[] {
  const found: Buffer[] = []
  for (let at = 0; at + 8 <= bytes.length; ) {
    const { type, length, headLength } = boxAt(bytes, at, bytes.length - at)
    if (type === wanted) found.push(bytes.subarray(at + headLength, Math.min(bytes.length, at + length)))
    at += length
  }
  return found
}
const below = (bytes: Buffer, ...path: string[]): Buffer | undefined =>
  path.reduce<Buffer | undefined>((inside, type) => inside && children(inside, type)[0], bytes)

/** Time scale and duration of a header box, whose version says how wide its numbers are. */
function scaleOf(header: Buffer): { scale: number; duration: number } {
  const isWide = header.readUInt8(0) === 1
  return {
    scale: header.readUInt32BE(isWide ? 20 : 12),
    duration: isWide ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16),
  }
}

interface Edit {
  /** In the time scale of the file; zero is the rest of the track. */
  duration: number
  /** In that of the track; minus one is nothing. */
  from: number
  rate: number
}
function editsOf(list: Buffer): Edit[] {
  const isWide = list.readUInt8(0) === 1
  const width = isWide ? 20 : 12
  return Array.from({ length: Math.min(list.readUInt32BE(4), boxesMax) }, (_, n) => {
    const at = 8 + n * width
    return isWide
      ? {
          duration: Number(list.readBigUInt64BE(at)),
          from: Number(list.readBigInt64BE(at + 8)),
          rate: list.readInt32BE(at + 16) / 65536,
        }
      : { duration: list.readUInt32BE(at), from: list.readInt32BE(at + 4), rate: list.readInt32BE(at + 8) / 65536 }
  })
}

/** When the first image is shown, in the time scale of its track: images that come out of order are delayed by a few. */
function firstShownAt(track: Buffer): number {
  const delays = below(track, 'mdia', 'minf', 'stbl', 'ctts')
  return delays && delays.length >= 16 ? Math.max(0, delays.readInt32BE(12)) : 0
}

function isTrimmed(table: Buffer): boolean {
  try {
    const whole = scaleOf(below(table, 'mvhd')!)
    return children(table, 'trak').some((track) => {
      const kind = below(track, 'mdia', 'hdlr')?.toString('latin1', 8, 12)
      const list = below(track, 'edts', 'elst')
      if (!list || (kind !== 'vide' && kind !== 'soun')) return false
      const own = scaleOf(below(track, 'mdia', 'mdhd')!)
      const [edit, ...others] = editsOf(list).filter(({ from }) => from >= 0)
      if (!edit || others.length > 0 || edit.rate !== 1) return true
      const from = edit.from / own.scale
      const lasts = own.duration / own.scale - from
      const tolerance = toleranceSeconds[kind]
      const lead = firstShownAt(track) / own.scale
      return from > lead + tolerance || (edit.duration > 0 && lasts - edit.duration / whole.scale > tolerance)
    })
  } catch {
    // A table that ends in the middle of a number.
    return true
  }
}
