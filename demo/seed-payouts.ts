import type { Context } from '@fanlight/server/platform/context'
import type { SignedIn } from '@fanlight/server/platform/viewer'
import { releaseEarnings } from '@fanlight/server/modules/money/ledger/upkeep'
import { approve, send, settleByHand } from '@fanlight/server/modules/money/payouts/deciding'
import { calculate, requestPayout } from '@fanlight/server/modules/money/payouts/request'
import { write } from '@fanlight/server/modules/money/payout-details/stored-details'
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
const tokensMax = 2500

/** One creator was paid once, and another waits for staff to approve a request. Where too little was earned, nothing is requested. */
export async function makePayouts(tx: Context, { opened, goTo, performer, staff }: Scene): Promise<void> {
  for (const { key, accountHolder, iban, country, paidDaysAgo } of people) {
    const { id } = performer(key)
    const requestedAt = new Date(opened.getTime() - (paidDaysAgo ?? 1) * day)
    await goTo(new Date(requestedAt.getTime() - 10 * day))
    const bank = { accountHolder, bankName: 'Northport Bank', country, currency: 'EUR', iban }
    await write(tx, id, 'bank', { ...bank, accountNumber: null, routingNumber: null, bic: null, taxId: null }, 1)
    await goTo(requestedAt)
    await releaseEarnings(tx)
    const tokens = Math.min(tokensMax, (await calculate(tx, id, undefined)).available)
    const { blockers } = await calculate(tx, id, tokens)
    if (blockers.length > 0) continue
    const note = paidDaysAgo === null ? 'For the new oven, thank you' : ''
    const payoutId = await requestPayout(tx, id, { tokens, note })
    if (paidDaysAgo === null) continue
    const by = { viewer: staff, requestId: '' }
    await goTo(new Date(requestedAt.getTime() + 20 * hour))
    await approve(tx, by, payoutId)
    await goTo(new Date(requestedAt.getTime() + 22 * hour))
    await send(tx, by, payoutId)
    await goTo(new Date(requestedAt.getTime() + 3 * day))
    await settleByHand(tx, by, payoutId, { outcome: 'paid', reference: 'NPB-204417' })
  }
}
