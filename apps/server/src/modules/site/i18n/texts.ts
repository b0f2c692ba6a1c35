import { type Messages, translator, type Translator } from '@fanlight/contract/translator'
import { shippedIn } from './shipped.ts'

let own: Readonly<Record<string, Messages>> = {}
const made = new Map<string, Translator>()

/** What this site says differently, by locale and key: from now on, answers have it too. */
export function overrideTexts(overrides: Readonly<Record<string, Messages>>): void {
  own = overrides
  made.clear()
}

/** The texts of pages, for answers of the API. It is another object once the site changes a text. */
export function textsIn(locale: string): Translator {
  const found =
    made.get(locale) ??
    translator(locale, [
      own[locale] ?? {},
      Object.fromEntries(shippedIn(locale)),
      Object.fromEntries(shippedIn('en-US')),
    ])
  made.set(locale, found)
  return found
}
