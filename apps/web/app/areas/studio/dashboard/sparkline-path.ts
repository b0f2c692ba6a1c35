const round = (n: number): number => Math.round(n * 10) / 10

/** A line from left to right over a square of 100, from `floor` at its foot to the most at its top; null where all values are equal. */
export function sparklineOf(values: readonly number[], floor: number): string | null {
  const most = Math.max(...values)
  if (values.length < 2 || most === Math.min(...values)) return null
  const step = 100 / (values.length - 1)
  const points = values.map(
    (value, at) => `${round(at * step)} ${round(100 - (100 * (value - floor)) / (most - floor))}`,
  )
  return `M${points.join('L')}`
}
