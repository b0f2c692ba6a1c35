// A list counts its rows up to a limit. A total below it is exact; above it the answer says so.

/** How far a list counts, and how deep the lists of creators are read. */
export const countMax = 1_000

/** `total` of a list of which one row more than `most` was counted at most. */
export const totalOf = (counted: number, most: number = countMax): { total: number; totalIsAtLeast?: true } => ({
  total: Math.min(counted, most),
  ...(counted > most && { totalIsAtLeast: true as const }),
})
/** The same as JSON fields. */
export const totalText = (counted: number): string => JSON.stringify(totalOf(counted)).slice(1, -1)
