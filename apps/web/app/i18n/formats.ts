import { directionOf, forIntl } from '@fanlight/contract/locales'

export interface Formats {
  number(value: number): string
  /** 48.2K, for counts in narrow layouts. */
  compact(value: number): string
  /** Up to two decimals, never rounded for looks. */
  tokens(value: number): string
  money(value: number, currency?: string): string
  percent(share: number): string
  /** An instant's date on the reader's clock; a plain date such as a birthday is the same everywhere. */
  date(instant: string | Date): string
  /** A day that was counted in UTC, such as a column of a chart. */
  day(instant: string): string
  /** The same without its year: of the near future or past. */
  shortDay(instant: string): string
  /** The same with the day of the week, on the reader's clock. */
  nearDate(instant: string): string
  /** The day of the week, short. */
  weekday(instant: string): string
  dayOfMonth(instant: string): string
  /** On the reader's clock, or on that of a zone. */
  dateTime(instant: string | Date, zone?: string): string
  time(instant: string | Date): string
  /** '2 h', 'yesterday': how long ago, short. */
  ago(instant: string | Date, now?: Date): string
  bytes(count: number): string
  seconds(count: number): string
  /** '3 days', written out. */
  days(count: number): string
  /** A list without an 'and': 'English, Portuguese'. Empty items are left out; an item's direction does not affect the comma. */
  list(items: readonly (string | null | undefined)[]): string
  /** 'pt' as 'Portuguese', 'PT' as 'Portugal'; a code that is none stays as it is. */
  language(code: string): string
  region(code: string): string
}

const made = new Map<string, Formats>()

/** The formatters of one locale and one clock; they are dear to make, so each is made once. */
export function formats(spoken: string, home = 'UTC'): Formats {
  const locale = forIntl(spoken)
  const known = made.get(`${locale} ${home}`)
  if (known) return known
  const number = new Intl.NumberFormat(locale)
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  const tokens = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: home })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const shortDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const nearDate = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: home })
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: home })
  const dayOfMonth = new Intl.DateTimeFormat(locale, { day: 'numeric', timeZone: home })
  const clocks = new Map<string, Intl.DateTimeFormat>()
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: home })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'narrow' })
  const currencies = new Map<string, (value: number) => string>()
  const units = new Map<string, Intl.NumberFormat>()
  const unit = (name: string, value: number) => {
    const maximumFractionDigits = value < 10 && name !== 'second' ? 1 : 0
    return cached(
      units,
      `${name}.${maximumFractionDigits}`,
      () =>
        new Intl.NumberFormat(locale, {
          style: 'unit',
          unit: name,
          // In short, English has no plural: “21 byte”.
          unitDisplay: name === 'byte' ? 'long' : 'short',
          maximumFractionDigits,
        }),
    ).format(value)
  }
  const days = new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  const comma = commas[spoken.split('-')[0] ?? ''] ?? ', '
  const oneOf = (item: string | null | undefined) =>
    directionOf(spoken) === 'rtl' ? `${firstStrongIsolate}${item}${popIsolate}` : item
  const names = new Map<string, Intl.DisplayNames>()
  const nameOf = (type: 'language' | 'region', code: string) => {
    try {
      return cached(names, type, () => new Intl.DisplayNames(locale, { type })).of(code) ?? code
    } catch {
      return code
    }
  }

  const all: Formats = {
    number: (value) => number.format(value),
    compact: (value) => compact.format(value),
    tokens: (value) => tokens.format(value).replace('-', '−'),
    money: (value, currency = 'USD') => cached(currencies, currency, () => moneyIn(spoken, currency))(value),
    percent: (share) => percent.format(share),
    date: (instant) => (isPlainDate(instant) ? day : date).format(new Date(instant)),
    day: (instant) => day.format(new Date(instant)),
    shortDay: (instant) => shortDay.format(new Date(instant)),
    nearDate: (instant) => nearDate.format(new Date(instant)),
    weekday: (instant) => weekday.format(new Date(instant)),
    dayOfMonth: (instant) => dayOfMonth.format(new Date(instant)),
    dateTime: (instant, zone = home) => {
      let format = clocks.get(zone)
      if (!format) {
        format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone })
        clocks.set(zone, format)
      }
      return format.format(new Date(instant))
    },
    time: (instant) => time.format(new Date(instant)),
    ago: (instant, now = new Date()) => {
      const seconds = Math.round((new Date(instant).getTime() - now.getTime()) / 1000)
      const size = Math.abs(seconds)
      if (size < 60) return relative.format(0, 'second')
      if (size < 3600) return relative.format(Math.round(seconds / 60), 'minute')
      if (size < 86_400) return relative.format(Math.round(seconds / 3600), 'hour')
      if (size < 604_800) return relative.format(Math.round(seconds / 86_400), 'day')
      return date.format(new Date(instant))
    },
    bytes: (count) => {
      if (count < 1000) return unit('byte', count)
      if (count < 1_000_000) return unit('kilobyte', count / 1000)
      if (count < 1_000_000_000) return unit('megabyte', count / 1_000_000)
      return unit('gigabyte', count / 1_000_000_000)
    },
    seconds: (count) => (count < 60 ? unit('second', count) : unit('minute', Math.ceil(count / 60))),
    days: (count) => days.format(count),
    list: (items) => items.filter(Boolean).map(oneOf).join(comma),
    language: (code) => nameOf('language', code),
    region: (code) => nameOf('region', code),
  }
  made.set(`${locale} ${home}`, all)
  return all
}

const isPlainDate = (instant: string | Date) => typeof instant === 'string' && instant.length === '2026-11-21'.length

function cached<T>(all: Map<string, T>, name: string, make: () => T): T {
  let format = all.get(name)
  if (!format) {
    format = make()
    all.set(name, format)
  }
  return format
}

/** Intl has lists with an 'and' only. */
const commas: Record<string, string> = { ar: '، ', fa: '، ', ur: '، ', ja: '、', zh: '、' }

const firstStrongIsolate = '\u2068'
const ltrIsolate = '\u2066'
const popIsolate = '\u2069'

/**
 * Formats money. In a right-to-left language, a price in Latin script is isolated as left-to-right text: US$ 12.50. Without
 * the isolate, the bidirectional algorithm would move the currency sign to the other side of the amount.
 */
export function moneyIn(
  locale: string,
  currency: string,
  digits: Intl.NumberFormatOptions = {},
): (value: number) => string {
  const format = new Intl.NumberFormat(forIntl(locale), {
    ...digits,
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  })
  const plain = (value: number) => format.format(value).replace('-', '−')
  if (directionOf(locale) === 'ltr') return plain
  return (value) => {
    const parts = format.formatToParts(Math.abs(value))
    const sign = parts.find(({ type }) => type === 'currency')?.value ?? ''
    if (!/[A-Za-z$\u20ac\u00a3\u00a5\u20a9\u20b9]/.test(sign)) return plain(value)
    const amount = parts.filter(({ type }) => /integer|group|decimal|fraction/.test(type)).map((part) => part.value)
    return `${ltrIsolate}${value < 0 ? '−' : ''}${sign}\u00a0${amount.join('')}${popIsolate}`
  }
}
