import { directionOf, forIntl } from './locales.ts'

export type Values = Readonly<Record<string, string | number>>
export type Messages = Readonly<Record<string, string>>

export interface Translator {
  readonly locale: string
  (key: string, values?: Values): string
  has(key: string): boolean
  /** Puts values into the gaps of a text that was looked up before. */
  fill(text: string, values: Values): string
}

/**
 * Looks keys up in `layers`, the first that has one wins, so a missing key falls back to the default locale and then en-US.
 * i18next JSON v4 manner: `{{name}}` is filled in, `key_one` / `key_other` are chosen by `count`.
 */
export function translator(locale: string, layers: readonly Messages[]): Translator {
  const plural = new Intl.PluralRules(locale)
  const number = new Intl.NumberFormat(forIntl(locale))
  const isolated = isolating(locale)
  const find = (key: string) => layers.find((layer) => key in layer)?.[key]

  const pick = (key: string, values?: Values): string | undefined => {
    const count = values?.['count']
    if (typeof count !== 'number') return find(key)
    return find(`${key}_${plural.select(count)}`) ?? find(`${key}_other`) ?? find(key)
  }
  const fill = (text: string, values: Values) =>
    text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
      const value = values[name]
      return value === undefined ? whole : typeof value === 'number' ? number.format(value) : isolated(value)
    })

  const translate = (key: string, values?: Values): string => {
    const text = pick(key, values)
    if (text === undefined) return key
    return values ? fill(text, values) : text
  }
  return Object.assign(translate, { locale, fill, has: (key: string) => find(key) !== undefined })
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** Names and prices of the opposite text direction are isolated (FSI, PDI); otherwise the punctuation around them would move. */
const isolating = (locale: string): ((value: string) => string) =>
  directionOf(locale) === 'rtl'
    ? (value) => `\u2068${value}\u2069`
    : (value) => (rightToLeft.test(value) ? `\u2068${value}\u2069` : value)
