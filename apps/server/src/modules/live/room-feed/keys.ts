import { createHmac } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import { publish } from '../../../platform/events/events.ts'
import { newSecret } from '../../../platform/ids.ts'
import { refuse, refuseIf } from '../../../platform/refusal.ts'
import { roomKeyEnded } from './events.ts'
import * as store from './store.ts'

// Keys with which programs of a creator read the events of their live room: one for overlays, one for other tools. This file alone decides what a key opens.

export type { KeyHolder, Kind } from './store.ts'
export { stillOpen } from './store.ts'

interface MadeKey {
  key: string
  /** Of a key for tools. An overlay is a page of ours, which has nothing to verify. */
  signingSecret: string | null
  createdAt: string
}
/** Makes a key; the one before of its kind is dead at once, with what is connected by it. */
export const makeKey = (ctx: Context, performerId: string, kind: store.Kind): Promise<MadeKey> =>
  ctx.transaction(async (tx) => {
    const key = newSecret()
    // Of two at once, the second replaces the first.
    await store.lockPerformer(tx, performerId)
    await revoke(tx, performerId, kind)
    const createdAt = await store.insert(tx, performerId, kind, key)
    return { key, signingSecret: kind === 'feed' ? signingSecretOf(key) : null, createdAt: createdAt.toISOString() }
  })

/** Ends the key of this kind, or all where it is null. */
export const revoke = (ctx: Context, performerId: string, kind: store.Kind | null): Promise<void> =>
  ctx.transaction(async (tx) => {
    for (const keyId of await store.remove(tx, performerId, kind))
      await publish(tx, roomKeyEnded, { keyId, performerId })
  })
/** Of an account that is closed. */
export const revokeAllOf = (tx: Context, performerId: string): Promise<void> => revoke(tx, performerId, null)

/** Who reads with this key. */
export async function requireHolder(ctx: Context, key: string): Promise<store.KeyHolder> {
  const holder = (await store.holderOf(ctx, key)) ?? refuse('NOT_SIGNED_IN')
  refuseIf(holder.isClosed, 'NOT_ALLOWED')
  return holder
}

/** What events are signed with follows from the key, so that it is stored nowhere. The key does not follow from it. */
export const signingSecretOf = (key: string): string =>
  createHmac('sha256', key).update('fanlight room events').digest('base64url')
/** As the signatures of payment webhooks are written: the second, and HMAC-SHA256 of that, a dot and the body. */
export function sign(secret: string, body: string, at: Date): string {
  const second = Math.floor(at.getTime() / 1000)
  return `t=${second},v1=${createHmac('sha256', secret).update(`${second}.${body}`).digest('hex')}`
}
