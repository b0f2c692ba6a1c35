import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { inlineStyles, readSheets } from './page-styles.ts'

const link = (name: string) => `<link rel="stylesheet" href="/assets/${name}.css"/>`

async function inlined(...names: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'sheets-'))
  await writeFile(join(folder, 'public-1.css'), '.a{color:red}.b{content:"$&"}')
  await writeFile(join(folder, 'arabic-1.css'), ':lang(ar){letter-spacing:0}')
  await writeFile(join(folder, 'japanese-faces-1.css'), '@font-face{}')
  const sheets = await readSheets(folder)
  await rm(folder, { recursive: true })
  return inlineStyles(`<html><head>${names.map(link).join('')}</head><body>x</body></html>`, sheets)
}

test('a page carries the sheets of its area and its locale, and their links wait', async () => {
  const { html, hash } = await inlined('public-1', 'arabic-1')
  const css = '.a{color:red}.b{content:"$&"}:lang(ar){letter-spacing:0}'
  expect(html).toBe(
    `<html><head>${link('public-1').replace('stylesheet', 'later')}${link('arabic-1').replace('stylesheet', 'later')}` +
      `<style id="first">${css}</style></head><body>x</body></html>`,
  )
  expect(hash).toBe(`'sha256-${createHash('sha256').update(css).digest('base64')}'`)
})

test('font faces of a locale, and sheets that are not of the build, stay links', async () => {
  const { html, hash } = await inlined('japanese-faces-1', 'other-1')
  expect(html).toContain(link('japanese-faces-1') + link('other-1'))
  expect(hash).toBeNull()
})
