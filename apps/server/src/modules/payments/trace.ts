// Which charges spent the tokens of one credit to a wallet. Tokens are spent in the order in which they came (first in, first out).

/** A change of a wallet after the credit, in hundredths of a token: above zero where tokens came in. */
export interface WalletChange {
  id: string
  amount: bigint
}
export interface Traced {
  /** What of the credit is still in the wallet. */
  unspent: bigint
  /** What each change took of it. */
  spent: { id: string; tokens: bigint }[]
}

/**
 * Traces a credit of `tokens`, given the wallet's present `balance` and all changes since the credit, newest first. The last tokens that came in
 * are the last that are spent. So, counted back from the newest token, the wallet holds the first `balance`, the newest payment took those
 * behind it, and so on, and the credit lies behind all that came in after it.
 *
 * For example 100 tokens were credited, then 30 and 50 were spent, 40 more came in and 20 were spent: the balance is 40, and the changes are
 * −20, +40, −50, −30. The last 40 to be spent are the ones that came later, so nothing of the credit is left: the payments took 20, 50 and 30 of it.
 */
export function trace(tokens: bigint, balance: bigint, changes: readonly WalletChange[]): Traced {
  const begin = changes.reduce((sum, { amount }) => (amount > 0n ? sum + amount : sum), 0n)
  const end = begin + tokens
  const within = (from: bigint, to: bigint): bigint => {
    const [first, last] = [from > begin ? from : begin, to < end ? to : end]
    return last > first ? last - first : 0n
  }
  const spent: Traced['spent'] = []
  let at = balance
  for (const { id, amount } of changes) {
    if (amount >= 0n) continue
    const part = within(at, at - amount)
    if (part > 0n) spent.push({ id, tokens: part })
    at -= amount
  }
  return { unspent: within(0n, balance), spent }
}
