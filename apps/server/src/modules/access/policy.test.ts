import fc from 'fast-check'
import { isHidden } from './items.ts'
import { describe, expect, it } from 'vitest'
import type { SignedIn, Viewer, Visitor } from '../../platform/viewer.ts'
import { authorize, type Gate, type Lockable, type Relations } from './policy.ts'

const visitor: Visitor = { kind: 'visitor', address: '192.0.2.1', country: null, locale: 'en-US', age: 'none' as const }
const someone = (id: string, more: Partial<SignedIn> = {}): SignedIn => ({
  ...visitor,
  kind: 'signed-in',
  id,
  role: 'user',
  username: id,
  status: 'active',
  emailVerified: true,
  unfinished: false,
  approved: false,
  permissions: [],
  needsSecondFactor: false,
  termsDue: false,
  accessEpoch: 3,
  sessionId: 's',
  authenticatedAt: new Date(0),
  ...more,
})
const fan = someone('fan')
const creator = someone('creator', { role: 'performer', approved: true })
const moderator = someone('staff', { role: 'admin', permissions: ['moderation'] })
const suspended = someone('fan', { status: 'suspended' })
const bookkeeper = someone('books', { role: 'admin', permissions: ['finance'] })

const gate = (type: Gate['type'], more: Partial<Gate> = {}): Gate => ({
  type,
  planIds: [],
  listIds: [],
  price: null,
  freeForSubscribers: false,
  ...more,
})
const item = (of: Gate, availability: Lockable['availability'] = 'published'): Lockable => ({
  id: 'item',
  performerId: 'creator',
  gate: of,
  availability,
})
const stranger: Relations = {
  blockedPerformers: new Set(),
  geoBlockedPerformers: new Set(),
  ageClosedPerformers: new Set<string>(),
  closedPerformers: new Set(),
  followedPerformers: new Set(),
  subscribedPerformers: new Set(),
  plans: new Set(),
  purchases: new Set(),
  lists: new Set(),
}
const follower = { ...stranger, followedPerformers: new Set(['creator']) }
const subscriber = { ...stranger, subscribedPerformers: new Set(['creator']), plans: new Set(['gold']) }
// One was cancelled and runs on, the other was begun since.
const twice = { ...subscriber, plans: new Set(['gold', 'platinum']) }
const buyer = { ...stranger, purchases: new Set(['item']) }

const listed = { ...stranger, lists: new Set(['friends']) }

const answer = (viewer: Viewer, what: Lockable, relations: Relations) => {
  const verdict = authorize(viewer, what, relations)
  return verdict.granted ? verdict.as : verdict.why
}

describe('the access policy', () => {
  it.each([
    ['a visitor sees what is public', visitor, gate('public'), stranger, 'public'],
    ['a visitor signs in for followers’ posts', visitor, gate('followers'), stranger, 'sign-in'],
    ['a fan follows for followers’ posts', fan, gate('followers'), stranger, 'follow'],
    ['a follower sees them', fan, gate('followers'), follower, 'follower'],
    ['a subscriber sees them without following', fan, gate('followers'), subscriber, 'subscriber'],
    ['following opens nothing for subscribers', fan, gate('subscribers'), follower, 'subscribe'],
    ['a subscriber sees subscribers’ posts', fan, gate('subscribers'), subscriber, 'subscriber'],
    [
      'a plan of another kind does not open a plan’s post',
      fan,
      gate('plan', { planIds: ['platinum'] }),
      subscriber,
      'subscribe',
    ],
    ['the right plan opens it', fan, gate('plan', { planIds: ['gold'] }), subscriber, 'subscriber'],
    ['each of two running plans opens its own', fan, gate('plan', { planIds: ['gold'] }), twice, 'subscriber'],
    ['and so does the other', fan, gate('plan', { planIds: ['platinum'] }), twice, 'subscriber'],
    ['a paid post is bought', fan, gate('paid', { price: 500n }), subscriber, 'buy'],
    [
      'unless it is free for subscribers',
      fan,
      gate('paid', { price: 500n, freeForSubscribers: true }),
      subscriber,
      'subscriber',
    ],
    ['a buyer sees it', fan, gate('paid', { price: 500n }), buyer, 'purchased'],
    ['what was bought stays open when its gate becomes narrower', fan, gate('subscribers'), buyer, 'purchased'],
    [
      'a list does not open to accounts that are not on it',
      fan,
      gate('list', { listIds: ['friends'] }),
      subscriber,
      'list',
    ],
    ['a gate without a list opens to no one', fan, gate('list'), listed, 'list'],
    ['a visitor signs in for a list', visitor, gate('list', { listIds: ['friends'] }), stranger, 'sign-in'],
    ['a list opens to those on it', fan, gate('list', { listIds: ['friends'] }), listed, 'listed'],
    ['one of several lists is enough', fan, gate('list', { listIds: ['family', 'friends'] }), listed, 'listed'],
    ['another list opens nothing', fan, gate('list', { listIds: ['family'] }), listed, 'list'],
    ['a suspended fan is on no list', suspended, gate('list', { listIds: ['friends'] }), listed, 'unavailable'],
    ['the creator sees the own work', creator, gate('paid', { price: 500n }), stranger, 'owner'],
    ['a moderator sees everything', moderator, gate('paid', { price: 500n }), stranger, 'staff'],
    ['staff without moderation see what anybody sees', bookkeeper, gate('subscribers'), stranger, 'subscribe'],
    ['a suspended fan sees what is public', suspended, gate('public'), stranger, 'public'],
    ['and nothing they follow', suspended, gate('followers'), follower, 'unavailable'],
    ['nor pay for', suspended, gate('subscribers'), subscriber, 'unavailable'],
    ['nor bought', suspended, gate('paid', { price: 500n }), buyer, 'unavailable'],
    [
      'a suspended creator sees the own work',
      someone('creator', { role: 'performer', status: 'suspended' }),
      gate('paid', { price: 500n }),
      stranger,
      'owner',
    ],
    [
      'a suspended moderator is no moderator',
      someone('staff', { role: 'admin', permissions: ['moderation'], status: 'suspended' }),
      gate('paid', { price: 500n }),
      stranger,
      'unavailable',
    ],
    [
      'an account that is closing keeps its access',
      someone('fan', { status: 'closing' }),
      gate('paid'),
      buyer,
      'purchased',
    ],
  ] as const)('%s', (_title, viewer, of, relations, expected) => {
    expect(answer(viewer, item(of), relations)).toBe(expected)
  })

  it('hides everything from a blocked fan, including subscriptions', () => {
    const blocked = { ...subscriber, blockedPerformers: new Set(['creator']) }
    for (const type of ['public', 'followers', 'subscribers', 'paid'] as const)
      expect(answer(fan, item(gate(type, { price: 1n })), blocked)).toBe('blocked')
  })

  it('leaves what was bought to a buyer who is blocked, or whose country is, and marks it as closed', () => {
    for (const [why, hidden] of [
      ['blocked', { blockedPerformers: new Set(['creator']) }],
      ['geo', { geoBlockedPerformers: new Set(['creator']) }],
    ] as const) {
      const relations = { ...subscriber, ...buyer, ...hidden }
      for (const availability of ['published', 'archived'] as const) {
        const verdict = authorize(fan, item(gate('paid', { price: 1n }), availability), relations)
        expect(verdict).toMatchObject({ granted: true, as: 'purchased', closed: why })
        expect(isHidden(verdict)).toBe(true)
      }
      expect(answer(fan, item(gate('paid'), 'withheld'), relations)).toBe(why)
      expect(answer(suspended, item(gate('paid')), relations)).toBe(why)
      expect(answer(fan, item(gate('paid')), { ...relations, ageClosedPerformers: new Set(['creator']) })).toBe(why)
    }
  })

  it('hides everything in a blocked country', () => {
    expect(answer(fan, item(gate('public')), { ...subscriber, geoBlockedPerformers: new Set(['creator']) })).toBe('geo')
  })

  it('shows an archived item to its buyers only', () => {
    expect(answer(fan, item(gate('public'), 'archived'), buyer)).toBe('purchased')
    expect(answer(fan, item(gate('public'), 'archived'), subscriber)).toBe('unavailable')
  })

  it('hides archived items from a suspended fan, and still reports blocks to them', () => {
    expect(answer(suspended, item(gate('public'), 'archived'), buyer)).toBe('unavailable')
    expect(answer(suspended, item(gate('public')), { ...stranger, closedPerformers: new Set(['creator']) })).toBe(
      'unavailable',
    )
    expect(answer(suspended, item(gate('public')), { ...stranger, blockedPerformers: new Set(['creator']) })).toBe(
      'blocked',
    )
  })

  it('shows a draft or removed item to its creator and staff alone', () => {
    expect(answer(fan, item(gate('public'), 'withheld'), buyer)).toBe('unavailable')
    expect(answer(creator, item(gate('public'), 'withheld'), stranger)).toBe('owner')
  })

  it('names the price and the other way in', () => {
    expect(authorize(fan, item(gate('paid', { price: 500n, freeForSubscribers: true })), stranger)).toEqual({
      granted: false,
      why: 'buy',
      price: 500n,
      alsoBySubscribing: true,
      epoch: 3,
    })
  })

  it('never gives more access to a viewer with fewer relations', () => {
    const sets = fc.record({
      follows: fc.boolean(),
      subscribed: fc.boolean(),
      owns: fc.boolean(),
      listed: fc.boolean(),
      blocked: fc.boolean(),
    })
    const gates = fc.constantFrom<Gate['type']>('public', 'followers', 'subscribers', 'plan', 'paid', 'list')
    const relationsOf = (has: {
      follows: boolean
      subscribed: boolean
      owns: boolean
      listed: boolean
      blocked: boolean
    }): Relations => ({
      ...stranger,
      followedPerformers: new Set(has.follows ? ['creator'] : []),
      subscribedPerformers: new Set(has.subscribed ? ['creator'] : []),
      plans: new Set(has.subscribed ? ['gold'] : []),
      purchases: new Set(has.owns ? ['item'] : []),
      lists: new Set(has.listed ? ['friends'] : []),
      blockedPerformers: new Set(has.blocked ? ['creator'] : []),
    })
    fc.assert(
      fc.property(gates, sets, sets, fc.boolean(), (type, more, less, free) => {
        const lessIsLess =
          (!less.follows || more.follows) &&
          (!less.subscribed || more.subscribed) &&
          (!less.owns || more.owns) &&
          (!less.listed || more.listed) &&
          (!more.blocked || less.blocked)
        fc.pre(lessIsLess)
        const what = item(
          gate(type, { price: 100n, planIds: ['gold'], listIds: ['friends'], freeForSubscribers: free }),
        )
        const open = (has: typeof more) => authorize(fan, what, relationsOf(has)).granted
        expect(!open(less) || open(more)).toBe(true)
      }),
    )
  })
})
