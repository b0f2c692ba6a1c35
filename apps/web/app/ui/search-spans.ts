// Where the words of a search stand in a text, compared as the server does (`search_fold`, `message_terms`): without case, width and marks of
// letters; words by their beginning, and anywhere in languages without spaces between words.

type Span = readonly [from: number, to: number]

const unspaced = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7a3]/u
const runs = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7a3]+/gu
const words = /[\p{L}\p{N}]+/gu
const letter = /[\p{L}\p{N}]/u
const ligatures: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
}

function folded(char: string): string {
  const whole = char.normalize('NFKC').toLowerCase()
  if (unspaced.test(whole)) return whole
  const bare = whole.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  return ligatures[bare] ?? bare
}

/** The text as it is compared, and where each of its units comes from. */
function fold(text: string): { line: string; spans: Span[] } {
  let line = ''
  let at = 0
  const spans: [number, number][] = []
  for (const char of text) {
    const said = folded(char)
    const last = spans.at(-1)
    // A mark belongs to the letter before it.
    if (said === '' && last?.[1] === at) last[1] = at + char.length
    for (let unit = 0; unit < said.length; unit++) spans.push([at, at + char.length])
    line += said
    at += char.length
  }
  return { line, spans }
}

/** From where to where the text is highlighted, in order and without overlaps. */
export function spansOf(text: string, q: string): Span[] {
  const typed = fold(q).line
  const { line, spans } = fold(text)
  const found: Span[] = []
  const note = (term: string, beginsWord: boolean) => {
    for (let at = line.indexOf(term); at >= 0; at = line.indexOf(term, at + term.length)) {
      const before = line[at - 1] ?? ''
      const isInside = beginsWord && letter.test(before) && !unspaced.test(before)
      if (!isInside) found.push([spans[at]![0], spans[at + term.length - 1]![1]])
    }
  }
  for (const [run] of typed.matchAll(runs)) note(run, false)
  for (const [word] of typed.replaceAll(runs, ' ').matchAll(words)) note(word, true)
  const inOrder = found.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])
  return inOrder.reduce<[number, number][]>((all, [from, to]) => {
    const last = all.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else all.push([from, to])
    return all
  }, [])
}

/** Two lines of a text, which begin near what was found. */
export function excerptOf(text: string, q: string): string {
  const first = spansOf(text, q)[0]?.[0] ?? 0
  if (first < 60) return text
  const space = text.indexOf(' ', first - 30)
  return `…${text.slice(space >= 0 && space < first ? space + 1 : first - 10)}`
}
