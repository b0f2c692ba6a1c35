import { expect, test } from 'vitest'
import { timeParts } from './times.ts'

const secondsIn = (text: string, length = 7200) => timeParts(text, length).flatMap(({ second }) => second ?? [])

test('a time in a text is a place in the video', () => {
  expect(timeParts('The wall thins at 7:52, look.', 1116)).toEqual([
    { text: 'The wall thins at ' },
    { text: '7:52', second: 472 },
    { text: ', look.' },
  ])
  expect(secondsIn('0:00 12:05 1:02:30')).toEqual([0, 725, 3750])
})

test('what is no time, or later than the end, stays as it is written', () => {
  expect(secondsIn('3:7 10:99 1:75:00 12:34:5 1.2:30 16:9')).toEqual([])
  expect(secondsIn('20:00', 1116)).toEqual([])
  expect(timeParts('', 10)).toEqual([])
})
