import { describe, expect, it } from 'vitest'
import type { StudioItem } from '../pieces/studio-items.ts'
import { emptyItem, startingLike } from './draft.ts'

const last = (gate: Partial<StudioItem['gate']>) =>
  ({
    title: 'The last one',
    text: 'Its text',
    tags: ['clay'],
    status: 'published',
    publishAt: null,
    expiresAt: null,
    isPinned: true,
    whoMayComment: 'none',
    participants: [],
    gate: { type: 'public', price: null, planIds: [], listIds: [], freeForSubscribers: false, ...gate },
  }) as unknown as StudioItem
const begun = (gate: Partial<StudioItem['gate']>) => startingLike(emptyItem, last(gate), 'Asia/Tokyo')

describe('a new item', () => {
  it('begins as public where nothing was published', () =>
    expect(startingLike(emptyItem, undefined, 'Asia/Tokyo')).toEqual(emptyItem))
  it('begins with the price of what was sold last, and with nothing else of it', () =>
    expect(begun({ type: 'paid', price: 12 })).toEqual({
      ...emptyItem,
      gate: 'paid',
      price: '12',
      freeForSubscribers: false,
    }))
  it('begins with the lists of the last, and never with a wider audience', () => {
    expect(begun({ type: 'list', listIds: ['friends'] })).toEqual({ ...emptyItem, gate: 'list', listIds: ['friends'] })
    expect(begun({ type: 'subscribers' }).gate).toBe('subscribers')
    expect(begun({ type: 'plans' as never }).gate).toBe('subscribers')
  })
  it('is free for subscribers once it is sold, where the last was not sold', () =>
    expect(begun({ type: 'public' })).toEqual(emptyItem))
})
