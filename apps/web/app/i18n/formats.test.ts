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

test('a size of a few bytes has the plural of its language', () => {
  expect([0, 1, 21].map(formats('en-US').bytes)).toEqual(['0 bytes', '1 byte', '21 bytes'])
  expect(formats('en-US').bytes(2500)).toBe('2.5 kB')
  expect(formats('ja-JP').bytes(21)).toBe('21 バイト')
})

test('Arabic: Latin digits, the Gregorian year, and a price that stays in one piece', () => {
  const { number, money, date, ago, tokens } = formats('ar')
  expect(number(1234.5)).toBe('1,234.5')
  expect(money(12.5, 'USD')).toBe('\u2066US$\u00a012.50\u2069')
  expect(money(-3, 'USD')).toBe('\u2066−US$\u00a03.00\u2069')
  expect(tokens(-2)).toMatch(/−2$/)
  expect(date('2026-11-21T12:00:00Z')).toMatch(/2026/)
  for (const text of [
    number(98_765),
    date('2026-11-21'),
    ago('2026-11-21T12:00:00Z', new Date('2026-11-21T15:00:00Z')),
  ])
    expect(text).not.toMatch(/[\u0660-\u0669]/)
})

test('a row of names has the comma of its language, leaves out what is empty, and keeps each name in one piece from right to left', () => {
  const place = ['Lisbon', null, '', 'Portugal']
  expect(formats('en-US').list(place)).toBe('Lisbon, Portugal')
  expect(formats('ko-KR').list(place)).toBe('Lisbon, Portugal')
  expect(formats('ja-JP').list(place)).toBe('Lisbon、Portugal')
  expect(formats('zh-TW').list(place)).toBe('Lisbon、Portugal')
  expect(formats('ar').list(place)).toBe('\u2068Lisbon\u2069، \u2068Portugal\u2069')
  expect(formats('ar').list([])).toBe('')
})
