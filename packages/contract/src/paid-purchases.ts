import { z } from 'zod'
import { sendMessage } from './conversations.ts'
import { id } from './fields.ts'
import { buyProduct } from './orders.ts'
import { changePlan, subscribe } from './subscriptions.ts'
import { buyTicket } from './tickets.ts'
import { sendTip, unlockFeed, unlockGallery, unlockMessage, unlockVideo } from './wallet.ts'

// What a top-up may be made for: a call that the wallet pays for, with the body that it would have alone. It is made once, when the card has paid, with all
// checks of that call, and on no other terms than its body says. Each of these calls has a key, or a client id, under which it happens once.

/** The calls that a payment may carry. */
export const paidCalls = [
  sendTip,
  unlockFeed,
  unlockGallery,
  unlockVideo,
  unlockMessage,
  buyProduct,
  buyTicket,
  subscribe,
  changePlan,
  sendMessage,
] as const
export type PaidRoute = (typeof paidCalls)[number]['route']

const bodies: Partial<Record<PaidRoute, z.ZodType>> = {
  [subscribe.route]: subscribe.body.safeExtend({ paymentGateway: z.literal('wallet') }).strict(),
  [changePlan.route]: changePlan.body.safeExtend({ paymentGateway: z.literal('wallet') }).strict(),
  // Without an id of its own, a message that is sent twice would be two.
  [sendMessage.route]: sendMessage.body.safeExtend({ clientId: id }),
}

const carried = ({ route, body }: (typeof paidCalls)[number]) =>
  z.strictObject({
    call: z.literal(route),
    params: z.strictObject({ id }).optional(),
    body: bodies[route] ?? (body as z.ZodType),
    /** The Idempotency-Key of the call: sent alone under the same, it answers what was bought. */
    key: z.string().regex(/^[\x21-\x7e]{1,200}$/),
  })

export const paidPurchase = z.discriminatedUnion('call', paidCalls.map(carried) as [ReturnType<typeof carried>])
export type PaidPurchase = z.output<typeof paidPurchase>
