import { fromHundredths } from '@fanlight/contract/fields'
import type { Payout, PayoutDetails, StaffPayout, StaffPayoutDetails } from '@fanlight/contract/payouts'
import type { Context } from '../../../platform/context.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { fromMinor } from '../wallet/currency.ts'
import { needsTwoPeople } from './deciding.ts'
import type { Destination } from './destination.ts'
import type { EventRow, PayoutRow, StaffPayoutRow } from './payout-rows.ts'

const ended = new Set<PayoutRow['status']>(['paid', 'rejected', 'cancelled', 'reversed'])

export const presentPayout = (payout: PayoutRow): Payout => ({
  _id: payout.id,
  number: payout.number,
  status: payout.status,
  tokens: fromHundredths(payout.tokens),
  amount: fromMinor(payout.amount, payout.currency),
  fee: fromMinor(payout.fee, payout.currency),
  net: fromMinor(payout.amount - payout.fee, payout.currency),
  currency: payout.currency,
  destination: { method: payout.method, name: payout.destinationName, ends: payout.destinationEnds },
  note: payout.note,
  reason: payout.reason,
  reference: payout.reference,
  expectedAt: ended.has(payout.status) || payout.blocker ? null : payout.expectedAt.toISOString(),
  waits: payout.blocker && {
    code: payout.blocker,
    until: payout.blocker === 'PAYOUT_DETAILS_NEW' ? (payout.blockedUntil?.toISOString() ?? null) : null,
  },
  createdAt: payout.createdAt.toISOString(),
  updatedAt: payout.updatedAt.toISOString(),
})
export const presentPayoutDetails = (payout: PayoutRow, events: readonly EventRow[]): PayoutDetails => ({
  ...presentPayout(payout),
  timeline: events.map(({ type, note, at }) => ({ type, note, at: at.toISOString() })),
})

export const presentStaffPayout = (ctx: Context, viewer: SignedIn, payout: StaffPayoutRow): StaffPayout => ({
  ...presentPayout(payout),
  performer: { _id: payout.performerId, name: payout.name, username: payout.username },
  needsTwoPeople: needsTwoPeople(ctx, payout),
  approvedBy: payout.approverName,
  approvedByMe: payout.approvedBy === viewer.id,
  needsReview: payout.needsReview,
})
export const presentStaffDetails = (
  ctx: Context,
  viewer: SignedIn,
  payout: StaffPayoutRow,
  {
    events,
    madeOf,
    destination,
  }: {
    events: readonly EventRow[]
    madeOf: { count: bigint; oldest: Date | null; newest: Date | null }
    destination: Destination | undefined
  },
): StaffPayoutDetails => ({
  ...presentStaffPayout(ctx, viewer, payout),
  timeline: events.map(({ type, note, at, by }) => ({ type, note, at: at.toISOString(), by })),
  earnings: {
    count: Number(madeOf.count),
    oldestAt: madeOf.oldest?.toISOString() ?? null,
    newestAt: madeOf.newest?.toISOString() ?? null,
  },
  account: destination ? presentAccount(destination) : null,
})

function presentAccount(destination: Destination): NonNullable<StaffPayoutDetails['account']> {
  const bank = destination.method === 'bank' ? destination.bank : undefined
  return {
    accountHolder: bank?.accountHolder ?? null,
    bankName: bank?.bankName ?? null,
    iban: bank?.iban ?? null,
    accountNumber: bank?.accountNumber ?? null,
    routingNumber: bank?.routingNumber ?? null,
    bic: bank?.bic ?? null,
    stripeAccountId: destination.method === 'stripe' ? destination.accountId : null,
    instructions: destination.method === 'manual' ? destination.instructions : null,
  }
}
