import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const app = new URL('../../', import.meta.url).pathname

// The browser reads a page later than the server wrote it: "59 seconds ago" has become "1 minute ago" in between, and React
// takes a page whose text differs for broken. A file that says how long ago something was tells React so.
test('what says how long ago something was may differ when the page wakes', () => {
  const careless = globSync('**/*.tsx', { cwd: app }).filter((file) => {
    const source = readFileSync(app + file, 'utf8')
    return /\bago\(/.test(source) && !/suppressHydrationWarning|isHydrated/.test(source) && !opened.has(file)
  })
  expect(careless).toEqual([])
})

/** Windows are opened in the browser alone. */
const opened = new Set(['areas/admin/translations/message-sheet.tsx'])
