import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { localesFolder, stemOf, textsOf } from './locale-texts.ts'

// `locales/translated-from.json` holds, for each key, a hash of the English text that its translations were made from. An English text
// with another hash has changed since: somebody has to look at its translations, and then mark it.

const path = join(localesFolder, 'translated-from.json')

export const readMarks = (): Record<string, string> => JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>

/** The hash of each English text; the plural forms of a key count as one text. */
export function hashesOfEnglish(): Record<string, string> {
  const forms = Map.groupBy(textsOf('en-US'), ([key]) => stemOf(key))
  const hashOf = (texts: [string, string][]) =>
    createHash('sha256')
      .update(JSON.stringify(texts.map(([, text]) => text)))
      .digest('hex')
      .slice(0, 8)
  return Object.fromEntries([...forms].map(([key, texts]) => [key, hashOf(texts)]))
}

/** Keys whose English text is not the one that was translated. */
export function staleKeys(marks: Record<string, string>, english: Record<string, string>): string[] {
  return Object.keys(english).filter((key) => marks[key] !== english[key])
}

/** Marks the translations of these keys as made from the present English, adds new keys and drops those that are gone. */
export function mark(keys: readonly string[]): string[] {
  const marks = readMarks()
  const english = hashesOfEnglish()
  const unknown = keys.filter((key) => english[key] === undefined)
  if (unknown.length > 0) throw new Error(`There is no text ${unknown.join(', ')}.`)
  const kept = Object.entries(english).map(
    ([key, hash]) => [key, keys.includes(key) ? hash : (marks[key] ?? hash)] as const,
  )
  const now = Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(path, `${JSON.stringify(now, null, 2)}\n`)
  return staleKeys(now, english)
}
