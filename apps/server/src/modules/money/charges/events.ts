import { z } from 'zod'
import { event, id } from '../../../platform/events/events.ts'

const charge = z.object({
  chargeId: id,
  userId: id,
  performerId: id,
  targetId: id.nullable(),
  type: z.string(),
  tokens: z.number(),
  /** In the wallet of who paid, after it. */
  balance: z.number(),
  note: z.string().nullish(),
})

// The events of `charge_kinds`, which `charge_tokens` writes in SQL: each changes the balance of who paid.
export const tipSent = event('tip.sent', charge, { to: ['userId'] })
/** A show that was paid for by its time: what was used of the hold. */
export const showPaid = event('show.paid', charge, { to: ['userId'] })
export const itemUnlocked = event('item.unlocked', charge, { to: ['userId'] })
export const messageUnlocked = event('message.unlocked', charge, { to: ['userId'] })
export const orderPlaced = event('order.placed', charge, { to: ['userId'] })
export const subscriptionPaid = event('subscription.paid', charge, { to: ['userId'] })
