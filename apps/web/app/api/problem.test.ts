import { expect, test } from 'vitest'
import { asUpdateProblem, offline, problemFrom } from './problem.ts'

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
