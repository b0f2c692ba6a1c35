import type { Counts } from './filters.tsx'

// The places of a slider of prices: free, then where each band ends. The last has no end.

type Bands = Counts['prices']
export const lastOf = (bands: Bands): number => bands.length

/** The price at a place, as the address has it; empty at the last. */
export const priceAt = (bands: Bands, at: number): string => (at === 0 ? '0' : String(bands[at - 1]?.upTo ?? ''))

/** The places between which prices lie: the nearest that leave none of them out. */
export function indexesOf(bands: Bands, { priceFrom, priceTo }: { priceFrom: string; priceTo: string }) {
  const last = lastOf(bands)
  const prices = [0, ...bands.slice(0, -1).map(({ upTo }) => upTo ?? 0)]
  const from = priceFrom ? prices.findLastIndex((price) => price <= Number(priceFrom)) : 0
  const found = priceTo ? prices.findIndex((price) => price >= Number(priceTo)) : -1
  const to = found === -1 ? last : found
  return [Math.min(from, to), to] as [number, number]
}
