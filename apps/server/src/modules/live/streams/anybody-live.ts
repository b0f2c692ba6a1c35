import type { SettingValues } from '@fanlight/contract/settings'
import type { Context } from '../../../platform/context.ts'
import * as store from './store.ts'

// Each home page asks whether anyone whom its reader follows is live. Most of the time nobody is live at all, and then no home page needs a
// query of its own: every process caches that as long as the settings, for a second.

const cache = new WeakMap<SettingValues, Promise<boolean>>()

/** Whether anyone was live a second ago, or is. */
export function anybodyLive(ctx: Context): Promise<boolean> {
  const all = ctx.settings.all()
  const cached = cache.get(all)
  if (cached) return cached
  const asked = store.isAnyoneLive(ctx)
  cache.set(all, asked)
  asked.catch(() => cache.delete(all))
  return asked
}
