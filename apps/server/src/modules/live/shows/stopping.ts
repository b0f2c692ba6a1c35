import type { Context } from '../../../platform/context.ts'
import { endShow } from './ending.ts'
import * as store from './store.ts'

/** Ends a show for its people: what was counted is paid, and what was held goes back. False where it does not run. */
export async function stopShow(tx: Context, id: string): Promise<boolean> {
  const show = await store.lock(tx, id)
  if (!show || (show.status !== 'accepted' && show.status !== 'active')) return false
  await endShow(tx, show, 'moderator')
  return true
}
