// Times as a creator writes them: on the clock of their own zone.

/** What the zone's clock shows at an instant, as a date-time field writes it: '2026-11-21T18:30'. */
export function clockIn(zone: string, instant: string | Date): string {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
      .formatToParts(new Date(instant))
      .map(({ type, value }) => [type, value]),
  )
  return `${parts['year']}-${parts['month']}-${parts['day']}T${parts['hour']}:${parts['minute']}`
}

export interface Moment {
  instant: string
  /** The clock shows it once, never because it goes forward, or twice because it goes back. */
  comes: 'once' | 'never' | 'twice'
}
const dayMs = 24 * 60 * 60_000

/**
 * When the zone's clock shows this. A time that it skips is read with the clock from before, so that it comes as much later as the clock
 * went forward; of a time that it shows twice the first is meant.
 */
export function momentOf(zone: string, shown: string): Moment | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(shown)) return null
  const plain = Date.parse(`${shown}:00Z`)
  if (Number.isNaN(plain)) return null
  const offset = (at: number) => Date.parse(`${clockIn(zone, new Date(at))}:00Z`) - at
  // Clocks change once in two days at most: what they were the day before and will be the day after are all there can be.
  const before = plain - offset(plain - dayMs)
  const after = plain - offset(plain + dayMs)
  const shows = [...new Set([before, after])]
    .filter((at) => clockIn(zone, new Date(at)) === shown)
    .sort((a, b) => a - b)
  return {
    instant: new Date(shows[0] ?? before).toISOString(),
    comes: shows.length === 0 ? 'never' : shows.length === 1 ? 'once' : 'twice',
  }
}
export const instantOf = (zone: string, shown: string): string | null => momentOf(zone, shown)?.instant ?? null
