import { changeMenus as changeMenusCall, viewMenus } from '@fanlight/contract/menus'
import { contact, health, keys, publicKeys, publicSettingsCall } from '@fanlight/contract/site'
import {
  type Menus,
  imageSettings,
  publicSettings,
  type SettingValues,
  settingsSchema,
} from '@fanlight/contract/settings'
import { changeSettings as changeCall, uploadSettingImage, viewSettings } from '@fanlight/contract/site-settings'
import type { Context } from '../../../platform/context.ts'
import { demoOf } from '../../../platform/demo.ts'
import { route } from '../../../platform/http/http.ts'
import { withCaptcha } from '../captcha/passes.ts'
import { clean } from '../pages/rich-text.ts'
import { providersOffered } from '../../people/accounts/oauth/offered.ts'
import { writeToOperator } from './contact.ts'
import { changeMenus, presentMenus } from './menus.ts'
import { addressesOf, receiveSiteImage, sitePurposes } from './images.ts'
import { changeSettings, presentSettings } from './settings.ts'

export const siteRoutes = [
  route(health, async (ctx) => {
    await ctx.pool.query({ name: 'health', text: 'SELECT 1' })
    return { data: { status: 'ok' as const, mode: ctx.config.mode } }
  }),
  route(contact, async (ctx, { body: { captcha, ...form }, viewer }) => {
    await withCaptcha(ctx, { form: 'contact', address: viewer.address, pass: captcha }, () =>
      writeToOperator(ctx, form),
    )
    return { data: { success: true as const } }
  }),
  route(publicSettingsCall, (ctx) => {
    const all = ctx.settings.all()
    const known = cache.get(all)
    if (known) return known
    const made = settingsAnswer(ctx, all)
    cache.set(all, made)
    made.catch(() => cache.delete(all))
    return made
  }),
  route(keys, async (ctx, { body }) => {
    const all = ctx.settings.all()
    const known = publicKeys.filter((name) => body.keys.includes(name) && all[name] !== '')
    return { data: Object.fromEntries(known.map((name) => [name, all[name]])) }
  }),
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
  route(uploadSettingImage, async (ctx, { params, viewer, request }) => ({
    data: await receiveSiteImage(ctx, request, viewer, sitePurposes[params.use]),
  })),
]

// Every page requests this. Changed settings are read within a second, as a new object, and this cache is then built again.
const cache = new WeakMap<SettingValues, ReturnType<typeof settingsAnswer>>()

async function settingsAnswer(ctx: Context, all: SettingValues) {
  const demo = demoOf(ctx)
  const open = Object.fromEntries(publicSettings.map((name) => [name, all[name]]))
  const images = await addressesOf(
    ctx,
    imageSettings.map((name) => all[name]),
  )
  return {
    ...(open as Pick<SettingValues, (typeof publicSettings)[number]>),
    ...(Object.fromEntries(
      imageSettings.map((name) => [name, images[all[name]] || settingsSchema.shape[name].parse(undefined)]),
    ) as Record<(typeof imageSettings)[number], string>),
    // Sanitised when it is stored, and again when it is sent, for text that another program wrote to the database.
    footerContent: clean(all.footerContent),
    menus: { header: numbered(all.menus.header), footer: numbered(all.menus.footer) },
    locale: all.defaultLocale,
    signInProviders: providersOffered(ctx.config),
    demo: (demo && { accounts: await demo.accounts(ctx) }) ?? null,
  }
}

const numbered = (menu: Menus['header']) => menu?.map((entry, at) => ({ ...entry, ordering: at + 1 })) ?? null
