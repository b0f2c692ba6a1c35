import fc from 'fast-check'
import { expect, test } from 'vitest'
import { trace, type WalletChange } from './trace.ts'

const credit = (source: string, amount: bigint): WalletChange => ({ kind: 'credit', source, amount })
const spend = (source: string, amount: bigint): WalletChange => ({ kind: 'spend', source, amount: -amount })
const giveBack = (source: string, amount: bigint): WalletChange => ({ kind: 'return', source, amount })
const ofPayment = (source: string, amount: bigint): WalletChange => ({ kind: 'payment', source, amount })

test('what came first is spent first', () => {
  // 50 were there, 100 came, then 30, 60 and 40 were paid and 20 came.
  const changes = [
    credit('card', 100n),
    spend('first', 30n),
    spend('second', 60n),
    spend('third', 40n),
    credit('x', 20n),
  ]
  expect(trace('card', 100n, 40n, changes)).toEqual({
    unspent: 20n,
    spent: [
      { id: 'third', tokens: 40n },
      { id: 'second', tokens: 40n },
    ],
  })
})

test('what a charge returns is what it took: it is spent again before what came later', () => {
  const changes = [
    credit('stolen', 500n),
    spend('parcel', 500n),
    credit('own', 500n),
    giveBack('parcel', 500n),
    spend('tip', 500n),
  ]
  expect(trace('stolen', 500n, 500n, changes)).toEqual({ unspent: 0n, spent: [{ id: 'tip', tokens: 500n }] })
  expect(trace('own', 500n, 500n, changes)).toEqual({ unspent: 500n, spent: [] })
})

test('a part that is returned is the part that was spent last', () => {
  const changes = [credit('card', 100n), spend('parcel', 80n), giveBack('parcel', 30n)]
  // 20 were there before.
  expect(trace('card', 100n, 70n, changes)).toEqual({ unspent: 70n, spent: [{ id: 'parcel', tokens: 30n }] })
})

test('what an older charge returns is older than what came since', () => {
  const changes = [credit('card', 100n), giveBack('before', 40n), spend('tip', 40n)]
  expect(trace('card', 100n, 100n, changes)).toEqual({ unspent: 100n, spent: [] })
})

test('a refund of another payment takes that payment’s tokens, wherever they are', () => {
  const changes = [credit('other', 50n), spend('tip', 50n), credit('card', 100n), ofPayment('other', -50n)]
  expect(trace('card', 100n, 50n, changes)).toEqual({ unspent: 50n, spent: [{ id: 'tip', tokens: 50n }] })
})

test('a dispute that is won gives its tokens their place again', () => {
  const changes = [
    credit('other', 50n),
    credit('card', 100n),
    ofPayment('other', -50n),
    ofPayment('other', 50n),
    spend('tip', 50n),
  ]
  expect(trace('card', 100n, 100n, changes)).toEqual({ unspent: 100n, spent: [] })
})

test('a charge that is posted a moment before its tokens takes them when they come', () => {
  const changes = [spend('tip', 30n), credit('card', 100n)]
  expect(trace('card', 100n, 70n, changes)).toEqual({ unspent: 70n, spent: [{ id: 'tip', tokens: 30n }] })
})

/** What is traced is no more than what was disputed: part of it was refunded before. */
test('at most the disputed tokens are found, those of the wallet first', () => {
  const changes = [credit('card', 100n), spend('tip', 90n)]
  expect(trace('card', 40n, 10n, changes)).toEqual({ unspent: 10n, spent: [{ id: 'tip', tokens: 30n }] })
})

type Token = { from: string; order: number }
/** Follows token by token, as the rule is written: the tokens with the lowest number are spent first, and a charge returns its highest. */
function slowly(before: number, changes: readonly WalletChange[]) {
  let next = 0
  const make = (from: string, count: number) => Array.from({ length: count }, () => ({ from, order: next++ }))
  const byOrder = (tokens: Token[]) => tokens.sort((one, other) => one.order - other.order)
  let wallet: Token[] = make('before', before)
  const charges = new Map<string, Token[]>()
  for (const { kind, source, amount } of changes)
    if (kind === 'credit') wallet.push(...make(source, Number(amount)))
    else if (kind === 'spend') charges.set(source, byOrder(wallet).splice(0, Number(-amount)))
    else wallet.push(...byOrder(charges.get(source)!).splice(-Number(amount)))
  wallet = byOrder(wallet)
  return { wallet, charges }
}

test('any order of top-ups, charges and returns traces as if each token were followed', () => {
  const step = fc.record({ kind: fc.constantFrom('credit', 'spend', 'return'), part: fc.integer({ min: 1, max: 30 }) })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40 }), fc.array(step, { maxLength: 25 }), (before, steps) => {
      let balance = before
      const changes: WalletChange[] = []
      const left = new Map<string, number>()
      for (const [at, { kind, part }] of steps.entries()) {
        if (kind === 'credit') changes.push(credit(`credit ${at}`, BigInt(part)))
        if (kind === 'credit') balance += part
        if (kind === 'spend' && balance > 0) {
          const amount = Math.min(part, balance)
          changes.push(spend(`charge ${at}`, BigInt(amount)))
          left.set(`charge ${at}`, amount)
          balance -= amount
        }
        const [id, rest] = [...left][part % (left.size || 1)] ?? []
        if (kind === 'return' && id && rest) {
          const amount = Math.min(part, rest)
          changes.push(giveBack(id, BigInt(amount)))
          left.set(id, rest - amount)
          balance += amount
        }
      }
      const { wallet, charges } = slowly(before, changes)
      for (const { kind, source, amount } of changes) {
        if (kind !== 'credit') continue
        const traced = trace(source, amount, BigInt(balance), changes)
        const count = (tokens: Token[]) => BigInt(tokens.filter(({ from }) => from === source).length)
        expect(traced.unspent).toBe(count(wallet))
        const held = [...charges].map(([id, tokens]) => ({ id, tokens: count(tokens) }))
        expect(traced.spent).toEqual(held.filter(({ tokens }) => tokens > 0n).reverse())
        expect(traced.unspent + traced.spent.reduce((sum, { tokens }) => sum + tokens, 0n)).toBe(amount)
      }
    }),
  )
})
