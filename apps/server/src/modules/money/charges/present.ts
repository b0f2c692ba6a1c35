import { fromHundredths } from '@fanlight/contract/fields'
import type { Charge, Receipt } from '@fanlight/contract/wallet'
import type { Context } from '../../../platform/context.ts'
import { presentAvatar } from '../../people/accounts/profile/images.ts'
import { loadFiles } from '../../media/serving/present.ts'
import { type CardMoney, cardMoneyOf } from './card-money.ts'
import { fromMinor } from '../wallet/currency.ts'
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

/** A user's payments, with the avatars of the performers they paid. */
export async function presentCharges(ctx: Context, found: readonly ListedCharge[]): Promise<Charge[]> {
  const periods = found.filter(({ type }) => type === 'subscription').map(({ id }) => id)
  const [files, cardMoney] = await Promise.all([
    loadFiles(ctx, [...new Set(found.map((entry) => entry.avatar_file_id).filter((id) => id !== null))]),
    periods.length > 0 ? cardMoneyOf(ctx, periods) : [],
  ])
  const byCharge = new Map(cardMoney.map((paid) => [paid.chargeId, paid]))
  return found.map((entry) =>
    presentCharge(
      entry,
      presentAvatar(ctx, entry.avatar_file_id === null ? null : files.get(entry.avatar_file_id)),
      byCharge.get(entry.id),
    ),
  )
}

const presentCharge = (charge: ListedCharge, avatar: string, byCard: CardMoney | undefined): Charge => {
  const { balance: _, ...receipt } = presentReceipt(charge)
  return {
    ...receipt,
    status: charge.status,
    returned: fromHundredths(charge.tokens_returned),
    title: charge.title ?? '',
    order: charge.order_number === null ? null : { number: charge.order_number, quantity: charge.order_quantity ?? 1 },
    byCard: byCard
      ? {
          amount: fromMinor(byCard.amount, byCard.currency),
          currency: byCard.currency,
          card: byCard.brand && byCard.last4 ? { brand: byCard.brand, last4: byCard.last4 } : null,
        }
      : null,
    performer:
      charge.name === null ? null : { _id: charge.performer_id, name: charge.name, username: charge.username, avatar },
  }
}
