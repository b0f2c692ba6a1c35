import { describe, expect, it } from 'vitest'
import { clockIn, instantOf, momentOf } from './zone.ts'

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
  it.each([
    // Clocks go forward: the hour is not there, and what was meant comes an hour later on the new clock.
    ['Europe/Lisbon', '2026-03-29T01:30', '2026-03-29T01:30:00.000Z', 'never'],
    ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30:00.000Z', 'never'],
    ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45:00.000Z', 'never'],
    // Clocks go back: the hour comes twice, and the first is meant.
    ['Europe/Lisbon', '2026-10-25T01:30', '2026-10-25T00:30:00.000Z', 'twice'],
    ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z', 'twice'],
    ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45:00.000Z', 'twice'],
    // On the edges of both, and on a day without a change.
    ['Europe/Lisbon', '2026-03-29T00:59', '2026-03-29T00:59:00.000Z', 'once'],
    ['Europe/Lisbon', '2026-03-29T02:00', '2026-03-29T01:00:00.000Z', 'once'],
    ['Europe/Lisbon', '2026-10-25T02:00', '2026-10-25T02:00:00.000Z', 'once'],
    ['America/New_York', '2026-11-01T00:59', '2026-11-01T04:59:00.000Z', 'once'],
    ['Asia/Tokyo', '2026-03-29T02:30', '2026-03-28T17:30:00.000Z', 'once'],
  ] as const)('%s %s is %s, which comes %s', (zone, shown, instant, comes) => {
    expect(momentOf(zone, shown)).toEqual({ instant, comes })
    if (comes !== 'never') expect(clockIn(zone, instant)).toBe(shown)
  })
  it('reads nothing out of half a date', () => expect(instantOf('UTC', '2026-11')).toBeNull())
})
