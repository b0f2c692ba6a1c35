import type { Lockable } from '../../access/policy.ts'

/** What the access policy decides of a show with tickets: it is bought like an item of its creator. */
export const ticketLockable = (show: {
  id: string
  performerId: string
  price: bigint
  freeForSubscribers: boolean
}): Lockable => ({
  id: show.id,
  performerId: show.performerId,
  gate: {
    type: 'paid',
    planIds: [],
    listIds: [],
    price: show.price,
    freeForSubscribers: show.freeForSubscribers,
  },
  availability: 'published',
})
