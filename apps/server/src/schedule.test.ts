import { expect, test } from 'vitest'

import './testing/attach-demo.ts'
import { scheduleOf } from './schedule.ts'

const namesIn = (mode: 'demo' | 'production') => scheduleOf({ mode }).map(({ name }) => name)

test('a demo also loads its world, keeps rooms live and sends the webhooks of the test gateway; production does none of it', () => {
  const production = namesIn('production')
  const demo = namesIn('demo')
  expect(production).toContain('renew-subscriptions')
  expect(demo.filter((name) => !production.includes(name))).toEqual([
    'deliver-test-webhooks',
    'keep-demo-rooms-live',
    'load-demo-world',
  ])
  expect(production.filter((name) => !demo.includes(name) || /demo|test/.test(name))).toEqual([])
})

test('no two scheduled jobs share a name', () => {
  const names = namesIn('demo')
  expect(new Set(names).size).toBe(names.length)
})
