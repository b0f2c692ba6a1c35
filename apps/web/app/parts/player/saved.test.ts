import { expect, test } from 'vitest'
import { qualityFor } from './saved.ts'

test.each([
  [[240, 360, 720], 0, -1],
  [[240, 360, 720], 360, 1],
  [[240, 360, 720], 1080, 2],
  [[720, 360, 480], 480, 2],
  [[360, 720], 240, 0],
  [[], 720, -1],
])('of %j somebody who chose %i gets level %i', (heights, wanted, level) => {
  expect(qualityFor(heights, wanted)).toBe(level)
})
