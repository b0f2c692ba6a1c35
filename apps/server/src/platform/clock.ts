/** The one clock of every rule. It follows the database's, so that two nodes and SQL agree; tests move both together. */
export interface Clock {
  now(): Date
  /** Measures the difference to the database's clock again. */
  sync(): Promise<void>
}

export function databaseClock(readNow: () => Promise<Date>): Clock {
  let offsetMs = 0
  return {
    now: () => new Date(Date.now() + offsetMs),
    async sync() {
      const before = Date.now()
      const theirs = await readNow()
      const offset = theirs.getTime() - (before + Date.now()) / 2
      // Under a fifth of a second it is the road, not the clock.
      offsetMs = Math.abs(offset) < 200 ? 0 : offset
    },
  }
}
