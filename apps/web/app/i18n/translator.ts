export type Values = Readonly<Record<string, string | number>>
export type Messages = Readonly<Record<string, string>>

export interface Translator {
  readonly locale: string
  (key: string, values?: Values): string
  has(key: string): boolean
}

/**
 * Looks keys up in `layers`, the first that has one wins, so a missing key falls back to the default locale and then en-US.
 * i18next JSON v4 manner: `{{name}}` is filled in, `key_one` / `key_other` are chosen by `count`.
 */
export function translator(locale: string, layers: readonly Messages[]): Translator {
  const plural = new Intl.PluralRules(locale)
  const number = new Intl.NumberFormat(locale)
  const find = (key: string) => layers.find((layer) => key in layer)?.[key]

  const pick = (key: string, values?: Values): string | undefined => {
    const count = values?.['count']
    if (typeof count !== 'number') return find(key)
    return find(`${key}_${plural.select(count)}`) ?? find(`${key}_other`) ?? find(key)
  }
  const fill = (text: string, values: Values) =>
    text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
      const value = values[name]
      return value === undefined ? whole : typeof value === 'number' ? number.format(value) : value
    })

  const translate = (key: string, values?: Values): string => {
    const text = pick(key, values)
    if (text === undefined) return key
    return values ? fill(text, values) : text
  }
  return Object.assign(translate, { locale, has: (key: string) => find(key) !== undefined })
}
