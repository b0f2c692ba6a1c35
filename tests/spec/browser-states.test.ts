import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const rows = read('docs/spec/browser-states.tsv')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .slice(1)
  .map((line) => line.split('\t') as [string, string, string, string])

test.each(rows)('%s is held in %s as %s', (_state, file, name) => {
  expect(read(file)).toMatch(new RegExp(`\\b${name}\\b`))
})

test('each state of the requirements is listed', () => {
  const listed = new Set(rows.flatMap(([states]) => states.split(', ').map((state) => state.split('.')[1])))
  const wanted =
    'loggedIn authUser requesting error data success updating updateSuccess ids mapping fetching followedIds activeConversation totalNotSeenMessages items total sending'
  expect(wanted.split(' ').filter((state) => !listed.has(state))).toEqual([])
})
