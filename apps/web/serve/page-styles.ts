import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The built sheets by their address. */
export type Sheets = ReadonlyMap<string, string>

export async function readSheets(assets: string): Promise<Sheets> {
  const files = (await readdir(assets)).filter((file) => file.endsWith('.css') && !facesOfALocale.test(`/${file}`))
  return new Map(
    await Promise.all(
      files.map(async (file) => [`/assets/${file}`, await readFile(join(assets, file), 'utf8')] as const),
    ),
  )
}

const sheetLink = /<link rel="stylesheet" href="([^"]+)"([^>]*)>/g
/** Hundreds of font faces and no rules: they load as they are, at the end of the page. */
const facesOfALocale = /\/(?:chinese|japanese|korean)-faces-/

/**
 * Inlines a page's style sheets (of its area and its locale), so that no request is needed between the first bytes and the
 * first render. The links become `rel="later"`; intent.js turns them into stylesheets, so that React finds the links it
 * expects.
 */
export function inlineStyles(page: string, sheets: Sheets): { html: string; hash: string | null } {
  let css = ''
  const html = page.replace(sheetLink, (link, href: string, rest: string) => {
    const sheet = sheets.get(href)
    if (sheet === undefined) return link
    css += sheet
    return `<link rel="later" href="${href}"${rest}>`
  })
  if (!css) return { html: page, hash: null }
  return {
    html: html.replace('</head>', () => `<style id="first">${css}</style></head>`),
    hash: `'sha256-${createHash('sha256').update(css).digest('base64')}'`,
  }
}
