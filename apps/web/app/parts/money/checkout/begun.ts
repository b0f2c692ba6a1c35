import type { RequestInput } from '../../../api/contract.ts'
import type { Payment } from '../payment.ts'

// A purchase that was begun, on this device: its keys, so that a second press, a reload or the way back pays for nothing twice, and what
// was chosen, so that it is still there after the pages of the gateway and the bank. For an hour, and not after it is bought.

type TopUp = NonNullable<RequestInput<'POST /payment/wallet/top-up'>['body']>
export interface Begun {
  owner: string
  /** Where this page was left for, until it is back. */
  left?: 'card' | 'bank' | undefined
  /** The price and terms that were shown when it was confirmed. */
  shown?: string | undefined
  /** What the sheet wants to find again, such as how many pieces go where. */
  choices?: Record<string, string | number> | undefined
  /** The card payment of the missing tokens, as long as its end isn't known. */
  pay?:
    | {
        body: TopUp
        key: string
        paymentId?: string | undefined
        status?: Payment['status'] | undefined
      }
    | undefined
  /** The card paid; `isCarried` while what it was for is bought or may still be. */
  paid?: { paymentId?: string; amount: number; tokens: number; isCarried?: boolean } | undefined
  /** The purchase, as long as its end isn't known. */
  buy?: { sent: string; key: string } | undefined
}

const leftName = 'checkout-left'
/** This tab goes to another page for it, and may come back by any way. */
export const leaveFor = (what: string): void => {
  try {
    sessionStorage.setItem(leftName, what)
  } catch {
    // It comes back by the address alone.
  }
}
/** Whether this tab left for it and is back by "back"; the first who asks is told. */
export function isBackFor(what: string): boolean {
  try {
    if (sessionStorage.getItem(leftName) !== what) return false
    sessionStorage.removeItem(leftName)
    const [way] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return way?.type === 'back_forward' || way?.type === 'reload'
  } catch {
    return false
  }
}

export const stay = (): void => {
  try {
    sessionStorage.removeItem(leftName)
  } catch {
    // Nothing was stored.
  }
}

const storedMsMax = 3_600_000
const nameOf = (what: string): string => `checkout:${what}`

/** What was begun of buying one thing, within the last hour and by this account. */
export function readBegun(what: string, owner: string | undefined): Begun | null {
  try {
    const { at, ...begun } = JSON.parse(localStorage.getItem(nameOf(what)) ?? '{}') as Begun & { at?: number }
    if (at === undefined || begun.owner !== owner || Date.now() - at > storedMsMax) return null
    return begun
  } catch {
    return null
  }
}

/** A browser that stores nothing buys all the same; then a reload begins anew. */
export function writeBegun(what: string, begun: Begun | null): void {
  try {
    if (begun) localStorage.setItem(nameOf(what), JSON.stringify({ ...begun, at: Date.now() }))
    else localStorage.removeItem(nameOf(what))
  } catch {
    // Nothing to do.
  }
}

const cardName = 'checkout-card'
/** The card that paid last on this device, which is tried first: the default one may be the one that its bank refused. */
export function lastCard(): string | undefined {
  try {
    return localStorage.getItem(cardName) ?? undefined
  } catch {
    return undefined
  }
}
export function storeLastCard(id: string): void {
  try {
    localStorage.setItem(cardName, id)
  } catch {
    // The default card comes first.
  }
}
