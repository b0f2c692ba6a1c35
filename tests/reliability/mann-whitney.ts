/** How often a number of the first row is the larger of two, ties counting half: 0.5 where the rows can't be told apart, 0 or 1 where they can. */
export function areaUnderCurve(first: readonly number[], second: readonly number[]): number {
  let wins = 0
  for (const one of first) for (const other of second) wins += one > other ? 1 : one === other ? 0.5 : 0
  return wins / (first.length * second.length)
}
export const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!
