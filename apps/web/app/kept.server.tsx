import { randomBytes } from 'node:crypto'
import { createElement, type ReactNode } from 'react'
import { KeptParts } from './kept.tsx'

interface Part {
  /** What stands in a page that is being drawn, until the text takes its place. */
  place: ReactNode
  text?: string
  /** Preloads that a part of the body has for the head. */
  head: string
}

/** No text of a visitor's can contain it: it is made at start, and React escapes what begins an element. */
const tag = `kept-${randomBytes(8).toString('hex')}`
const [opening, closing] = [`<${tag} n="`, `</${tag}>`]
/** Stands for the page's nonce, which is put in last: parts are the same for all pages. */
export const noncePlace = randomBytes(12).toString('hex')

/** Far more than there are; whoever keeps something by data meets it and gains nothing. */
const partsMax = 2_000
const parts: Part[] = []
const byName = new Map<string, number>()

/** For tests: as if nothing had been drawn yet. */
export function forgetKept(): void {
  parts.length = 0
  byName.clear()
}

/** Parts drawn under the same circumstances (language, theme, whether scripts have a nonce) stand for each other. */
export const keepingParts = (circumstances: string, page: ReactNode): ReactNode => (
  <KeptParts
    value={({ by, children: draw }) => {
      const name = `${circumstances}\n${by.join('\n')}`
      let at = byName.get(name)
      if (at === undefined) {
        if (parts.length >= partsMax) return draw()
        at = parts.push({ place: createElement(tag, { n: parts.length }), head: '' }) - 1
        byName.set(name, at)
      }
      const part = parts[at]
      if (part?.text !== undefined) return part.place
      // Inside of <noscript> React leaves links where they stand and preloads nothing on their behalf.
      return createElement(
        tag,
        { n: at },
        <KeptParts value={null}>{createElement('noscript', null, draw())}</KeptParts>,
      )
    }}
  >
    {page}
  </KeptParts>
)

/** Puts the texts of the kept parts into a page, and learns those that were drawn for the first time. */
export function withKeptParts(html: string): string {
  let [head, rest, at] = ['', '', 0]
  for (;;) {
    const open = html.indexOf(opening, at)
    if (open < 0) break
    const named = html.indexOf('"', open + opening.length)
    const end = html.indexOf(closing, named)
    const part = parts[Number(html.slice(open + opening.length, named))]
    if (!part) throw new Error('A part of a page stands in it that nobody kept.')
    if (part.text === undefined) learn(part, html.slice(named + 2, end))
    head += part.head
    rest += html.slice(at, open) + part.text
    at = end + closing.length
  }
  if (at === 0) return html
  rest += html.slice(at)
  return head ? rest.replace('</head>', () => `${head}</head>`) : rest
}

function learn(part: Part, around: string): void {
  const drawn = /^<noscript>(.+)<\/noscript>$/s.exec(around)?.[1]
  if (drawn === undefined) throw new Error('A part of a page was drawn as nothing.')
  const preloads = /^(?:<link rel="modulepreload"[^>]*>)+/.exec(drawn)?.[0] ?? ''
  part.head = preloads
  part.text = drawn.slice(preloads.length)
}
