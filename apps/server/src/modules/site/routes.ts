import { contact, health, publicSettingsCall } from '@fanlight/contract/site'
import { publicSettings, type SettingValues } from '@fanlight/contract/settings'
import type { Context } from '../../platform/context.ts'
import { route } from '../../platform/http.ts'
import { writeToOperator } from './contact.ts'
import { demoAccounts } from './demo-accounts.ts'

export const siteRoutes = [
  route(health, async (ctx) => {
    await ctx.pool.query({ name: 'health', text: 'SELECT 1' })
    return { data: { status: 'ok' as const, mode: ctx.config.mode } }
  }),
  route(contact, async (ctx, { body }) => {
    await writeToOperator(ctx, body)
    return { data: { success: true as const } }
  }),
  route(publicSettingsCall, (ctx) => {
    const all = ctx.settings.all()
    const known = told.get(all)
    if (known) return known
    const made = tell(ctx, all)
    told.set(all, made)
    made.catch(() => told.delete(all))
    return made
  }),
]

// Every page asks. The settings are read anew within a second, as new values, and this with them.
const told = new WeakMap<SettingValues, ReturnType<typeof tell>>()

async function tell(ctx: Context, all: SettingValues) {
  const open = Object.fromEntries(publicSettings.map((name) => [name, all[name]]))
  return {
    ...(open as Pick<SettingValues, (typeof publicSettings)[number]>),
    locale: all.defaultLocale,
    demo: ctx.config.mode === 'demo' ? { accounts: await demoAccounts(ctx) } : null,
  }
}
