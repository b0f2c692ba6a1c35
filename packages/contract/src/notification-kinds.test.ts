import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { notificationKinds, notificationTopics } from './notification-kinds.ts'

const page = readFileSync(new URL('../../../docs/notifications.md', import.meta.url), 'utf8')
/** The rows of the table under a heading. */
const tableUnder = (heading: string) =>
  page
    .slice(page.indexOf(`## ${heading}`))
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)

test('the page shows the topics with their channels and defaults, as they are', () => {
  const word = { true: 'on', false: 'off', always: 'always', never: '–' } as const
  const of = (value: boolean | 'always' | 'never') => word[String(value) as keyof typeof word]
  expect(tableUnder('Topics and channels')).toEqual(
    Object.entries(notificationTopics).map(
      ([topic, { inApp, email, push }]) => `| ${topic} | ${of(inApp)} | ${of(email)} | ${of(push)} |`,
    ),
  )
})

test('the page shows the kinds as they are', () => {
  expect(tableUnder('Kinds')).toEqual(
    Object.entries(notificationKinds).map(
      ([kind, { topic, filter, email }]) => `| ${kind} | ${topic} | ${filter} | ${email} |`,
    ),
  )
})
