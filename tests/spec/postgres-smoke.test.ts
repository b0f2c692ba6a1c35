import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const root = new URL('../../', import.meta.url)

it('every file of the smoke set for the oldest PostgreSQL exists', () => {
  const list = readFileSync(new URL('.ci/postgres-smoke.txt', root), 'utf8')
  const files = list.split('\n').filter((line) => line && !line.startsWith('#'))
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter((file) => !existsSync(new URL(file, root)))).toEqual([])
})
