/** A piece of a text that people wrote: plain, a mention of a username, or a tag. */
export interface TextPart {
  kind: 'text' | 'mention' | 'tag'
  /** As it was written. */
  text: string
  /** The username in lower case, or the tag. */
  name: string
}

// Not in the middle of a word, an e-mail address or a link.
const linked =
  /(?<![\p{L}\p{N}_@#&/.-])(?:@([A-Za-z0-9_.]{3,30})|#(?=[\p{N}_-]*\p{L})([\p{L}\p{N}_-]{1,40}))(?![\p{L}\p{N}_@])/gu

/** The parts of a text in their order; together they are the text. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  const add = (kind: TextPart['kind'], written: string, name: string) =>
    written && parts.push({ kind, text: written, name })
  for (const match of text.matchAll(linked)) {
    const [whole, username, tag] = match
    add('text', text.slice(at, match.index), '')
    if (tag !== undefined) add('tag', whole, tag.toLowerCase())
    else {
      // The full stop of a sentence is not part of a name.
      const name = (username ?? '').replace(/\.+$/, '')
      if (name.length < 3) add('text', whole, '')
      else {
        add('mention', `@${name}`, name.toLowerCase())
        add('text', whole.slice(name.length + 1), '')
      }
    }
    at = match.index + whole.length
  }
  add('text', text.slice(at), '')
  return parts
}
