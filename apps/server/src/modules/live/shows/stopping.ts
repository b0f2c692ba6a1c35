import type { Context } from '../../../platform/context.ts'
import { endShow } from './ending.ts'
import * as groups from './group-rows.ts'
import * as store from './store.ts'

/** Ends a show for its people: what was counted is paid, and what was held goes back. False where it does not run. */
export async function stopShow(tx: Context, id: string): Promise<boolean> {
  const show = await store.lock(tx, id)
  if (!show || (show.status !== 'accepted' && show.status !== 'active')) return false
  await endShow(tx, show, 'moderator')
  return true
}

/** The same of a group show. Each of its fans pays what was counted; who is still in it a second later is ended by `followGroups`. */
export async function stopGroup(tx: Context, id: string): Promise<boolean> {
  const group = await groups.lockGroup(tx, id)
  if (group?.endedBy !== null) return false
  await groups.setGroupEnded(tx, id, 'moderator')
  await groups.tellRoom(tx, group.performerId)
  return true
}
