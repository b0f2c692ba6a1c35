import { z } from 'zod'
import { says } from './field-errors.ts'

// spec: table.query, table.sort-default

// Fields that several calls share. Text is trimmed, bounded and free of control characters everywhere.

const controls =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

// What draws nothing, whether Unicode calls it a space, a format character or, as the Hangul fillers, the Braille blank and the null
// notehead, a letter or a symbol. The Arabic signs that are format characters too are seen, and not in it.
const invisible = /^[\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{1d159}]*$/u
/** Whether nobody would see anything of this text. Text with such characters between others, as in Persian or in emoji, is not blank. */
export const isBlank = (value: string): boolean => invisible.test(value)

/**
 * Text a person wrote: trimmed, between `min` and `max` characters, no control or direction-override characters. Blank text is empty:
 * refused where text is required.
 */
export const text = (min: number, max: number) =>
  z
    .string()
    .trim()
    .overwrite((value) => (isBlank(value) ? '' : value))
    .min(min)
    .max(max)
    .refine((value) => !controls.test(value), says('SIGNS'))

/** Text of one line: names, titles, subjects. */
export const line = (min: number, max: number) =>
  text(min, max).refine((value) => !/[\r\n\t\u2028\u2029]/.test(value), says('ONE_LINE'))

export const id = z.uuid()
/** RFC 5321 allows 64 characters before the @. */
export const email = z
  .email()
  .max(254)
  .refine((value) => value.lastIndexOf('@') <= 64, says('EMAIL_SHAPE'))
  .toLowerCase()
/** A password as typed; the real rules (10 or more, not breached) are the server's, so that log-in accepts older ones. */
export const password = z.string().min(1).max(200)
export const username = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_.]{3,30}$/, says('USERNAME_SHAPE'))
  .toLowerCase()
export const isUrl = (value: string): boolean => /^https?:\/\//i.test(value)
// spec: url.rule
/** A URL that is not misleading: no user name before the host, and no characters that browsers remove or read as others. */
export function isWebAddress(value: string): boolean {
  if (!isUrl(value) || misread.test(value) || controls.test(value)) return false
  const url = URL.parse(value)
  return url !== null && !/^[^/?#]*@/.test(value.slice(value.indexOf('//') + 2)) && url.hostname !== ''
}
const misread = /[\s\\<>"`\u00ad\u061c\u200b-\u200f\u2060\ufeff]/
/** A string is a URL if it begins with http or https; ours must also be plain. Non-ASCII characters in its host become Punycode. */
export const link = z
  .string()
  .trim()
  .max(2048)
  .refine(isWebAddress, says('LINK_SHAPE'))
  .transform((value) => (/^[!-~]+$/.test(value) ? value : new URL(value).href))
export const instant = z.iso.datetime({ offset: true })
/** A language tag, such as `en-US`. */
export const locale = z
  .string()
  .max(20)
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, says('LOCALE_SHAPE'))

/** An IANA name such as `Europe/Lisbon`. */
export const timezone = z.string().max(64).refine(isTimezone, says('TIMEZONE_UNKNOWN'))
function isTimezone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
    return value.length > 0
  } catch {
    return false
  }
}

/** Tokens or currency on the wire: a JSON number with at most two decimals, from 0.01 up. On the server: whole hundredths. */
export const hundredthsMax = 1_000_000_000_00
const decimals = 'An amount with at most two decimals.'
export const amount = z
  .any()
  .refine(
    (value) => typeof value === 'number' && Number.isFinite(value) && /^\d+(\.\d{1,2})?$/.test(String(value)),
    says('AMOUNT_SHAPE'),
  )
  .refine((value) => typeof value !== 'number' || value * 100 <= hundredthsMax, says('AMOUNT_TOO_LARGE'))
  .transform((value) => value as number)
  .meta({ type: 'number', minimum: 0, maximum: hundredthsMax / 100, description: decimals })
/** An amount as a reply carries it. */
export const tokens = z.number().meta({ description: decimals })

/** Reads an amount's decimal digits into whole hundredths; never multiplies a float. */
export function toHundredths(value: number): bigint {
  const [whole = '0', fraction = ''] = String(value).split('.')
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0').slice(0, 2))
}
/** Hundredths to the JSON number that replies carry. Exact up to 2^53 hundredths. */
export const fromHundredths = (value: bigint): number => Number(value) / 100

/** Lists: `current` from 1, `pageSize` 1–100 (20), `sortBy` from an allow-list, `sort` (desc). `cursor` for endless scroll. */
export const listQuery = <const K extends string>(sortable: readonly [K, ...K[]] = ['updatedAt' as K]) => ({
  current: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
  sortBy: z.enum(sortable).default(sortable[0]),
  sort: z.enum(['asc', 'desc']).default('desc'),
  cursor: z.string().max(500).optional(),
})
/** A query-string flag: `true`, `false`, `1`, `0`. */
export const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1')

/** What a buyer was shown: the price, and the version of the terms beside it (`terms`). Both may be left out; our pages send both. */
export const shownOffer = { expectedPrice: amount.optional(), expectedTerms: z.string().max(40).optional() }
