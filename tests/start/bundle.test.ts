import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// What `npm start` runs. The journeys and O12 start it; here is what they would not notice.

const folder = fileURLToPath(new URL('../../apps/server/build/', import.meta.url))
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
/** The access policy and all that can be reached from it; parts of earlier builds are beside them for a day. */
const files = ['main.js']
for (const name of files)
  for (const [, part = ''] of read(name).matchAll(/(?:from|import|import\()"\.\/([^"]+\.js)"/g))
    if (!files.includes(part)) files.push(part)

test('each file has its source map, which maps stacks to lines of the sources', () => {
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter((name) => !existsSync(join(folder, `${name}.map`)))).toEqual([])
})

test('no file holds a character beyond ASCII: V8 would keep all of it at twice its size', () => {
  // In a regular expression or a tagged template, write \u2019 instead of the character.
  const wide = files.filter((name) => /[^\0-\x7f]/.test(read(name)))
  expect(wide).toEqual([])
})

test('what ships can’t be broken on purpose', () => {
  const text = files.map(read).join('\n')
  expect(text).not.toMatch(/sabotaged|registerHooks|deliberateBugs|\.SABOTAGE\b(?!\|\|)/)
})
