import { expect, test } from 'vitest'
import { chaptersOf, linesOf, secondOf } from './chapter-lines.ts'

test('times are read as they are written', () => {
  expect(['0:00', '1:38', ' 12:05 ', '1:02:30', '90:00'].map(secondOf)).toEqual([0, 98, 725, 3750, 5400])
  expect(['', '98', '1:75', '1:99:00', 'soon'].map(secondOf)).toEqual([null, null, null, null, null])
})

test('chapters are saved in their order from the beginning, and come back as they were written', () => {
  const lines = [
    { at: '0:00', title: 'Wedging' },
    { at: '1:38', title: 'Opening' },
  ]
  const saved = chaptersOf(lines)
  expect(saved).toEqual([
    { at: 0, title: 'Wedging' },
    { at: 98, title: 'Opening' },
  ])
  expect(linesOf(saved!)).toEqual(lines)
  expect(chaptersOf([])).toEqual([])
  expect(chaptersOf([{ at: '0:05', title: 'Late' }])).toBeNull()
  expect(chaptersOf([lines[0]!, { at: '0:02', title: 'Close' }])).toBeNull()
  expect(chaptersOf([{ at: '0:00', title: '' }])).toBeNull()
})
