import { errors } from '@fanlight/contract/errors'
import { type Messages, translator, type Translator } from '@fanlight/contract/translator'
import type { Context } from '../../platform/context.ts'
import type { ErrorText } from '../../platform/error-text.ts'
import { localeOf } from '../accounts/locale.ts'
import { shippedIn } from './shipped.ts'

let own: Readonly<Record<string, Messages>> = {}
const made = new Map<string, Translator>()

/** What this site says differently, by locale and key: from now on, errors are answered with it. */
export function overrideErrorTexts(overrides: Readonly<Record<string, Messages>>): void {
  own = overrides
  made.clear()
}

/** Errors have the same texts in answers as on pages. */
export const errorTextOf =
  (ctx: Context): ErrorText =>
  (reader, code, limit) => {
    const locale = reader.viewer?.locale ?? localeOf(ctx.settings, reader)
    const key = `${code in errors ? 'errors' : 'fields'}.${code}`
    return translatorFor(locale)(key, limit === undefined ? undefined : { limit })
  }

function translatorFor(locale: string): Translator {
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
