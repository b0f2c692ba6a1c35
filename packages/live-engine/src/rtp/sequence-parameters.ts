/** What an H264 stream is, by its sequence parameters. */
export interface Picture {
  /** As players name it, such as `avc1.42e01f` (RFC 6381). */
  codec: string
  width: number
  height: number
}

/** Profiles that say how their colours are sampled. */
const withChroma = new Set([44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244])

/** Reads sequence parameters (H.264 §7.3.2.1.1). Undefined where they are cut off or make no picture. */
export function readSps(unit: Buffer): Picture | undefined {
  if (unit.length < 5) return undefined
  const codec = `avc1.${unit.toString('hex', 1, 4)}`
  const bits = new Bits(withoutEscapes(unit.subarray(4)))
  bits.number() // Its id.
  let chroma = 1
  if (withChroma.has(unit[1]!)) {
    chroma = bits.number()
    if (chroma === 3) bits.read(1)
    bits.number()
    bits.number()
    bits.read(1)
    // Scaling matrices: no encoder of a browser or OBS sends any.
    if (bits.read(1) === 1) return undefined
  }
  bits.number()
  const order = bits.number()
  if (order === 0) bits.number()
  else if (order === 1) {
    bits.read(1)
    bits.number()
    bits.number()
    for (let left = Math.min(bits.number(), 255); left > 0; left--) bits.number()
  }
  bits.number()
  bits.read(1)
  const columns = bits.number() + 1
  const rows = bits.number() + 1
  const isFrames = bits.read(1) === 1
  if (!isFrames) bits.read(1)
  bits.read(1)
  const crop = { left: 0, right: 0, top: 0, bottom: 0 }
  if (bits.read(1) === 1) for (const side of ['left', 'right', 'top', 'bottom'] as const) crop[side] = bits.number()
  const acrossUnit = chroma === 0 || chroma === 3 ? 1 : 2
  const downUnit = (chroma === 1 ? 2 : 1) * (isFrames ? 1 : 2)
  const width = columns * 16 - (crop.left + crop.right) * acrossUnit
  const height = rows * 16 * (isFrames ? 1 : 2) - (crop.top + crop.bottom) * downUnit
  return bits.isCutOff || !isSide(width) || !isSide(height) ? undefined : { codec, width, height }
}

const isSide = (length: number) => length > 0 && length <= 8_192

/** A 3 after two zeros is there so that no unit looks like the beginning of another. */
function withoutEscapes(bytes: Buffer): Buffer {
  const kept = [...bytes].filter((byte, at) => !(byte === 3 && at >= 2 && bytes[at - 1] === 0 && bytes[at - 2] === 0))
  return Buffer.from(kept)
}

class Bits {
  readonly #bytes: Buffer
  #at = 0
  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isCutOff(): boolean {
    return this.#at > this.#bytes.length * 8
  }

  read(count: number): number {
    let value = 0
    for (; count > 0; count--, this.#at++)
      value = value * 2 + (((this.#bytes[this.#at >> 3] ?? 0) >> (7 - (this.#at & 7))) & 1)
    return value
  }

  /** Exp-Golomb (§9.1). */
  number(): number {
    let zeros = 0
    while (zeros < 31 && !this.isCutOff && this.read(1) === 0) zeros++
    return 2 ** zeros - 1 + this.read(zeros)
  }
}
