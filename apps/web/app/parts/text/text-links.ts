/** A piece of a text that people wrote: plain, a mention of a username, or a tag. */
export interface TextPart {
  kind: 'text' | 'mention' | 'tag'
  /** As it was written. */
  text: string
  /** The username or the tag, in lower case. */
  name: string
}

// Not in the middle of a word, an e-mail address or a link. The full stop of a sentence is not part of a name.
const linked =
  /(?<![\p{L}\p{N}_@#&/.-])(?:@([A-Za-z0-9_.]{2,29}[A-Za-z0-9_])|#(?=[\p{N}_-]*\p{L})[\p{L}\p{N}_-]{1,40})(?![\p{L}\p{N}_@])/gu

/** The parts of a text in their order; together they are the text. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  const add = (kind: TextPart['kind'], written: string) =>
    parts.push({ kind, text: written, name: kind === 'text' ? '' : written.slice(1).toLowerCase() })
  for (const { 0: whole, 1: username, index } of text.matchAll(linked)) {
    add('text', text.slice(at, index))
    add(username ? 'mention' : 'tag', whole)
    at = index + whole.length
  }
  add('text', text.slice(at))
  return parts
}
