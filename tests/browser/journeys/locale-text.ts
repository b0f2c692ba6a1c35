import { translator } from '@fanlight/contract/translator'
import { readFileSync } from 'node:fs'

/** The texts of a screen in one language, as in the product: `texts('ja-JP')('wallet.pay', { amount: '$5.00' })`. */
export function texts(locale: string) {
  const files = new Map<string, Record<string, string>>()
  const { fill } = translator(locale, [])
  const plural = new Intl.PluralRules(locale)
  const text = (key: string, values: Record<string, string | number> = {}): string => {
    const [file = '', ...rest] = key.split('.')
    if (!files.has(file))
      files.set(
        file,
        JSON.parse(
          readFileSync(new URL(`../../../apps/web/app/locales/${locale}/${file}.json`, import.meta.url), 'utf8'),
        ) as Record<string, string>,
      )
    const count = values['count']
    const name = rest.join('.') + (typeof count === 'number' ? `_${plural.select(count)}` : '')
    const found = files.get(file)?.[name]
    if (found === undefined) throw new Error(`There is no message ${key} in ${locale}.`)
    return fill(found, values)
  }
  return Object.assign(text, {
    /** An amount as it stands in another text: '1,200 tokens'. */
    tokens: (value: number) =>
      text('ui.tokenAmount', { count: value, shown: value.toLocaleString('en-US', { maximumFractionDigits: 2 }) }),
  })
}
export type Texts = ReturnType<typeof texts>
