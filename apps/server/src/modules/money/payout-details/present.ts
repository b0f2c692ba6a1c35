import type { payoutBlocker } from '@fanlight/contract/banking'
import type { z } from 'zod'
import type { Bank, Gateways, StoredDetails, StatusRow } from './stored-details.ts'

const ending = (value: string): string => value.slice(-4)
const time = (at: Date | null) => at?.toISOString() ?? null

/** What may be shown and logged of a bank account: never enough to pay or be paid with. */
export const maskedBank = (bank: Bank) => ({
  accountHolder: bank.accountHolder,
  bankName: bank.bankName,
  country: bank.country,
  currency: bank.currency,
  kind: bank.iban === null ? ('account' as const) : ('iban' as const),
  accountEnds: ending(bank.iban ?? bank.accountNumber ?? ''),
  routingEnds: bank.routingNumber && ending(bank.routingNumber),
  bic: bank.bic,
  taxIdEnds: bank.taxId && ending(bank.taxId),
})
export const maskedGateways = ({ payoutMethod, stripe, manual }: Gateways) => ({
  payoutMethod,
  stripe: stripe && { accountId: stripe.accountId, hasSecretKey: stripe.secretKey !== null },
  manual,
})

type Blocker = z.input<typeof payoutBlocker>
/** Why nothing can be paid out now; empty where it can. */
export function blockersOf(
  status: StatusRow,
  bank: StoredDetails<'bank'> | undefined,
  gateways: StoredDetails<'gateways'> | undefined,
): Blocker[] {
  const method = gateways?.value.payoutMethod ?? 'bank'
  const isSet = method === 'bank' ? bank !== undefined : Boolean(gateways?.value[method])
  const blockers: (Blocker | false)[] = [
    status.verificationStatus !== 'approved' && { code: 'NOT_APPROVED', until: null },
    status.suspended && { code: 'ACCOUNT_SUSPENDED', until: null },
    status.documentExpired && { code: 'DOCUMENT_EXPIRED', until: null },
    !isSet && { code: 'PAYOUT_DETAILS_MISSING', until: null },
    status.frozenUntil !== null && { code: 'PAYOUT_DETAILS_NEW', until: time(status.frozenUntil) },
    status.disputeOpen && { code: 'DISPUTE_OPEN', until: null },
    status.allFrozen && { code: 'PAYOUTS_FROZEN', until: null },
  ]
  return blockers.filter((blocker) => blocker !== false)
}

export interface Own {
  status: StatusRow
  bank: StoredDetails<'bank'> | undefined
  gateways: StoredDetails<'gateways'> | undefined
}
const common = ({ status, bank, gateways }: Own) => ({
  payoutsFrozenUntil: time(status.frozenUntil),
  blockers: blockersOf(status, bank, gateways),
})
export const presentBanking = (own: Own) => ({
  ...common(own),
  version: own.bank?.version ?? 0,
  details: own.bank ? { ...maskedBank(own.bank.value), changedAt: own.bank.changedAt.toISOString() } : null,
})
export const presentGateways = (own: Own) => ({
  ...common(own),
  version: own.gateways?.version ?? 0,
  ...(own.gateways
    ? maskedGateways(own.gateways.value)
    : { payoutMethod: 'bank' as const, stripe: null, manual: null }),
  changedAt: time(own.gateways?.changedAt ?? null),
})
export const presentLook = (own: Own) => ({
  ...common(own),
  payoutMethod: own.gateways?.value.payoutMethod ?? ('bank' as const),
  bank: own.bank?.value ?? null,
  stripeAccountId: own.gateways?.value.stripe?.accountId ?? null,
  instructions: own.gateways?.value.manual?.instructions ?? null,
})
