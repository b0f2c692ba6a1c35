import { expect, it } from 'vitest'
import { type Draft, emptyDraft, obstacleOf } from './draft.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const at = (draft: Partial<Draft>, pollSaved = false) =>
  obstacleOf({ ...emptyDraft, text: 'Words', ...draft }, [], {
    zone: 'Asia/Tokyo',
    least: 1,
    most: 100,
    pollSaved,
    now,
  })
const poll = { question: 'Which?', options: ['One', 'Two'], endsAt: '' }

it.each([
  ['text', {}, null],
  ['nothing', { text: ' ' }, 'empty'],
  ['no price', { gate: 'paid' }, 'price'],
  ['a price too small', { gate: 'paid', price: '0.5' }, 'price'],
  ['a price too large', { gate: 'paid', price: '100.01' }, 'price'],
  ['a price that fits', { gate: 'paid', price: '100' }, null],
  ['no question', { poll: { ...poll, question: '' } }, 'question'],
  ['one answer', { poll: { ...poll, options: ['One', ' '] } }, 'options'],
  ['the same answer twice', { poll: { ...poll, options: ['One', 'one '] } }, 'sameOptions'],
  // 21:00 in Tokyo is 12:00 UTC: over this very moment.
  ['a poll that has ended', { poll: { ...poll, endsAt: '2026-11-21T21:00' } }, 'pollEnds'],
  ['a poll that ends in a minute', { poll: { ...poll, endsAt: '2026-11-21T21:01' } }, null],
  [
    'a poll that ends before the post goes out',
    { poll: { ...poll, endsAt: '2026-11-22T09:00' }, publishAt: '2026-11-22T10:00' },
    'pollEnds',
  ],
] as const)('%s', (_title, draft, expected) => expect(at(draft as Partial<Draft>)).toBe(expected))
it('a saved poll does not block publishing', () =>
  expect(at({ poll: { ...poll, endsAt: '2020-01-01T00:00' } }, true)).toBeNull())
