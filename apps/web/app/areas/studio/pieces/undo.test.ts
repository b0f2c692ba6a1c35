import { expect, it } from 'vitest'
import { audienceBack, type Before, publishingBack } from './undo.ts'

const item = (_id: string, change: Partial<Before>): Before => ({
  _id,
  status: 'published',
  publishAt: null,
  gate: { type: 'public', price: null, planIds: [], listIds: [], freeForSubscribers: false },
  ...change,
})
const paid = { type: 'paid', price: 120, planIds: [], listIds: [], freeForSubscribers: true }

it('gives items that were alike their audience back together, with the price', () =>
  expect(audienceBack([item('a', {}), item('b', { gate: paid }), item('c', {})])).toEqual([
    { ids: ['a', 'c'], changes: { gate: { type: 'public' } } },
    { ids: ['b'], changes: { gate: { type: 'paid', price: 120, freeForSubscribers: true } } },
  ]))
it('publishes again what was published, at its time what was scheduled, and leaves drafts', () => {
  const publishAt = '2031-01-01T00:00:00.000Z'
  const items = [item('a', {}), item('b', { status: 'scheduled', publishAt }), item('c', { status: 'draft' })]
  expect(publishingBack(items)).toEqual([
    { ids: ['a'], changes: { status: 'published' } },
    { ids: ['b'], changes: { publishAt } },
  ])
})
