import { heldMinutes } from '@fanlight/contract/limits'
import type { ShowRow } from './store.ts'

// What a show costs. Whole seconds, in hundredths of a token, rounded down.

export const secondsOf = (ms: bigint): number => Number(ms / 1_000n)
export const priceOf = (pricePerMinute: bigint, seconds: number): bigint => (pricePerMinute * BigInt(seconds)) / 60n
export const costOf = ({ pricePerMinute, countedMs }: Pick<ShowRow, 'pricePerMinute' | 'countedMs'>): bigint =>
  priceOf(pricePerMinute, secondsOf(countedMs))
/** What is held for the minutes to come; at first for all that are paid at least. */
export const holdOf = (pricePerMinute: bigint, minutesMin = 0): bigint =>
  pricePerMinute * BigInt(Math.max(heldMinutes, minutesMin))

/** How many more seconds so many tokens pay for, given what is used of them. */
export function secondsLeft({ pricePerMinute, countedMs, held, inWallet }: ShowRow): number {
  const seconds = secondsOf(countedMs)
  const paidFor = Number((((held ?? 0n) + inWallet) * 60n) / pricePerMinute)
  return Math.max(0, paidFor - seconds)
}
