import { openPayoutStatuses, type PayoutStatus } from '@fanlight/contract/payout-states'
import type { Tone } from '../../ui/badge.tsx'

export const payoutTones: Readonly<Record<PayoutStatus, Tone>> = {
  pending: 'lamp',
  approved: 'sky',
  processing: 'sky',
  paid: 'leaf',
  rejected: 'ember',
  cancelled: 'quiet',
  reversed: 'ember',
}

export const isOpenPayout = (status: PayoutStatus): status is (typeof openPayoutStatuses)[number] =>
  openPayoutStatuses.some((open) => open === status)
