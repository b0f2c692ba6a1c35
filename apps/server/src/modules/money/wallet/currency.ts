import { toHundredths } from '@fanlight/contract/fields'
import { refuseRule } from '../../../platform/refusal.ts'

// Between an amount on the wire, minor units of the site currency and hundredths of a token: whole numbers all the way.

const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** 9.99 dollars are 999 cents; 500 yen are 500 yen, and half a yen is refused. */
export function toMinor(value: number, currency: string, field = 'amount'): bigint {
  const digits = digitsOf(currency)
  const hundredths = toHundredths(value)
  if (digits >= 2) return hundredths * 10n ** BigInt(digits - 2)
  const unit = 10n ** BigInt(2 - digits)
  if (hundredths % unit !== 0n) refuseRule(field, 'CURRENCY_COINS')
  return hundredths / unit
}
export const fromMinor = (minor: bigint, currency: string): number => Number(minor) / 10 ** digitsOf(currency)

/** Of currencies whose half unit is not about half a dollar or euro: the least that Stripe takes, or about that where it converts. */
const leastByCard: Readonly<Record<string, bigint>> = {
  AED: 200n,
  BGN: 100n,
  CZK: 1_500n,
  DKK: 250n,
  GBP: 30n,
  HKD: 400n,
  HUF: 17_500n,
  JPY: 50n,
  KRW: 800n,
  MXN: 1_000n,
  MYR: 200n,
  NOK: 300n,
  PLN: 200n,
  RON: 200n,
  SEK: 300n,
  THB: 2_000n,
  TWD: 2_000n,
}
/** The least that can be paid by card, in minor units. */
export const leastByCardOf = (currency: string): bigint =>
  leastByCard[currency] ?? (10n ** BigInt(digitsOf(currency)) + 1n) / 2n

/** Millionths of the currency's unit per token. The setting is the only float, and it is read once. */
export const microOf = (tokenValue: number): bigint => BigInt(Math.round(tokenValue * 1e6))

/** What a currency price costs from the wallet: rounded up to a hundredth of a token. */
export function tokensForPrice(minor: bigint, currency: string, tokenValue: number): bigint {
  const [numerator, denominator] = exchange(minor, currency, tokenValue)
  return (numerator + denominator - 1n) / denominator
}
/** What an amount of currency buys: rounded down. */
export function tokensForMoney(minor: bigint, currency: string, tokenValue: number): bigint {
  const [numerator, denominator] = exchange(minor, currency, tokenValue)
  return numerator / denominator
}

const exchange = (minor: bigint, currency: string, tokenValue: number): [bigint, bigint] => [
  minor * 100n * 1_000_000n,
  10n ** BigInt(digitsOf(currency)) * microOf(tokenValue),
]
/** What tokens are worth, rounded down. `worth` is hundredths of a token times millionths of the currency's unit. */
export const moneyForTokens = (worth: bigint, currency: string): bigint =>
  (worth * 10n ** BigInt(digitsOf(currency))) / (100n * 1_000_000n)
