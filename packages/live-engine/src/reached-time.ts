/** Reports come about every second. Between two that are further apart nothing says when it stood still. */
const gapMaxMs = 2_500

/**
 * For how long video has reached each viewer, by the reports that say that more of it has arrived. Of two devices of one person, the same moment counts
 * once. What came after the last report is not known yet, so it is never more than there was.
 */
export class ReachedTime {
  readonly #ms = new Map<string, { ms: number; until: number }>()
  readonly #reports = new Map<string, number>()

  /** `now` in milliseconds of a clock that only goes forward. */
  arrived(user: string, session: string, now: number): void {
    const before = this.#reports.get(session)
    this.#reports.set(session, now)
    const known = this.#ms.get(user) ?? { ms: 0, until: -Infinity }
    if (before !== undefined && now - before <= gapMaxMs) {
      known.ms += Math.max(0, now - Math.max(before, known.until))
      known.until = Math.max(known.until, now)
    }
    this.#ms.set(user, known)
  }

  left(session: string): void {
    this.#reports.delete(session)
  }

  all(): { user: string; ms: number }[] {
    return [...this.#ms].map(([user, { ms }]) => ({ user, ms: Math.floor(ms) }))
  }
}
