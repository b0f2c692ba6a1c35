import type { Menus } from '@fanlight/contract/settings'
import type { Context } from '../../../platform/context.ts'
import { sha256 } from '../../../platform/ids.ts'
import { refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { changeSettings, lockSettings, settingsNow } from './settings.ts'

const versionOf = (menus: Menus): string => sha256(JSON.stringify(menus)).toString('base64url')

/** Menus are one setting, which staff for content may write. */
export async function changeMenus(
  ctx: Context,
  staff: SignedIn,
  requestId: string,
  { menus, reason, version }: { menus: Menus; reason: string; version?: string | undefined },
): Promise<void> {
  await ctx.transaction(async (tx) => {
    await lockSettings(tx)
    const now = (await settingsNow(tx)).menus
    refuseIf(version !== undefined && version !== versionOf(now), 'CONFLICT')
    await changeSettings(tx, staff, requestId, { values: { menus }, reason, confirmOwnCountry: false })
  })
  await ctx.settings.refresh()
}

export async function presentMenus(ctx: Context) {
  const { menus } = await settingsNow(ctx)
  return { menus, version: versionOf(menus) }
}
