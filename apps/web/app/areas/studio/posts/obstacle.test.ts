import { expect, it } from 'vitest'
import type { StudioPost } from '../pieces/post-states.ts'
import { emptyPost, obstacleOf, type PostDraft } from './post-draft.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const at = (draft: Partial<PostDraft>, post: StudioPost | null = null) =>
  obstacleOf({ ...emptyPost, text: 'Words', ...draft }, [], { zone: 'Asia/Tokyo', least: 1, most: 100, post, now })
const poll = { question: 'Which?', options: ['One', 'Two'], endsAt: '' }

it.each([
  ['text', {}, null],
  ['nothing', { text: ' ' }, 'empty'],
  ['no price', { gate: 'paid' }, 'noPrice'],
  ['only a space for a price', { gate: 'paid', price: ' ' }, 'noPrice'],
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
  ['an expiry that has passed', { expiresAt: '2026-11-21T21:00' }, 'expiry'],
  ['an expiry in a minute', { expiresAt: '2026-11-21T21:01' }, null],
  [
    'an expiry before the post is published',
    { publishAt: '2026-11-22T10:00', expiresAt: '2026-11-22T09:00' },
    'expiry',
  ],
] as const)('%s', (_title, draft, expected) => expect(at(draft as Partial<PostDraft>)).toBe(expected))
it('a saved poll does not block publishing', () =>
  expect(at({ poll: { ...poll, endsAt: '2020-01-01T00:00' } }, { poll } as unknown as StudioPost)).toBeNull())
it('an expiry that has passed blocks an archived post only once it is edited', () => {
  const post = { expiresAt: '2026-11-20T12:00:00.500Z' } as StudioPost
  expect(at({ expiresAt: '2026-11-20T21:00' }, post)).toBeNull()
  expect(at({ expiresAt: '2026-11-20T21:01' }, post)).toBe('expiry')
})
