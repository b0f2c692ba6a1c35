import type { FastifyReply } from 'fastify'
import { refuse } from './refusal.ts'

const keysMax = 100_000

/**
 * Counts calls by key in windows that begin with a key's first call. In the memory of one process: with several of them behind one
 * address a limit is that of each. What must hold across processes (guesses at passwords) is counted in the database.
 */
export class Limiter {
  readonly #windows = new Map<string, { count: number; until: number }>()
  readonly #max: number
  readonly #windowMs: number
  constructor(max: number, windowMs: number) {
    this.#max = max
    this.#windowMs = windowMs
  }

  /** Counts one call. Too many are refused, with the seconds to wait. */
  admit(key: string, reply: FastifyReply, nowMs = performance.now()): void {
    const waitMs = this.count(key, nowMs)
    if (waitMs === 0) return
    reply.header('retry-after', String(Math.ceil(waitMs / 1000)))
    refuse('TOO_MANY_REQUESTS')
  }

  /** Milliseconds until this key may call again; 0 where it may now. */
  count(key: string, nowMs: number): number {
    const open = this.#windows.get(key)
    if (open && open.until > nowMs) return ++open.count > this.#max ? open.until - nowMs : 0
    this.#windows.delete(key)
    this.#windows.set(key, { count: 1, until: nowMs + this.#windowMs })
    if (this.#windows.size > keysMax) this.#dropOldest()
    return this.#max < 1 ? this.#windowMs : 0
  }

  // A map keeps the order in which windows began, and all are of one length: the first ones end first.
  #dropOldest(): void {
    let left = keysMax / 10
    for (const key of this.#windows.keys()) {
      if (left-- === 0) return
      this.#windows.delete(key)
    }
  }
}
