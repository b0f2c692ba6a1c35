import { expect, test } from 'vitest'
import { limitStep } from './limit-step.ts'

test('a limit is near in few steps, whatever is typed between them', () => {
  const steps = Array.from({ length: 1003 }, (_, length) => limitStep(length, 1000))
  const changes = steps.flatMap((step, at) => (at > 0 && step !== steps[at - 1] ? [[at, step]] : []))
  expect(changes).toEqual([
    [800, 1],
    [990, 2],
    [1000, 3],
    [1001, 4],
  ])
})

test('of a short limit the last characters are the last tenth', () => {
  expect([15, 16, 18, 20, 21].map((length) => limitStep(length, 20))).toEqual([0, 1, 2, 3, 4])
})
