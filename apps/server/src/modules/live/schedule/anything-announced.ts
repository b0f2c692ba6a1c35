import type { SettingValues } from '@fanlight/contract/settings'
import type { Context } from '../../../platform/context.ts'
import * as store from './store.ts'

// Each page of a creator asks what they have announced. Where nobody has announced anything, none needs a query of its own: every process keeps that as
// long as the settings, for a second.

const cache = new WeakMap<SettingValues, Promise<boolean>>()

/** Whether anything was announced a second ago, or is. */
export function anythingAnnounced(ctx: Context): Promise<boolean> {
  const all = ctx.settings.all()
  const cached = cache.get(all)
  if (cached) return cached
  const asked = store.isAnythingAhead(ctx)
  cache.set(all, asked)
  asked.catch(() => cache.delete(all))
  return asked
}

/** Something was announced here just now. */
export const forgetAnnounced = (ctx: Context): void => void cache.delete(ctx.settings.all())
