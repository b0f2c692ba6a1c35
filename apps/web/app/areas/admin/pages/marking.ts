export type Mark = 'h2' | 'h3' | 'p' | 'strong' | 'a' | 'ul' | 'ol' | 'blockquote'

/** The text with an element around the selection, and the new position of the selected text. A list has one row per line. */
export function marked(
  text: string,
  start: number,
  end: number,
  mark: Mark,
): { value: string; from: number; to: number } {
  const chosen = text.slice(start, end)
  const inner =
    mark === 'ul' || mark === 'ol'
      ? `\n${chosen
          .split('\n')
          .filter((line, at, all) => line.trim() || all.length === 1)
          .map((line) => `<li>${line.trim()}</li>`)
          .join('\n')}\n`
      : chosen
  const open = mark === 'a' ? '<a href="https://">' : `<${mark}>`
  return {
    value: `${text.slice(0, start)}${open}${inner}</${mark}>${text.slice(end)}`,
    from: start + open.length,
    to: start + open.length + inner.length,
  }
}
