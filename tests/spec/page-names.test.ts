import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { pageNames, pageNamesFile } from './page-names.ts'

it('no page’s address begins with a valid username', async () => {
  const written = await pageNames()
  expect(written).toContain("'admin',")
  expect(readFileSync(pageNamesFile, 'utf8')).toBe(written)
})
