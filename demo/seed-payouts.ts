import type { Context } from '@fanlight/server/platform/context'
import type { SignedIn } from '@fanlight/server/platform/viewer'
import { releaseEarnings } from '@fanlight/server/modules/money/ledger/upkeep'
import { approve, send, settleByHand } from '@fanlight/server/modules/money/payouts/deciding'
import { calculate, requestPayout } from '@fanlight/server/modules/money/payouts/request'
import { type Bank, write } from '@fanlight/server/modules/money/payout-details/stored-details'
import { day, hour } from './clock.ts'

interface Scene {
  opened: Date
  goTo: (at: Date) => Promise<unknown>
  performer: (key: string) => SignedIn
  staff: SignedIn
}

const people = [
  { key: 'ines', accountHolder: 'Ines Valloy', iban: 'PT50000201231234567890154', country: 'PT', paidDaysAgo: 34 },
  { key: 'teo', accountHolder: 'Teo Lindqvarn', iban: 'SE4550000000058398257466', country: 'SE', paidDaysAgo: null },
] as const

/** Few enough that one member of staff may approve and pay: the demo has no other. */
export const tokensMax = 2500

/** One creator was paid once, and another waits for staff to approve a request. Where too little was earned, nothing is requested. */
export async function makePayouts(tx: Context, { opened, goTo, performer, staff }: Scene): Promise<void> {
  for (const { key, accountHolder, iban, country, paidDaysAgo } of people) {
    const { id } = performer(key)
    const requestedAt = new Date(opened.getTime() - (paidDaysAgo ?? 1) * day)
    await goTo(new Date(requestedAt.getTime() - 10 * day))
    await write(tx, id, 'bank', bankOf({ accountHolder, iban, country }), 1)
    await goTo(requestedAt)
    await releaseEarnings(tx)
    const tokens = Math.min(tokensMax, (await calculate(tx, id, undefined)).available)
    const { blockers } = await calculate(tx, id, tokens)
    if (blockers.length > 0) continue
    if (paidDaysAgo === null) await requestPayout(tx, id, { tokens, note: 'For the new oven, thank you' })
    else
      await payOut(tx, id, {
        tokens,
        staff,
        reference: 'NPB-204417',
        hours: [0, 20, 22, 72],
        after: (hours) => goTo(new Date(requestedAt.getTime() + hours * hour)),
      })
  }
}

export const bankOf = (own: Pick<Bank, 'accountHolder' | 'country' | 'iban'>): Bank => ({
  ...own,
  bankName: 'Northport Bank',
  currency: 'EUR',
  accountNumber: null,
  routingNumber: null,
  bic: null,
  taxId: null,
})

interface Paid {
  tokens: number
  staff: SignedIn
  reference: string
  /** When it is requested, approved, sent and paid. */
  hours: readonly [number, number, number, number]
  after: (hours: number) => Promise<unknown>
}
/** A payout that was requested, approved, sent and paid, each so many hours `after` a moment. */
export async function payOut(tx: Context, performerId: string, { tokens, staff, reference, hours, after }: Paid) {
  const by = { viewer: staff, requestId: '' }
  await after(hours[0])
  const id = await requestPayout(tx, performerId, { tokens, note: '' })
  await after(hours[1])
  await approve(tx, by, id)
  await after(hours[2])
  await send(tx, by, id)
  await after(hours[3])
  await settleByHand(tx, by, id, { outcome: 'paid', reference })
}
