/** How often a number of the first row is larger than one of the second, ties as half: 0.5 if indistinguishable, 0 or 1 if apart. */
export function areaUnderCurve(first: readonly number[], second: readonly number[]): number {
  let wins = 0
  for (const left of first) for (const right of second) wins += left > right ? 1 : left === right ? 0.5 : 0
  return wins / (first.length * second.length)
}
export const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!
