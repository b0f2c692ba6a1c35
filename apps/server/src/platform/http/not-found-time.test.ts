import { expect, test } from 'vitest'
import { momentAfter, withEvenNotFound } from './not-found-time.ts'
import { Refusal } from '../refusal.ts'

test('what took different times is sent at one moment, which is not past', () => {
  expect(new Set([0, 0.4, 3.2, 4.3, 24.9].map(momentAfter))).toEqual(new Set([25]))
  expect([25, 26.1, 49.9, 50].map(momentAfter)).toEqual([50, 50, 50, 75])
})

test('replies and other refusals pass as they are', async () => {
  expect(await withEvenNotFound(async () => 'reply')).toBe('reply')
  for (const code of ['NOT_FOUND', 'PERFORMER_NOT_FOUND', 'CONFLICT'] as const) {
    const refusal = new Refusal(code)
    await expect(withEvenNotFound(() => Promise.reject(refusal))).rejects.toBe(refusal)
  }
})
