import { sequenceDistance } from './packet.ts'

/** What a receiver report says of a stream (RFC 3550 §6.4.1). */
export interface ReportBlock {
  /** Of 256, since the last report. */
  fractionLost: number
  /** In all, at most 24 bits. */
  lost: number
  /** With the number of wraps in its upper half. */
  highest: number
  /** Middle 32 bits of the publisher's last sender report, 0 before there is one. */
  lastReport: number
  /** Since that report, in 1/65536 of a second. */
  sinceReport: number
}

/** Counts what arrives of one stream. */
export class Reception {
  #first: number | undefined
  #highest = 0
  #received = 0
  #expectedBefore = 0
  #receivedBefore = 0
  #lastReport = 0
  #lastReportAt = 0

  arrived(sequence: number): void {
    this.#received++
    if (this.#first === undefined) this.#first = this.#highest = sequence
    else this.#highest += Math.max(0, sequenceDistance(sequence, this.#highest & 0xffff))
  }

  reported(lastReport: number, now: number): void {
    this.#lastReport = lastReport
    this.#lastReportAt = now
  }

  /** Undefined before anything has arrived. `now` in milliseconds. */
  block(now: number): ReportBlock | undefined {
    if (this.#first === undefined) return undefined
    const expected = this.#highest - this.#first + 1
    const newlyExpected = expected - this.#expectedBefore
    const newlyLost = Math.max(0, newlyExpected - (this.#received - this.#receivedBefore))
    this.#expectedBefore = expected
    this.#receivedBefore = this.#received
    return {
      fractionLost: newlyExpected > 0 ? Math.min(255, Math.floor((newlyLost * 256) / newlyExpected)) : 0,
      lost: Math.min(0x7fffff, Math.max(0, expected - this.#received)),
      highest: this.#highest >>> 0,
      lastReport: this.#lastReport,
      sinceReport: this.#lastReport === 0 ? 0 : Math.round((now - this.#lastReportAt) * 65.536) >>> 0,
    }
  }
}
