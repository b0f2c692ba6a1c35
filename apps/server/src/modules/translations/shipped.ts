import { shippedLocales } from '@fanlight/contract/locales'
import { readdirSync, readFileSync } from 'node:fs'
import { letterWords } from '../mail/letters.ts'

// Every message that ships with the product: those of pages stand beside the pages, those of mails begin with `mail.`.

type Messages = ReadonlyMap<string, string>
const folder = new URL('../../../../web/app/messages/', import.meta.url)

const byLocale = new Map<string, Messages>(
  shippedLocales.map((locale) => {
    const pages = readdirSync(new URL(`${locale}/`, folder)).flatMap((file) =>
      Object.entries(
        JSON.parse(readFileSync(new URL(`${locale}/${file}`, folder), 'utf8')) as Record<string, string>,
      ).map(([key, text]) => [`${file.replace('.json', '')}.${key}`, text] as const),
    )
    const mails = Object.entries(letterWords[locale] ?? {}).map(([key, text]) => [`mail.${key}`, text] as const)
    return [locale, new Map([...pages, ...mails])]
  }),
)
const none: Messages = new Map()
const english = byLocale.get('en-US') ?? none

/** A locale's messages as shipped; a language that isn't shipped has English ones. */
export const shippedIn = (locale: string): Messages => byLocale.get(locale) ?? english
