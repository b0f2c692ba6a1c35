import { z } from 'zod'
import { endpoint, many, one } from './endpoint.ts'
import { amount, id, instant, line, listQuery, tokens } from './fields.ts'
import { personSummary } from './items.ts'
import { menuItemTitleLengthMax, tipMenuMax } from './limits.ts'
import { envelope } from './sockets.ts'

// What a creator does in their live room for a tip of a certain size, and what fans asked for by such a tip.

export const menuItem = z.object({
  _id: id,
  title: z.string(),
  tokens,
  /** Whether fans see it; others than its creator get no item that is off. */
  isOn: z.boolean(),
})
export type MenuItem = z.infer<typeof menuItem>
/** The whole list, in the order in which fans see it. Items without an id are new; those that are left out are removed. */
export const menuInput = z
  .array(
    z.strictObject({
      _id: id.optional(),
      title: line(1, menuItemTitleLengthMax),
      tokens: amount,
      isOn: z.boolean(),
    }),
  )
  .max(tipMenuMax)

export const getTipMenu = endpoint('GET /streaming/menu', {
  group: 'streaming',
  summary: 'One’s own tip menu, with what is off.',
  who: 'performer',
  limit: 'read',
  reply: one(z.array(menuItem)),
})
export const setTipMenu = endpoint('PUT /streaming/menu', {
  group: 'streaming',
  summary: 'Replaces one’s own tip menu, also where no stream is open.',
  who: 'approved',
  limit: 'write',
  refuses: ['TIP_BELOW_MINIMUM', 'TIP_ABOVE_MAXIMUM'],
  body: z.strictObject({ menu: menuInput }),
  reply: one(z.array(menuItem)),
})

const status = z.enum(['open', 'done', 'declined'])
/** It has the id of its charge. */
export const tipOrder = z.object({
  _id: id,
  user: personSummary,
  /** As it was shown to who asked. */
  title: z.string(),
  tokens,
  status,
  createdAt: instant,
  decidedAt: instant.nullable(),
})
export type TipOrder = z.infer<typeof tipOrder>

export const listTipOrders = endpoint('GET /streaming/orders', {
  group: 'streaming',
  summary: 'What fans asked for from one’s own tip menu.',
  who: 'performer',
  limit: 'read',
  query: z.object({ ...listQuery(['createdAt']), status: status.optional() }),
  reply: many(tipOrder),
})
export const decideTipOrder = endpoint('PUT /streaming/orders/:id', {
  group: 'streaming',
  summary: 'Says that an order is done, or declines it, which returns its tip. One that is decided stays so.',
  who: 'performer',
  limit: 'write',
  refuses: ['ORDER_DECIDED', 'ORDER_DISPUTED'],
  params: z.object({ id }),
  body: z.strictObject({ status: z.enum(['done', 'declined']) }),
  reply: one(tipOrder),
})

/** To the creator and to who asked. */
export const tipMenuMessages = {
  'tip-order/updated': envelope.extend({ orderId: id, performerId: id, status }),
}
