import { type LimiterName, limiters } from '@fanlight/contract/limiters'
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'

const keysMax = 100_000

/**
 * Counts calls by key in windows that begin with a key's first call. The counters are in the memory of one process: with several
 * processes behind one address, each applies the limit separately. What must hold across processes (login attempts) is counted in
 * the database.
 */
export class Limiter {
  readonly #windows = new Map<string, { count: number; until: number }>()
  readonly #max: number
  readonly #windowMs: number
  constructor(max: number, windowMs: number) {
    this.#max = max
    this.#windowMs = windowMs
  }

  /** Counts one call. Calls above the limit are rejected, with the number of seconds to wait. */
  admit(key: string, nowMs = performance.now()): void {
    const waitMs = this.count(key, nowMs)
    if (waitMs === 0) return
    const retryAfter = Math.ceil(waitMs / 1000)
    throw new Refusal('TOO_MANY_REQUESTS', { retryAfter }, undefined, retryAfter)
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

const limitersByContext = new WeakMap<Context, Record<LimiterName, Limiter>>()

/** One set a context: calls of a page count like any other. */
function limitersOf(ctx: Context): Record<LimiterName, Limiter> {
  const known = limitersByContext.get(ctx)
  if (known) return known
  const opened = Object.entries(limiters).map(([name, { max, seconds }]) => [
    name,
    new Limiter(Math.ceil(max * ctx.config.rateLimitFactor), seconds * 1000),
  ])
  const made = Object.fromEntries(opened) as Record<LimiterName, Limiter>
  limitersByContext.set(ctx, made)
  return made
}

/** Counts one request against a limiter of the contract. */
export const countRequest = (ctx: Context, name: LimiterName, key: string): void => limitersOf(ctx)[name].admit(key)
