// Where the tokens of a payment are. Tokens are spent in the order in which they came (first in, first out). What a charge returns are the
// tokens that it took: they come back with the place they had, so that what is spent next are they, and not tokens that came later.

/** A change of a wallet, in hundredths of a token. `source` is the payment or charge that the tokens belong to. */
export interface WalletChange {
  /**
   * `credit`: tokens come in. `spend`: a charge takes some. `return`: a charge gives some back. `payment`: a refund or a dispute takes tokens of
   * a payment back (below zero), or a won dispute gives them again.
   */
  kind: 'credit' | 'spend' | 'return' | 'payment'
  source: string
  /** Above zero where tokens came in. */
  amount: bigint
}
export interface Traced {
  /** What of the tokens is in the wallet. */
  unspent: bigint
  /** What each charge holds of them, the newest charge first. */
  spent: { id: string; tokens: bigint }[]
}

/**
 * Traces what is left of the tokens that `source` brought, at most `tokens` of them, given the wallet's present `balance` and its changes
 * since, oldest first. What is left in the wallet counts first, then what the newest charges hold.
 *
 * For example 500 tokens come in, a parcel takes them, 500 others come in, the parcel is cancelled, and 500 are tipped: the tip took those that
 * the parcel had returned.
 */
export function trace(source: string, tokens: bigint, balance: bigint, changes: readonly WalletChange[]): Traced {
  const wallet = new Wallet(balance - changes.reduce((sum, { amount }) => sum + amount, 0n))
  for (const change of changes) wallet.apply(change)
  const wanted = wallet.broughtBy(source)
  let left = tokens
  const count = (coins: readonly Coins[]): bigint => {
    const found = least(size(within(coins, wanted)), left)
    left -= found
    return found
  }
  const unspent = count(wallet.present)
  const spent = [...wallet.taken].reverse().flatMap(([id, coins]) => {
    const part = count(coins)
    return part > 0n ? [{ id, tokens: part }] : []
  })
  return { unspent, spent }
}

/** A run of tokens, numbered in the order in which they came: from `from` up to, but not including, `to`. */
interface Coins {
  from: bigint
  to: bigint
}
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)
const greatest = (one: bigint, other: bigint): bigint => (one > other ? one : other)
const size = (coins: readonly Coins[]): bigint => coins.reduce((sum, { from, to }) => sum + to - from, 0n)
const inOrder = (coins: readonly Coins[]): Coins[] => coins.toSorted((one, other) => (one.from < other.from ? -1 : 1))
const within = (coins: readonly Coins[], wanted: readonly Coins[]): Coins[] =>
  coins.flatMap(({ from, to }) =>
    wanted.flatMap((range) => {
      const both = { from: greatest(from, range.from), to: least(to, range.to) }
      return both.from < both.to ? [both] : []
    }),
  )
const without = (coins: readonly Coins[], gone: readonly Coins[]): Coins[] =>
  gone.reduce<Coins[]>(
    (rest, { from, to }) =>
      rest
        .flatMap((range) => [
          { from: range.from, to: least(range.to, from) },
          { from: greatest(range.from, to), to: range.to },
        ])
        .filter((range) => range.from < range.to),
    [...coins],
  )
/** The oldest tokens, or the newest, up to an amount. */
function some(coins: readonly Coins[], amount: bigint, end: 'oldest' | 'newest'): Coins[] {
  const chosen: Coins[] = []
  for (const { from, to } of end === 'oldest' ? inOrder(coins) : inOrder(coins).reverse()) {
    const part = least(to - from, amount - size(chosen))
    if (part > 0n) chosen.push(end === 'oldest' ? { from, to: from + part } : { from: to - part, to })
  }
  return chosen
}

/** Follows each token of a wallet. */
class Wallet {
  present: Coins[]
  /** What each charge holds, in the order of the charges. */
  readonly taken = new Map<string, Coins[]>()
  readonly #brought = new Map<string, Coins[]>()
  readonly #withdrawn = new Map<string, Coins[]>()
  /** Charges that were posted a moment before the tokens which they took. */
  #waiting: { id: string; amount: bigint }[] = []
  #oldest = 0n
  #next: bigint

  constructor(before: bigint) {
    this.#next = greatest(before, 0n)
    this.present = [{ from: 0n, to: this.#next }]
  }

  broughtBy(source: string): Coins[] {
    return this.#brought.get(source) ?? []
  }

  apply({ kind, source, amount }: WalletChange): void {
    if (kind === 'credit') this.#credit(source, amount)
    else if (kind === 'spend') this.#spend(source, -amount)
    else if (kind === 'return') this.#giveBack(this.taken, source, amount)
    else if (amount < 0n) this.#withdraw(source, -amount)
    else this.#giveBack(this.#withdrawn, source, amount)
  }

  #credit(source: string, amount: bigint): void {
    const coins = { from: this.#next, to: this.#next + amount }
    this.#next = coins.to
    this.#brought.set(source, [...this.broughtBy(source), coins])
    this.present.push(coins)
    const waiting = this.#waiting
    this.#waiting = []
    for (const { id, amount: missing } of waiting) this.#spend(id, missing)
  }

  #spend(id: string, amount: bigint): void {
    const coins = some(this.present, amount, 'oldest')
    this.#move(coins, this.taken, id)
    if (size(coins) < amount) this.#waiting.push({ id, amount: amount - size(coins) })
  }

  /** The newest of them; what is not known of them came before all that is. */
  #giveBack(owners: Map<string, Coins[]>, id: string, amount: bigint): void {
    const held = owners.get(id) ?? []
    const coins = some(held, amount, 'newest')
    owners.set(id, without(held, coins))
    const older = amount - size(coins)
    this.present.push(...coins, { from: this.#oldest - older, to: this.#oldest })
    this.#oldest -= older
  }

  /**
   * A payment's own tokens go back, wherever they are: a charge that holds some gets others of the wallet for them, as if the payment's had
   * never come.
   */
  #withdraw(source: string, amount: bigint): void {
    const own = some(within(this.present, this.broughtBy(source)), amount, 'newest')
    this.#move(own, this.#withdrawn, source)
    let left = amount - size(own)
    for (const [id, held] of [...this.taken].reverse()) {
      const theirs = some(within(held, this.broughtBy(source)), left, 'newest')
      if (theirs.length === 0) continue
      this.taken.set(id, without(held, theirs))
      this.#withdrawn.set(source, [...(this.#withdrawn.get(source) ?? []), ...theirs])
      this.#move(some(this.present, size(theirs), 'oldest'), this.taken, id)
      left -= size(theirs)
    }
    this.#move(some(this.present, left, 'oldest'), this.#withdrawn, source)
  }

  #move(coins: readonly Coins[], owners: Map<string, Coins[]>, id: string): void {
    this.present = without(this.present, coins)
    owners.set(id, [...(owners.get(id) ?? []), ...coins])
  }
}
