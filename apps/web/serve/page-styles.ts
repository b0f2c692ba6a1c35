import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A rule and, for each of its selectors, the classes that have to be on the page for it to matter. */
interface Rule {
  kind: 'rule'
  text: string
  needs: readonly (readonly string[])[]
}
interface Block {
  kind: 'block'
  head: string
  children: readonly Node[]
}
interface Verbatim {
  kind: 'verbatim'
  text: string
}
type Node = Rule | Block | Verbatim
export type Sheets = ReadonlyMap<string, readonly Node[]>

/** Reads every built sheet once, so that a page can be given just its own rules. */
export async function readSheets(assets: string): Promise<Sheets> {
  const files = (await readdir(assets)).filter((file) => file.endsWith('.css'))
  return new Map(
    await Promise.all(
      files.map(
        async (file) =>
          [
            `/assets/${file}`,
            parse((await readFile(join(assets, file), 'utf8')).replace(/\/\*[\s\S]*?\*\//g, '')),
          ] as const,
      ),
    ),
  )
}

const sheetLink = /<link rel="stylesheet" href="([^"]+)"([^>]*)>/g
const facesOfALocale = /\/(?:chinese|japanese|korean)-faces-/
const always = new Set(['dark', 'light'])

/**
 * Writes the rules a page uses into the page, and leaves its sheets for later: nothing stands between the first bytes and
 * the first picture. intent.js turns the sheets on before any script may add a class.
 */
export function inlineStyles(page: string, sheets: Sheets): { html: string; hash: string | null } {
  const used = new Set(always)
  for (const [, names = ''] of page.matchAll(/\sclass="([^"]*)"/g))
    for (const name of names.replaceAll('&amp;', '&').replaceAll('&gt;', '>').split(' ')) used.add(name)
  let css = ''
  const html = page.replace(sheetLink, (whole, href: string, rest: string) => {
    const sheet = sheets.get(href)
    // Hundreds of faces, and no rules: they load as they are, at the end of the page.
    if (!sheet || facesOfALocale.test(href)) return whole
    css += write(sheet, used)
    return `<link rel="later" href="${href}"${rest}>`
  })
  if (!css) return { html: page, hash: null }
  const text = withoutUnusedProperties(css)
  return {
    html: html.replace('</head>', () => `<style id="first">${text}</style></head>`),
    hash: `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  }
}

function write(nodes: readonly Node[], used: ReadonlySet<string>): string {
  let text = ''
  for (const node of nodes) {
    if (node.kind === 'verbatim') text += node.text
    else if (node.kind === 'rule') {
      if (node.needs.some((names) => names.every((name) => used.has(name)))) text += node.text
    } else {
      const inside = write(node.children, used)
      if (inside) text += `${node.head}{${inside}}`
    }
  }
  return text
}

function withoutUnusedProperties(css: string): string {
  return css.replace(/@property (--[\w-]+)\{[^}]*\}/g, (whole, name: string) =>
    css.split(name, 3).length > 2 ? whole : '',
  )
}

/** Splits minified CSS into its blocks. Rules keep their text: nested ones stay whole. */
function parse(css: string): Node[] {
  const nodes: Node[] = []
  let at = 0
  while (at < css.length) {
    const open = nextOf(css, at, '{;')
    if (open < 0) break
    const head = css.slice(at, open).trim()
    if (css[open] === ';') {
      nodes.push({ kind: 'verbatim', text: `${head};` })
      at = open + 1
      continue
    }
    const end = closing(css, open)
    const inside = css.slice(open + 1, end)
    if (/^@(?:media|supports|layer|container)/.test(head)) nodes.push({ kind: 'block', head, children: parse(inside) })
    else if (head.startsWith('@')) nodes.push({ kind: 'verbatim', text: `${head}{${inside}}` })
    else nodes.push({ kind: 'rule', text: `${head}{${inside}}`, needs: selectors(head).map(classesOf) })
    at = end + 1
  }
  return nodes
}

function nextOf(css: string, from: number, wanted: string): number {
  for (let at = from; at < css.length; at++) {
    const char = css[at] ?? ''
    if (char === '\\') at++
    else if (char === '"' || char === "'") at = endOfString(css, at)
    else if (wanted.includes(char)) return at
  }
  return -1
}

function closing(css: string, open: number): number {
  let depth = 1
  let at = open
  while (depth > 0) {
    at = nextOf(css, at + 1, '{}')
    if (at < 0) return css.length
    depth += css[at] === '{' ? 1 : -1
  }
  return at
}

function endOfString(css: string, from: number): number {
  let at = from + 1
  while (at < css.length && css[at] !== css[from]) at += css[at] === '\\' ? 2 : 1
  return at
}

function selectors(head: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < head.length; at++) {
    const char = head[at]
    if (char === '\\') at++
    else if (char === '(' || char === '[') depth++
    else if (char === ')' || char === ']') depth--
    else if (char === ',' && depth === 0) {
      parts.push(head.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, head.slice(from)]
}

/** What stands in brackets is a condition that may come true or not; the classes outside of them have to be there. */
function classesOf(selector: string): string[] {
  let plain = ''
  let depth = 0
  for (let at = 0; at < selector.length; at++) {
    const char = selector[at] ?? ''
    if (char === '\\') {
      if (depth === 0) plain += char + (selector[at + 1] ?? '')
      at++
    } else if (char === '(' || char === '[') depth++
    else if (char === ')' || char === ']') depth--
    else if (depth === 0) plain += char
  }
  return [...plain.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) => name.replace(/\\(.)/g, '$1'))
}
