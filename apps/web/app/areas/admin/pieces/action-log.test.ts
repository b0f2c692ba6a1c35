import { auditActions, auditTargets } from '@fanlight/contract/audit-actions'
import { shippedLocales } from '@fanlight/contract/locales'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test.each(shippedLocales)('whatever the audit log records has a word in %s', (locale) => {
  const file = new URL(`../../../locales/${locale}/people.json`, import.meta.url)
  const words = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  const needed = [
    ...auditActions.flatMap(({ group, actions }) => [`group.${group}`, ...actions.map((action) => `action.${action}`)]),
    ...auditTargets.map((target) => `target.${target}`),
  ]
  expect(needed.filter((key) => !words[key]?.trim())).toEqual([])
  // A word for what is no longer recorded would be translated for nothing.
  const wanted = new Set(needed)
  expect(Object.keys(words).filter((key) => /^(?:action|group|target)\./.test(key) && !wanted.has(key))).toEqual([])
})
