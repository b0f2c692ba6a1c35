/** '1:04:09' and '4:32' in seconds, as `clock` writes them; null where it is no time. */
export function readClock(text: string): number | null {
  const match = /^\s*(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2})\s*$/.exec(text)
  if (!match) return null
  const [hours, minutes, seconds] = [match[1] ?? '0', match[2]!, match[3]!].map(Number) as [number, number, number]
  return seconds > 59 || (match[1] && minutes > 59) ? null : hours * 3_600 + minutes * 60 + seconds
}
