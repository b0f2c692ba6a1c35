/** A publisher's browser may send the same picture in two sizes (RFC 8853); who sends one sends the full one. Their names in offers. */
export const layers = ['small', 'full'] as const
export type Layer = (typeof layers)[number]

/** Of 256: a tenth of the packets. */
const lostMuch = 26
/** So many reports in a row that say so, each about a second after the one before. */
const reportsMax = 3
/** When the full size is tried again, and at most. */
const restMs = { least: 10_000, most: 120_000 }
/** A try that ends within this time is one that failed. */
const triedMs = 15_000

/** Which of the two sizes one viewer is sent: the full one, unless their line or the publisher's is too narrow for it. */
export class LayerChoice {
  #current: Layer = 'full'
  #wanted: Layer = 'full'
  #badReports = 0
  #triedAt = -Infinity
  #tryAt = -Infinity
  #restMs = restMs.least

  /** What to ask the publisher a keyframe of. */
  get wanted(): Layer {
    return this.#wanted
  }
  /** The other size begins with its next keyframe. */
  get isChanging(): boolean {
    return this.#wanted !== this.#current
  }

  /** Whether a packet of this size is sent. Begins with the size that is wanted at a keyframe. */
  takes(layer: Layer, isKeyframe: boolean): boolean {
    if (layer === this.#wanted && isKeyframe) this.#current = layer
    return layer === this.#current
  }

  /** The viewer is sent more than their line carries. Each try of the full size that fails makes the wait for the next one twice as long. */
  tooMuch(now: number): void {
    this.#badReports = 0
    if (this.#wanted === 'small') return
    const hasFailed = now - this.#triedAt < triedMs
    this.#restMs = hasFailed ? Math.min(restMs.most, this.#restMs * 2) : restMs.least
    this.#wanted = 'small'
    this.#tryAt = now + this.#restMs
  }

  /** What a report of the viewer says was lost, of 256. */
  reported(fractionLost: number, now: number): void {
    this.#badReports = fractionLost >= lostMuch ? this.#badReports + 1 : 0
    if (this.#badReports >= reportsMax) this.tooMuch(now)
  }

  /** Twice a second: a size that doesn't come is not waited for, and the full one is tried again in time. */
  review(flows: Record<Layer, boolean>, now: number): void {
    const other: Layer = this.#wanted === 'full' ? 'small' : 'full'
    if (!flows[other]) return
    if (!flows[this.#wanted]) this.#wanted = other
    else if (other === 'full' && now >= this.#tryAt) {
      this.#wanted = 'full'
      this.#triedAt = now
    }
  }
}
