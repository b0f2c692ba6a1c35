import type { Reply } from '../../../api/contract.ts'

export type TokenPackage = Pick<
  Reply<'GET /package/token/search'>['data'][number],
  '_id' | 'tokens' | 'bonus' | 'price'
>
/** One way to add the missing tokens by card. */
export interface Offer {
  /** Of the choice: the package, or `exact`. */
  id: string
  packageId?: string
  /** In the site's currency. */
  price: number
  /** All that come, with the free ones. */
  tokens: number
  bonus: number
  /** Tokens that are left of them after the purchase. */
  stays: number
}
interface Wanted {
  missing: number
  packages: readonly TokenPackage[]
  tokenValue: number
  currency: string
  /** The least and the most that a card pays at once, in the site's currency. */
  least: number
  most: number
}

/**
 * What is missing to the cent, or the least amount that a card pays; and beside it the cheapest package that is enough and adds free tokens.
 * Empty where one payment can't add so many. In whole numbers, as the server counts.
 */
export function offersFor({ missing, packages, tokenValue, currency, least, most }: Wanted): Offer[] {
  const digits =
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  const whole = 10n ** BigInt(digits)
  const micro = BigInt(Math.round(tokenValue * 1e6))
  // An amount is sent with two digits at most.
  const unit = digits > 2 ? 10n ** BigInt(digits - 2) : 1n
  const up = (value: bigint, by: bigint) => (value + by - 1n) / by
  const minorOf = (amount: number) => BigInt(Math.round(amount * Number(whole)))
  const exactMinor = up(up(hundredths(missing) * micro * whole, 100_000_000n), unit) * unit
  const leastMinor = up(minorOf(least), unit) * unit
  const minor = exactMinor > leastMinor ? exactMinor : leastMinor
  const tokens = Number((minor * 100_000_000n) / (whole * micro)) / 100
  const price = Number(minor) / Number(whole)
  const exact: Offer[] =
    minor <= minorOf(most) ? [{ id: 'exact', price, tokens, bonus: 0, stays: less(tokens, missing) }] : []
  const [pack] = packages
    .filter((entry) => entry.bonus > 0 && more(entry) >= missing && (exact.length === 0 || entry.price > price))
    .sort((one, other) => one.price - other.price)
  if (!pack) return exact
  const all = more(pack)
  return [
    ...exact,
    { id: pack._id, packageId: pack._id, price: pack.price, tokens: all, bonus: pack.bonus, stays: less(all, missing) },
  ]
}

const hundredths = (tokens: number): bigint => BigInt(Math.round(tokens * 100))
const less = (one: number, other: number): number => Number(hundredths(one) - hundredths(other)) / 100
const more = ({ tokens, bonus }: TokenPackage): number => Number(hundredths(tokens) + hundredths(bonus)) / 100
