import { describe, expect, it } from 'vitest'
import { clockIn, instantOf } from './zone.ts'

describe('the clock of a creator', () => {
  it.each([
    ['Europe/Lisbon', '2026-07-01T18:30', '2026-07-01T17:30:00.000Z'],
    ['Asia/Tokyo', '2026-11-21T08:00', '2026-11-20T23:00:00.000Z'],
    ['America/New_York', '2026-03-08T12:00', '2026-03-08T16:00:00.000Z'],
    ['Asia/Kolkata', '2026-01-01T00:00', '2025-12-31T18:30:00.000Z'],
  ])('%s %s is %s', (zone, shown, instant) => {
    expect(instantOf(zone, shown)).toBe(instant)
    expect(clockIn(zone, instant)).toBe(shown)
  })
  it('reads nothing out of half a date', () => expect(instantOf('UTC', '2026-11')).toBeNull())
})
