import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inlineStyles, readSheets } from './page-styles.ts'

async function styled(css: string, body: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sheets-'))
  await writeFile(join(folder, 'public-1.css'), css)
  const sheets = await readSheets(folder)
  await rm(folder, { recursive: true })
  const page = `<html><head><link rel="stylesheet" href="/assets/public-1.css"/></head><body>${body}</body></html>`
  return inlineStyles(page, sheets).html
}

test('a page carries the rules of its own classes, and of none it lacks', async () => {
  const html = await styled('.a{color:red}.b{color:blue}p{margin:0}', '<p class="a">x</p>')
  expect(html).toContain('<style id="first">.a{color:red}p{margin:0}</style>')
  expect(html).toContain('<link rel="later" href="/assets/public-1.css"/>')
})

test('conditions in brackets do not count as classes that must be there', async () => {
  const html = await styled('.a:where(.dark,.dark *){color:red}.a:not(.c){top:0}.dark .a{left:0}', '<p class="a">x</p>')
  expect(html).toContain('.a:where(.dark,.dark *){color:red}.a:not(.c){top:0}.dark .a{left:0}')
})

test('escaped names, media and layers are read', async () => {
  const css =
    '/*! licence v4.3 */@layer base,utilities;@layer utilities{@media (width>=48rem){.md\\:px-\\[1\\.5px\\]{padding:1.5px}}.gone{top:0}}'
  expect(await styled(css, '<p class="md:px-[1.5px]">x</p>')).toContain(
    '@layer base,utilities;@layer utilities{@media (width>=48rem){.md\\:px-\\[1\\.5px\\]{padding:1.5px}}}',
  )
})

test('a variable is declared only where it is used', async () => {
  const html = await styled(
    '.a{top:var(--x)}@property --x{syntax:"*";inherits:false}@property --y{syntax:"*";inherits:false}',
    '<p class="a">x</p>',
  )
  expect(html).toContain('@property --x')
  expect(html).not.toContain('@property --y')
})
