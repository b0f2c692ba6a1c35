// Words that are not used in this repository, each with the technical term to use. The number of remaining old uses may only fall.
export interface ForbiddenWord {
  words: readonly string[]
  use: string
  /** Where a word is allowed, and why: patterns for the file name, or for the text around the word in a line. */
  allow?: readonly { file?: string; text?: string; why?: string }[]
}
export interface SourceFile {
  name: string
  text: string
}
/** File → word → number of uses. */
export type WordCounts = ReadonlyMap<string, ReadonlyMap<string, number>>

interface Use {
  name: string
  line: number
  word: string
}

/**
 * Lists the lines with words that are used more often than `left` allows. The count of a file may rise by as much as another falls,
 * for example when code is moved or a file is split, but the total of a word may not rise.
 */
export function compareWords(
  files: readonly SourceFile[],
  forbidden: readonly ForbiddenWord[],
  left: WordCounts,
): { problems: string[]; counted: WordCounts } {
  const rules = new Map(forbidden.flatMap((rule) => rule.words.map((word) => [word, rule] as const)))
  const uses = files.flatMap((file) => usesIn(file, rules))
  const counted = countUses(uses)
  const most = sums(left)
  const grown = new Set([...sums(counted)].filter(([word, sum]) => sum > (most.get(word) ?? 0)).map(([word]) => word))
  const problems = uses
    .filter(({ word, name }) => grown.has(word) && countOf(counted, name, word) > countOf(left, name, word))
    .map(({ word, name, line }) => `${name}:${line} says “${word}”; use: ${rules.get(word)!.use}`)
  return { problems: [...new Set(problems)], counted }
}

function usesIn({ name, text }: SourceFile, rules: ReadonlyMap<string, ForbiddenWord>): Use[] {
  return text.split('\n').flatMap((line, index) =>
    // Names are split into parts: `askedAt`, `was_asked` and `asked` all contain “asked”.
    [...line.matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)].flatMap(([part]) => {
      const word = part.toLowerCase()
      const rule = rules.get(word)
      return rule && !isAllowed(rule, name, line, word) ? [{ name, line: index + 1, word }] : []
    }),
  )
}

const isAllowed = ({ allow = [] }: ForbiddenWord, name: string, line: string, word: string): boolean =>
  allow.some(
    ({ file = '', text }) =>
      new RegExp(file).test(name) &&
      (!text || !line.replaceAll(new RegExp(text, 'gi'), '').toLowerCase().includes(word)),
  )

const countOf = (counts: WordCounts, name: string, word: string): number => counts.get(name)?.get(word) ?? 0

function countUses(uses: readonly Use[]): WordCounts {
  const counts = new Map<string, Map<string, number>>()
  for (const { name, word } of uses) {
    const words = counts.get(name) ?? new Map<string, number>()
    counts.set(name, words.set(word, (words.get(word) ?? 0) + 1))
  }
  return counts
}

function sums(counts: WordCounts): Map<string, number> {
  const sum = new Map<string, number>()
  for (const words of counts.values()) for (const [word, count] of words) sum.set(word, (sum.get(word) ?? 0) + count)
  return sum
}

/** One line per file: its name, a tab, and `word:count` for each word. */
export const readCounts = (text: string): WordCounts =>
  new Map(
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const [name, words] = line.split('\t') as [string, string]
        const pairs = words.split(' ').map((pair) => pair.split(':') as [string, string])
        return [name, new Map(pairs.map(([word, count]) => [word, Number(count)]))]
      }),
  )

export const writeCounts = (counts: WordCounts): string =>
  [...counts]
    .map(
      ([name, words]) =>
        `${name}\t${[...words]
          .map((pair) => pair.join(':'))
          .toSorted()
          .join(' ')}\n`,
    )
    .toSorted()
    .join('')
