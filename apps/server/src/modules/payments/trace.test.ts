import fc from 'fast-check'
import { expect, test } from 'vitest'
import { trace, type WalletChange } from './trace.ts'

test('what came first is spent first', () => {
  // 50 were there, 100 came, then 30, 60 and 40 were paid and 20 came.
  const changes = [
    { id: 'later', amount: 2000n },
    { id: 'third', amount: -4000n },
    { id: 'second', amount: -6000n },
    { id: 'first', amount: -3000n },
  ]
  expect(trace(10_000n, 4000n, changes)).toEqual({
    unspent: 2000n,
    spent: [
      { id: 'third', tokens: 4000n },
      { id: 'second', tokens: 4000n },
    ],
  })
})

/** Spends token by token, as the rule is written. */
function slowly(tokens: bigint, before: bigint, changes: readonly WalletChange[]) {
  const queue: ('other' | 'traced')[] = [
    ...Array.from({ length: Number(before) }, () => 'other' as const),
    ...Array.from({ length: Number(tokens) }, () => 'traced' as const),
  ]
  const spent = new Map<string, bigint>()
  for (const { id, amount } of [...changes].reverse()) {
    if (amount > 0n) queue.push(...Array.from({ length: Number(amount) }, () => 'other' as const))
    else
      for (const token of queue.splice(0, Number(-amount)))
        if (token === 'traced') spent.set(id, (spent.get(id) ?? 0n) + 1n)
  }
  return { unspent: BigInt(queue.filter((token) => token === 'traced').length), spent, balance: BigInt(queue.length) }
}

test('any order of payments traces as if each token were followed', () => {
  const small = fc.integer({ min: 0, max: 40 })
  fc.assert(
    fc.property(
      small,
      small,
      fc.array(fc.integer({ min: -30, max: 30 }), { maxLength: 12 }),
      (before, tokens, steps) => {
        let balance = before + tokens
        const changes: WalletChange[] = []
        for (const [at, step] of steps.entries()) {
          const amount = Math.max(step, -balance)
          if (amount === 0) continue
          balance += amount
          changes.unshift({ id: String(at), amount: BigInt(amount) })
        }
        const slow = slowly(BigInt(tokens), BigInt(before), changes)
        const traced = trace(BigInt(tokens), slow.balance, changes)
        expect(traced.unspent).toBe(slow.unspent)
        expect(new Map(traced.spent.map(({ id, tokens: part }) => [id, part]))).toEqual(slow.spent)
      },
    ),
  )
})
