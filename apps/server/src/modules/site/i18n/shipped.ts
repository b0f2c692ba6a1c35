import { shippedLocales } from '@fanlight/contract/locales'
import { formOf, formsIn, inForm } from '@fanlight/contract/message-fit'
import { readdirSync, readFileSync } from 'node:fs'
import { emailTexts } from '../mail/emails.ts'

// Every message that ships with the product: those of pages are beside the pages, those of mails begin with `mail.`.

type Messages = ReadonlyMap<string, string>
const folder = new URL('../../../../../web/app/locales/', import.meta.url)

const byLocale = new Map<string, Messages>(
  shippedLocales.map((locale) => {
    const pages = readdirSync(new URL(`${locale}/`, folder)).flatMap((file) =>
      Object.entries(
        JSON.parse(readFileSync(new URL(`${locale}/${file}`, folder), 'utf8')) as Record<string, string>,
      ).map(([key, text]) => [`${file.replace('.json', '')}.${key}`, text] as const),
    )
    const mails = Object.entries(emailTexts[locale] ?? {}).map(([key, text]) => [`mail.${key}`, text] as const)
    return [locale, new Map([...pages, ...mails])]
  }),
)
const none: Messages = new Map()
const english = byLocale.get('en-US') ?? none

/** A locale's messages as shipped; a language that isn't shipped has English ones. */
export const shippedIn = (locale: string): Messages => byLocale.get(locale) ?? english

/** Whether the product ships with a translation for this language. */
export const isShipped = (locale: string): boolean => byLocale.has(locale)

/** As shipped: this form, or, where a language has a form that the shipped one has not, the most general one. */
export function shippedLike(locale: string, key: string): string | undefined {
  const messages = shippedIn(locale)
  const found = messages.get(key)
  const ending = formOf(key)
  if (found !== undefined || !ending) return found
  return formsIn(locale).includes(ending) ? messages.get(inForm(key, 'other')) : undefined
}

/** The keys of all messages of a language, with a key for each of its plural forms. */
export function keysFor(locale: string): string[] {
  if (isShipped(locale)) return [...shippedIn(locale).keys()]
  const forms = formsIn(locale)
  return [...english.keys()].flatMap((key) => {
    const ending = formOf(key)
    if (!ending) return [key]
    return ending === 'other' ? forms.map((form) => inForm(key, form)) : []
  })
}

export const englishFor = (key: string): string => english.get(key) ?? english.get(inForm(key, 'other')) ?? ''
