import { contact, health, publicSettingsCall } from '@fanlight/contract/site'
import { publicSettings } from '@fanlight/contract/settings'
import { row, sql } from '../../platform/db.ts'
import { route } from '../../platform/http.ts'
import { writeToOperator } from './contact.ts'
import { demoAccounts } from './demo-accounts.ts'

export const siteRoutes = [
  route(health, async (ctx) => {
    await row(ctx.db, sql`SELECT 1`)
    return { data: { status: 'ok' as const, mode: ctx.config.mode } }
  }),
  route(contact, async (ctx, { body }) => {
    await writeToOperator(ctx, body)
    return { data: { success: true as const } }
  }),
  route(publicSettingsCall, async (ctx) => {
    const all = ctx.settings.all()
    const open = Object.fromEntries(publicSettings.map((name) => [name, all[name]]))
    return {
      ...(open as Pick<typeof all, (typeof publicSettings)[number]>),
      locale: all.defaultLocale,
      demo: ctx.config.mode === 'demo' ? { accounts: await demoAccounts(ctx) } : null,
    }
  }),
]
