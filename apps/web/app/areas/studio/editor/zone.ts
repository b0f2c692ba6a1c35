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

/** The instant when the zone's clock shows this. An hour that the clock skips is read as the one after it. */
export function instantOf(zone: string, shown: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(shown)) return null
  const plain = Date.parse(`${shown}:00Z`)
  if (Number.isNaN(plain)) return null
  const offset = (at: number) => Date.parse(`${clockIn(zone, new Date(at))}:00Z`) - at
  // Twice: the first guess may lie on the other side of a change of clocks.
  const guess = plain - offset(plain)
  return new Date(plain - offset(guess)).toISOString()
}
