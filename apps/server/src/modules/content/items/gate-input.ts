import { fromHundredths, toHundredths } from '@fanlight/contract/fields'
import type { GateInput } from '@fanlight/contract/items'
import type { Context } from '../../../platform/context.ts'
import { refuseField } from '../../../platform/refusal.ts'
import type { GateColumns } from '../../access/items.ts'
import type { Gate } from '../../access/policy.ts'
import { requirePriceAllowed } from '../../money/charges/price-limits.ts'
import { areListsOf } from '../../people/fan-lists/lists.ts'
import * as store from './store.ts'

/** Validates a gate: the price is within the limits of the site, the plans are active plans of the performer. */
export async function checkGate(tx: Context, performerId: string, input: GateInput): Promise<Gate> {
  const price = input.price === undefined ? null : toHundredths(input.price)
  if (price !== null) requirePriceAllowed(tx, price, 'gate.price')
  // A gate names the plan, whatever its terms become.
  const planIds =
    (await store.activePlans(tx, performerId, [...new Set(input.planIds ?? [])])) ??
    refuseField('PLAN_NOT_AVAILABLE', 'gate.planIds')
  const listIds = [...new Set(input.listIds ?? [])]
  if (listIds.length > 0 && !(await areListsOf(tx, performerId, listIds))) refuseField('NOT_FOUND', 'gate.listIds')
  return {
    type: input.type,
    planIds,
    listIds,
    price,
    freeForSubscribers: input.type === 'paid' && (input.freeForSubscribers ?? false),
  }
}

/** A stored gate in the form of the input. */
export const gateInputOf = (stored: GateColumns): GateInput => ({
  type: stored.gateType as GateInput['type'],
  ...(stored.gatePrice !== null && { price: fromHundredths(stored.gatePrice) }),
  ...(stored.gatePlanIds.length > 0 && { planIds: stored.gatePlanIds }),
  ...(stored.gateListIds.length > 0 && { listIds: stored.gateListIds }),
  freeForSubscribers: stored.gateFreeForSubscribers,
})
