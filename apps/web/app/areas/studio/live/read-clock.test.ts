import { expect, test } from 'vitest'
import { readClock } from './read-clock.ts'

test('times are read as they are written, and nothing else', () => {
  for (const [text, seconds] of [
    ['0:00', 0],
    ['4:32', 272],
    [' 1:04:09 ', 3_849],
    ['90:00', 5_400],
  ] as const)
    expect(readClock(text)).toBe(seconds)
  for (const text of ['', '12', '1:60', '1:60:00', '1:2:3:4', '-1:00', 'a:bc', '1:00.5'])
    expect(readClock(text)).toBeNull()
})
