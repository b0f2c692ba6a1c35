import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { brokenSources, patchedText } from './broken-sources.ts'
import { checkIds, fileOf, folder } from './checks.ts'
import { deliberateBugs } from './deliberate-bugs.ts'

test.each(Object.keys(deliberateBugs))('the deliberate bug of %s finds each of its texts once', (id) => {
  expect(brokenSources(id).size).toBeGreaterThan(0)
  expect(checkIds).toContain(id.split(' ')[0])
})

test('a text that is missing or there twice is an error that says where', () => {
  const patch = { file: 'platform/a.ts', text: 'if (x)', instead: 'if (false)' }
  expect(patchedText('if (x) refuse()', [patch])).toBe('if (false) refuse()')
  for (const source of ['if (y) refuse()', 'if (x) if (x) refuse()'])
    expect(() => patchedText(source, [patch])).toThrow(
      /^platform\/a\.ts contains this text [02] times instead of once: if \(x\)$/,
    )
})

test('what is put in is plain text', () => {
  expect(patchedText('a', [{ file: 'a.ts', text: 'a', instead: '$&$1' }])).toBe('$&$1')
})

test('each check can be seen to fail: it has a patch, or breaks its rule itself', () => {
  const unbroken = checkIds.filter(
    (id) => !deliberateBugs[id] && !readFileSync(join(folder, fileOf(id)), 'utf8').includes(`sabotaged('${id}')`),
  )
  expect(unbroken).toEqual([])
})

test('no product file knows of deliberate bugs', () => {
  const names = ['apps/server/src', 'apps/server/tools', 'apps/web/app', 'packages/contract/src'].flatMap((name) => {
    const root = join(folder, '../..', name)
    return readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => join(root, path))
  })
  expect(names.length).toBeGreaterThan(500)
  expect(names.filter((path) => readFileSync(path, 'utf8').includes('sabotaged('))).toEqual([])
})
