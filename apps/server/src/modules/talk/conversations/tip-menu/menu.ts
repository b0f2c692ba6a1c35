import { fromHundredths, toHundredths } from '@fanlight/contract/fields'
import type { MenuItem } from '@fanlight/contract/tip-menu'
import type { Context } from '../../../../platform/context.ts'
import { newId } from '../../../../platform/ids.ts'
import { refuseField } from '../../../../platform/refusal.ts'
import * as store from './store.ts'

// The tip menu of a creator, which stays from one stream to the next.

export interface GivenItem {
  _id?: string | undefined
  title: string
  /** Tokens. */
  tokens: number
  isOn: boolean
}
/** Replaces the menu of a creator. Each price is one that a tip may have. */
export async function setMenu(tx: Context, performerId: string, given: readonly GivenItem[]): Promise<void> {
  const { minimumTipPrice: minimum, maximumTipPrice: maximum } = tx.settings.all()
  await store.lockMenu(tx, performerId)
  const own = new Set((await store.menuOf(tx, performerId)).map(({ id }) => id))
  const seen = new Set<string>()
  const items = given.map(({ _id, title, tokens, isOn }, at) => {
    if (tokens < minimum) refuseField('TIP_BELOW_MINIMUM', `menu.${at}.tokens`, undefined, { minimum })
    if (tokens > maximum) refuseField('TIP_ABOVE_MAXIMUM', `menu.${at}.tokens`, undefined, { maximum })
    // One that was removed meanwhile, on another page, is a new one.
    const id = _id !== undefined && own.has(_id) && !seen.has(_id) ? _id : newId()
    seen.add(id)
    return { id, title, tokens: toHundredths(tokens), isOn }
  })
  await store.replaceMenu(tx, performerId, items)
}

/** Of each of these creators; to others than its creator without the items that are off. */
export async function presentMenus(
  ctx: Context,
  viewerId: string | null,
  performerIds: readonly string[],
): Promise<ReadonlyMap<string, MenuItem[]>> {
  const menus = new Map<string, MenuItem[]>()
  if (performerIds.length === 0) return menus
  for (const { performerId, id, title, tokens, isOn } of await store.menusOf(ctx, [...new Set(performerIds)]))
    if (isOn || performerId === viewerId)
      menus.set(performerId, [
        ...(menus.get(performerId) ?? []),
        { _id: id, title, tokens: fromHundredths(tokens), isOn },
      ])
  return menus
}

export const deleteMenu = store.deleteMenu
