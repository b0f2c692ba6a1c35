import { fromHundredths } from '@fanlight/contract/fields'
import type { Charge, Receipt } from '@fanlight/contract/wallet'
import type { ChargeRow } from './charge.ts'
import type { ListedCharge } from './store.ts'

/** A pure function of the charge as it was made, so that a repeated request is answered byte for byte as the first. */
export const presentReceipt = (charge: ChargeRow): Receipt => ({
  _id: charge.id,
  type: charge.type,
  performerId: charge.performer_id,
  targetId: charge.target_id,
  tokens: fromHundredths(charge.tokens),
  balance: fromHundredths(charge.balance_after),
  note: charge.note,
  createdAt: charge.created_at.toISOString(),
})

export const presentCharge = (charge: ListedCharge): Charge => {
  const { balance: _, ...receipt } = presentReceipt(charge)
  return {
    ...receipt,
    status: charge.status,
    title: charge.title ?? '',
    performer: charge.name === null ? null : { _id: charge.performer_id, name: charge.name, username: charge.username },
  }
}
