import { expect, test } from 'vitest'
import { asUpdateProblem, minutesUntilRetry, offline, problemFrom } from './problem.ts'

// spec: error.update
test('a failed update shows the server’s message, and one of its own where there is none', () => {
  expect(asUpdateProblem(problemFrom(409, { code: 'USERNAME_TAKEN', message: 'Taken.' }, null))).toMatchObject({
    code: 'USERNAME_TAKEN',
    message: 'Taken.',
    errors: [{ path: 'username' }],
  })
  const failures = [
    problemFrom(500, { code: 'INTERNAL' }, 'r1'),
    problemFrom(502, '<html>', null),
    new Error('?'),
    offline(),
  ]
  for (const error of failures) expect(asUpdateProblem(error).code).toBe('UPDATE_FAILED')
})

test('a limiter’s refusal has the minutes until it ends, and no other refusal has', () => {
  const minutes = (code: string, retryAfter: number | undefined) => {
    const { code: known, details } = problemFrom(429, { code, retryAfter }, null)
    return minutesUntilRetry(known, details)
  }
  expect([1, 60, 61, 600].map((seconds) => minutes('TOO_MANY_REQUESTS', seconds))).toEqual([1, 1, 2, 10])
  expect([minutes('TOO_MANY_REQUESTS', undefined), minutes('SLOW_MODE', 60)]).toEqual([undefined, undefined])
})
