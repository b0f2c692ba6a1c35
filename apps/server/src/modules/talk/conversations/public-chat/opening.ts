import type { Context } from '../../../../platform/context.ts'
import type { Viewer } from '../../../../platform/viewer.ts'
import { presentPublicChat } from './present.ts'
import { visibleChat } from './reading.ts'
import * as store from './store.ts'

/** The public chat of a creator, found by the creator's id or by that of one of their streams. Refuses as their page does. */
export async function publicChatOf(ctx: Context, viewer: Viewer, id: string) {
  const creatorId = (await store.creatorOfStream(ctx, id)) ?? id
  return presentPublicChat(ctx, viewer, creatorId, await visibleChat(ctx, viewer, creatorId))
}
