import { expect, test } from 'vitest'
import { type Charge, mixed, type Paid } from './mixed-moves.ts'

const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`
const charge = (id: string, targetId: string, minute: number, type = 'subscription') =>
  ({ _id: id, type, targetId, tokens: 65, createdAt: at(minute) }) as Charge
const paid = (id: string, subscriptionId: string | null, minute: number, status = 'succeeded') =>
  ({
    _id: id,
    purpose: subscriptionId ? 'subscription' : 'top_up',
    subscriptionId,
    status,
    createdAt: at(minute),
  }) as Paid
const ids = (charges: Charge[], payments: Paid[]) =>
  mixed(charges, payments, 8).map((move) =>
    move.kind === 'paid' ? [move.paid._id, move.charge?._id] : move.charge._id,
  )

test('a subscription that a card paid for is one move', () => {
  expect(ids([charge('c1', 's1', 2)], [paid('p1', 's1', 1)])).toEqual([['p1', 'c1']])
})

test('each renewal is one move, and so is a refused payment', () => {
  expect(
    ids(
      [charge('c2', 's1', 12), charge('c1', 's1', 2)],
      [paid('p3', 's1', 11), paid('p2', 's1', 10, 'failed'), paid('p1', 's1', 1)],
    ),
  ).toEqual([
    ['p3', 'c2'],
    ['p2', undefined],
    ['p1', 'c1'],
  ])
})

test('what the wallet paid for stays a move of tokens', () => {
  expect(ids([charge('c1', 's1', 2), charge('c2', 'x', 3, 'tip')], [paid('p1', null, 1), paid('p2', 's2', 4)])).toEqual(
    [['p2', undefined], 'c2', 'c1', ['p1', undefined]],
  )
})
