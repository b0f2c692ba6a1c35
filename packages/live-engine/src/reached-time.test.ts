import { expect, test } from 'vitest'
import { ReachedTime } from './reached-time.ts'

test('counts the time between reports, and nothing where they stopped', () => {
  const time = new ReachedTime()
  for (const at of [0, 1_000, 2_000, 3_000]) time.arrived('fan', 'one', at)
  // It stood still for ten seconds.
  for (const at of [13_000, 14_000]) time.arrived('fan', 'one', at)
  expect(time.all()).toEqual([{ user: 'fan', ms: 4_000 }])
})

test('counts the same moment once on two devices, and another person apart', () => {
  const time = new ReachedTime()
  for (let at = 0; at <= 10_000; at += 500) time.arrived('fan', at % 1_000 === 0 ? 'phone' : 'desk', at)
  for (const at of [0, 1_000]) time.arrived('other', 'theirs', at)
  expect(time.all()).toEqual([
    { user: 'fan', ms: 10_000 },
    { user: 'other', ms: 1_000 },
  ])
  // One of the two goes on.
  time.left('desk')
  time.arrived('fan', 'phone', 11_000)
  expect(time.all()[0]).toEqual({ user: 'fan', ms: 11_000 })
})
