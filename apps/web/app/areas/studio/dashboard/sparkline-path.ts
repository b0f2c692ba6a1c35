const round = (n: number): number => Math.round(n * 10) / 10

/**
 * A line from left to right over a square of 100, from `floor`, or the least where that is less, at its foot to the most at its top;
 * null where all values are equal.
 */
export function sparklineOf(values: readonly number[], floor: number): string | null {
  const most = Math.max(...values)
  const least = Math.min(...values)
  if (values.length < 2 || most === least) return null
  const foot = Math.min(floor, least)
  const step = 100 / (values.length - 1)
  const points = values.map((value, at) => `${round(at * step)} ${round(100 - (100 * (value - foot)) / (most - foot))}`)
  return `M${points.join('L')}`
}
