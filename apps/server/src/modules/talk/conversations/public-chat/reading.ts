import type { Context } from '../../../../platform/context.ts'
import { refuse, refuseIf } from '../../../../platform/refusal.ts'
import type { Viewer } from '../../../../platform/viewer.ts'
import { requireVisiblePerformer } from '../../../access/policy.ts'
import * as store from './store.ts'

// Who may read the public chat of a creator. Its id is that of the creator, so that every viewer who may know of the creator may know of it.

/** Refused where the creator is hidden from the viewer. It answers those who are banned, too: their chat says so. */
export async function visibleChat(ctx: Context, viewer: Viewer, performerId: string): Promise<store.PublicChatRow> {
  await requireVisiblePerformer(ctx, viewer, performerId)
  return (await store.ofPerformer(ctx, viewer, performerId)) ?? refuse('PERFORMER_NOT_FOUND')
}

/** The same for what is said in it: refused to those who are banned, as well. */
export async function readable(ctx: Context, viewer: Viewer, performerId: string): Promise<store.PublicChatRow> {
  const chat = await visibleChat(ctx, viewer, performerId)
  refuseIf(chat.standing === 'banned', 'BANNED_FROM_ROOM')
  return chat
}
