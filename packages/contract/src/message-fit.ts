import type { FieldErrorCode } from './field-errors.ts'

// Whether a text can replace a message. The form checks it while the user types, the server before it saves.

const form = /_(zero|one|two|few|many|other)$/
const charactersAtLeast = 200
const longerThanShipped = 4

export type Misfit = Extract<FieldErrorCode, `MESSAGE_${string}`>

/** Why this text can't replace the shipped one; undefined if it can. Both need the same placeholders and tags, and no others. */
export function misfit(locale: string, key: string, value: string, shipped: string): Misfit | undefined {
  if (value.length > Math.max(charactersAtLeast, shipped.length * longerThanShipped)) return 'MESSAGE_TOO_LONG'
  if (/[\u0000-\u0009\u000b-\u001f\u007f\u202a-\u202e]/.test(value)) return 'MESSAGE_SIGN'
  if (value.includes('\n') && !shipped.includes('\n')) return 'MESSAGE_ONE_LINE'
  const gaps = gapsOf(value)
  if (!isSame(gaps, gapsOf(shipped)) && !isSame(gaps, gapsOf(shipped).filter(mayBeAWord(locale, key))))
    return 'MESSAGE_GAPS'
  if (!isSame(marksOf(value), marksOf(shipped))) return 'MESSAGE_MARKS'
  if (/[<>]/.test(value.replace(/<\/?\w+>/g, '')) || !isNested(value)) return 'MESSAGE_MARKS'
  return undefined
}

/** The plural form that a key names, such as `few`; undefined where it names none. */
export const formOf = (key: string): string | undefined => form.exec(key)?.[1]
/** The same message in another plural form. */
export const inForm = (key: string, to: string): string => key.replace(form, `_${to}`)
export const formsIn = (locale: string): string[] => new Intl.PluralRules(locale).resolvedOptions().pluralCategories

export const gapsOf = (text: string): string[] => [...text.matchAll(/\{\{[^}]*\}\}/g)].map(([gap]) => gap)
export const marksOf = (text: string): string[] => [...text.matchAll(/<\/?\w+>/g)].map(([mark]) => mark)
const isSame = (first: readonly string[], second: readonly string[]) =>
  first.toSorted().join() === second.toSorted().join()

/** Some numbers that take this form in this language; none where the key names no form. */
export function numbersOf(locale: string, key: string, below = 200): number[] {
  const ending = formOf(key)
  if (!ending) return []
  const rules = new Intl.PluralRules(locale)
  return Array.from({ length: below }, (_, n) => n).filter((n) => rules.select(n) === ending)
}

/** A plural form for exactly one number may write the number as a word. */
const mayBeAWord = (locale: string, key: string) => {
  const isOneNumber = numbersOf(locale, key).length === 1
  return (gap: string) => !isOneNumber || !/count|shown/.test(gap)
}

/** Each mark that opens is closed before the next one opens. */
const isNested = (text: string) => !/[<>]/.test(text.replace(/<(\w+)>[^<>]*<\/\1>/g, ''))
