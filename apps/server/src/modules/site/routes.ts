import { changeMenus as changeMenusCall, viewMenus } from '@fanlight/contract/menus'
import { contact, health, keys, publicKeys, publicSettingsCall } from '@fanlight/contract/site'
import {
  type Menus,
  pictureSettings,
  publicSettings,
  type SettingValues,
  settingsSchema,
} from '@fanlight/contract/settings'
import { changeSettings as changeCall, uploadSettingPicture, viewSettings } from '@fanlight/contract/site-settings'
import { viewWaiting } from '@fanlight/contract/waiting'
import type { Context } from '../../platform/context.ts'
import { route } from '../../platform/http.ts'
import { withCaptcha } from '../captcha/passes.ts'
import { clean } from '../posts/rich-text.ts'
import { providersOffered } from '../accounts/providers/offered.ts'
import { writeToOperator } from './contact.ts'
import { demoAccounts } from './demo-accounts.ts'
import { changeMenus, presentMenus } from './menus.ts'
import { addressesOf, receiveSitePicture, sitePurposes } from './pictures.ts'
import { changeSettings, presentSettings } from './settings.ts'
import { waitingFor } from './waiting.ts'

export const siteRoutes = [
  route(health, async (ctx) => {
    await ctx.pool.query({ name: 'health', text: 'SELECT 1' })
    return { data: { status: 'ok' as const, mode: ctx.config.mode } }
  }),
  route(contact, async (ctx, { body: { captcha, ...letter }, viewer }) => {
    await withCaptcha(ctx, { place: 'contact', address: viewer.address, pass: captcha }, () =>
      writeToOperator(ctx, letter),
    )
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
  route(keys, async (ctx, { body }) => {
    const all = ctx.settings.all()
    const known = publicKeys.filter((name) => body.keys.includes(name) && all[name] !== '')
    return { data: Object.fromEntries(known.map((name) => [name, all[name]])) }
  }),
  route(viewWaiting, async (ctx, { viewer }) => ({ data: await waitingFor(ctx, viewer) })),
  route(viewMenus, async (ctx) => ({ data: await presentMenus(ctx) })),
  route(changeMenusCall, async (ctx, { body, viewer, request }) => {
    await changeMenus(ctx, viewer, request.id, body)
    return { data: await presentMenus(ctx) }
  }),
  route(viewSettings, async (ctx) => ({ data: await presentSettings(ctx) })),
  route(changeCall, async (ctx, { body, viewer, request }) => {
    await changeSettings(ctx, viewer, request.id, body)
    return { data: await presentSettings(ctx) }
  }),
  route(uploadSettingPicture, async (ctx, { params, viewer, request }) => ({
    data: await receiveSitePicture(ctx, request, viewer, sitePurposes[params.use]),
  })),
]

// Every page asks. The settings are read anew within a second, as new values, and this with them.
const told = new WeakMap<SettingValues, ReturnType<typeof tell>>()

async function tell(ctx: Context, all: SettingValues) {
  const open = Object.fromEntries(publicSettings.map((name) => [name, all[name]]))
  const pictures = await addressesOf(
    ctx,
    pictureSettings.map((name) => all[name]),
  )
  return {
    ...(open as Pick<SettingValues, (typeof publicSettings)[number]>),
    ...(Object.fromEntries(
      pictureSettings.map((name) => [name, pictures[all[name]] || settingsSchema.shape[name].parse(undefined)]),
    ) as Record<(typeof pictureSettings)[number], string>),
    // Cleaned on the way in; what lies in the database from elsewhere is cleaned on the way out.
    footerContent: clean(all.footerContent),
    menus: { header: numbered(all.menus.header), footer: numbered(all.menus.footer) },
    locale: all.defaultLocale,
    signInProviders: providersOffered(ctx.config),
    demo: ctx.config.mode === 'demo' ? { accounts: await demoAccounts(ctx) } : null,
  }
}

const numbered = (menu: Menus['header']) => menu?.map((one, at) => ({ ...one, ordering: at + 1 })) ?? null
