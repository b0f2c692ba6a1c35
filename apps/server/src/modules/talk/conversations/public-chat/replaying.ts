import { refuseIf } from '../../../../platform/refusal.ts'
import type { Context } from '../../../../platform/context.ts'
import { idOf, type Viewer } from '../../../../platform/viewer.ts'
import * as store from './store.ts'

/** What was said in a stretch of time and may still be read, oldest first. Refused to those who are banned from the chat. */
export async function saidBetween(
  ctx: Context,
  viewer: Viewer,
  performerId: string,
  stretch: { from: Date; to: Date; after?: string | undefined; limit: number },
): Promise<store.PublicMessageRow[]> {
  const chat = idOf(viewer) === null ? undefined : await store.ofPerformer(ctx, viewer, performerId)
  refuseIf(chat?.standing === 'banned', 'BANNED_FROM_ROOM')
  return store.messagesBetween(ctx, viewer, performerId, stretch)
}
