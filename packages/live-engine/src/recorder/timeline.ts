import { sinceOf } from './reorder.ts'

/** Timestamps of RTP, which begin anywhere and wrap after half a day, as seconds that go on. */
export class Timeline {
  readonly #clock: number
  #last: number
  #seconds: number

  /** The timestamp `first` is `at` seconds. */
  constructor(clock: number, first: number, at: number) {
    this.#clock = clock
    this.#last = first
    this.#seconds = at
  }

  seconds(timestamp: number): number {
    this.#seconds += sinceOf(timestamp, this.#last) / this.#clock
    this.#last = timestamp
    return this.#seconds
  }
}
