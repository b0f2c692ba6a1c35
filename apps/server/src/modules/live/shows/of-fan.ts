import type { Context } from '../../../platform/context.ts'
import * as store from './store.ts'

/** The private show of this id, to its fan alone. */
export async function showOfFan(ctx: Context, userId: string, id: string): Promise<{ isOpen: boolean } | undefined> {
  const show = await store.byId(ctx, id)
  if (show?.userId !== userId) return undefined
  return { isOpen: show.status === 'requested' || show.status === 'accepted' || show.status === 'active' }
}
