import { shippedIn } from './shipped.ts'

const form = /_(zero|one|two|few|many|other)$/
const lettersAtLeast = 200
const longerThanShipped = 4

/** Why these words can't stand for a message; undefined where they can. The same gaps and marks as the shipped ones, and no others. */
export function misfit(locale: string, key: string, value: string): string | undefined {
  const shipped = shippedWords(locale, key)
  if (shipped === undefined) return 'There is no such message.'
  if (value.length > Math.max(lettersAtLeast, shipped.length * longerThanShipped))
    return 'This is much longer than there is room for.'
  if (/[\u0000-\u0009\u000b-\u001f\u007f\u202a-\u202e]/.test(value)) return 'This has a sign that can’t be shown.'
  if (value.includes('\n') && !shipped.includes('\n')) return 'This message is one line.'
  const gaps = gapsOf(value)
  if (!isSame(gaps, gapsOf(shipped)) && !isSame(gaps, gapsOf(shipped).filter(mayBeAWord(locale, key))))
    return `Keep what is filled in: ${gapsOf(shipped).join(' ') || 'nothing'}.`
  if (!isSame(marksOf(value), marksOf(shipped))) return `Keep the marks: ${marksOf(shipped).join(' ') || 'none'}.`
  if (/[<>]/.test(value.replace(/<\/?\w+>/g, '')) || !isNested(value))
    return 'Marks other than the message’s own can’t be used.'
  return undefined
}

/** As shipped: this form, or, where a language has a form that the shipped one has not, the most general one. */
function shippedWords(locale: string, key: string): string | undefined {
  const messages = shippedIn(locale)
  const found = messages.get(key)
  const [, ending] = form.exec(key) ?? []
  if (found !== undefined || !ending) return found
  const known: string[] = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  return known.includes(ending) ? messages.get(key.replace(form, '_other')) : undefined
}

const gapsOf = (text: string) => [...text.matchAll(/\{\{[^}]*\}\}/g)].map(([gap]) => gap)
const marksOf = (text: string) => [...text.matchAll(/<\/?\w+>/g)].map(([mark]) => mark)
const isSame = (one: readonly string[], other: readonly string[]) => one.toSorted().join() === other.toSorted().join()

/** A plural form for one number alone may say it in a word. */
const mayBeAWord = (locale: string, key: string) => {
  const [, ending] = form.exec(key) ?? []
  const rules = new Intl.PluralRules(locale)
  const numbers = ending ? Array.from({ length: 200 }, (_, n) => n).filter((n) => rules.select(n) === ending) : []
  return (gap: string) => numbers.length !== 1 || !/count|shown/.test(gap)
}

/** Each mark that opens is closed before the next one opens. */
const isNested = (text: string) => !/[<>]/.test(text.replace(/<(\w+)>[^<>]*<\/\1>/g, ''))
