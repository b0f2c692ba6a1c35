import { expect, test } from 'vitest'
import { formats } from './formats.ts'

const lateEvening = '2026-11-21T23:30:00.000Z'

test('an instant has the date and time of the reader’s clock', () => {
  const tokyo = formats('en-US', 'Asia/Tokyo')
  expect(tokyo.date(lateEvening)).toBe('Nov 22, 2026')
  expect(tokyo.dateTime(lateEvening).replace(/\s/g, ' ')).toBe('Nov 22, 2026, 8:30 AM')
  expect(tokyo.time(lateEvening).replace(/\s/g, ' ')).toBe('8:30 AM')
  expect(formats('en-US').date(lateEvening)).toBe('Nov 21, 2026')
})

test('a birthday and a day that was counted in UTC are the same on every clock', () => {
  for (const zone of ['UTC', 'Asia/Tokyo', 'America/Los_Angeles']) {
    expect(formats('en-US', zone).date('2001-03-04')).toBe('Mar 4, 2001')
    expect(formats('en-US', zone).day('2026-11-21T00:00:00.000Z')).toBe('Nov 21, 2026')
  }
})
