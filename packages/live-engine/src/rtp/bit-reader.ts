const zerosMax = 31

/** Reads the bits of a unit of H.264, leaving out what only keeps its bytes from looking like a start code (§7.4.1). */
export class BitReader {
  readonly #bytes: Buffer
  #at = 0
  /** More was read than is there: nothing that was read since counts. */
  isOver = false

  constructor(escaped: Buffer) {
    const isEscape = (at: number) => at >= 2 && escaped[at] === 3 && escaped[at - 1] === 0 && escaped[at - 2] === 0
    this.#bytes = Buffer.from(escaped.filter((_, at) => !isEscape(at)))
  }

  read(count: number): number {
    let value = 0
    for (let left = count; left > 0; left--) {
      const byte = this.#bytes[this.#at >> 3]
      if (byte === undefined) this.isOver = true
      value = value * 2 + (((byte ?? 0) >> (7 - (this.#at++ & 7))) & 1)
    }
    return value
  }

  /** An unsigned Exp-Golomb code (§9.1). */
  exponential(): number {
    let zeros = 0
    while (zeros <= zerosMax && !this.isOver && this.read(1) === 0) zeros++
    if (zeros > zerosMax) this.isOver = true
    return this.isOver ? 0 : 2 ** zeros - 1 + this.read(zeros)
  }
}
