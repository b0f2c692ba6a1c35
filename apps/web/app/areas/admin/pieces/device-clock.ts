// Times as the browser's field for times has them, on this device's clock.

export const instantOf = (clock: string): string | null => (clock ? new Date(clock).toISOString() : null)

export function clockOf(instant: string): string {
  const at = new Date(instant)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
