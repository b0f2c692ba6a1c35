import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { deferScripts } from './defer-scripts.ts'

const page =
  '<html><head><link rel="modulepreload" href="/assets/a.js"/></head><body><script>one()</script><script type="module" async="">import("/assets/a.js")</script><script type="application/ld+json">{}</script></body></html>'

test('scripts sleep as text and preloads are gone', () => {
  const { html } = deferScripts(page, '/assets/intent.js')
  expect(html).not.toContain('modulepreload')
  expect(html).toContain('<script type="text/later">one()</script>')
  expect(html).toContain('<script type="text/later" data-type="module">import("/assets/a.js")</script>')
  expect(html).toContain('<script type="module" src="/assets/intent.js" async=""></script></body>')
})

test('exactly the sleeping texts are allowed to run', () => {
  const { hashes } = deferScripts(page, '/assets/intent.js')
  expect(hashes).toEqual(
    ['one()', 'import("/assets/a.js")'].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`),
  )
})

test('data for search engines stays as it is', () => {
  expect(deferScripts(page, '/assets/intent.js').html).toContain('<script type="application/ld+json">{}</script>')
})
