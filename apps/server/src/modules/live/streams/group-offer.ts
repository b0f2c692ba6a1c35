import { fromHundredths, toHundredths } from '@fanlight/contract/fields'
import type { Stream } from '@fanlight/contract/streaming'
import type { Context } from '../../../platform/context.ts'
import { refuseRule } from '../../../platform/refusal.ts'
import * as store from './store.ts'

// The group show that a creator offers in their public room.

interface Offer {
  /** Hundredths of a token. */
  pricePerMinute: bigint
  peopleMin: number
  peopleMax: number
}
export const offerOf = ({ offerPrice, offerMin, offerMax }: store.StreamRow): Offer | null =>
  offerPrice === null ? null : { pricePerMinute: offerPrice, peopleMin: offerMin!, peopleMax: offerMax! }

/** Who waits for one at another price is sent away within a second: they were shown that one. */
export async function changeOffer(
  tx: Context,
  streamId: string,
  given: { pricePerMinute: number; peopleMin: number; peopleMax: number } | null,
): Promise<void> {
  if (given && given.peopleMax < given.peopleMin) refuseRule('groupOffer.peopleMax', 'TOO_SMALL', given.peopleMin)
  await store.setGroupOffer(tx, streamId, given && { ...given, pricePerMinute: toHundredths(given.pricePerMinute) })
}

export function presentOffer(stream: store.StreamRow): Stream['groupOffer'] {
  const offer = offerOf(stream)
  return offer && { ...offer, pricePerMinute: fromHundredths(offer.pricePerMinute), waiting: stream.waiting }
}
export const presentRunning = ({
  groupId,
  groupPrice,
  groupPlaces,
  groupPeople,
}: store.StreamRow): Stream['groupShow'] =>
  groupId === null
    ? null
    : { _id: groupId, pricePerMinute: fromHundredths(groupPrice!), peopleMax: groupPlaces!, people: groupPeople }
