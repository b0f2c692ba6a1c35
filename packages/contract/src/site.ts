import { contactTextMax, contactTextMin } from './limits.ts'
import { z } from 'zod'
import { captchaPass } from './captcha-pass.ts'
import { done, endpoint, one } from './endpoint.ts'
import { email, line, text } from './fields.ts'
import { providers } from './providers.ts'
import { publicSettings, type SettingName, settingsSchema } from './settings.ts'

const mask = Object.fromEntries(publicSettings.map((name) => [name, true])) as {
  [K in (typeof publicSettings)[number]]: true
}

/** A link of a menu, with its position in it; null: the links that ship with the product. */
const shownMenu = z
  .array(
    z.object({
      title: z.string(),
      titles: z.record(z.string(), z.string()),
      path: z.string(),
      newTab: z.boolean(),
      ordering: z.int(),
    }),
  )
  .nullable()

/** Answers 200 while the database does. */
export const health = endpoint('GET /health', {
  group: 'site',
  summary: 'Says whether the site is up.',
  who: 'public',
  whileUnfinished: true,
  whileTermsDue: true,
  limit: 'read',
  whileGeoBlocked: true,
  whileInMaintenance: true,
  reply: one(z.object({ status: z.literal('ok'), mode: z.enum(['demo', 'production']) })),
})

/** spec §3 "Site settings": the names as written there, flat, and nothing secret. */
export const publicSettingsCall = endpoint('GET /settings/public', {
  group: 'settings',
  summary: 'Site settings that a browser needs.',
  who: 'public',
  whileUnfinished: true,
  whileTermsDue: true,
  limit: 'read',
  whileGeoBlocked: true,
  whileInMaintenance: true,
  reply: settingsSchema.pick(mask).extend({
    // Addresses, whatever the settings name them by.
    logoUrl: z.string(),
    darkmodeLogo: z.string(),
    favicon: z.string(),
    maintenanceImage: z.string(),
    menus: z.object({ header: shownMenu, footer: shownMenu }),
    locale: z.string(),
    /** The external sign-in providers that are configured. */
    signInProviders: z.array(z.enum(providers)),
    /** Demo mode: the accounts that a visitor may sign in with. */
    demo: z
      .object({ accounts: z.array(z.object({ role: z.string(), username: z.string(), password: z.string() })) })
      .nullable(),
  }),
})

/** Keys that a browser may know, by their names. */
export const publicKeys = [
  'stripePublishableKey',
  'agoraAppId',
  'gaCode',
  'recaptchaSiteKey',
] as const satisfies readonly SettingName[]
export const keys = endpoint('POST /settings/keys', {
  group: 'settings',
  summary: 'Public keys of other services, by name. A name that is none of them is answered with nothing.',
  who: 'public',
  limit: 'read',
  idempotent: 'none',
  body: z.object({ keys: z.array(line(1, 100)).max(50) }),
  reply: one(z.record(z.string(), z.string())),
})

/** Mailed to the operator, with the sender as the one to answer. */
export const contact = endpoint('POST /contact', {
  group: 'settings',
  summary: 'Writes to the people who run the site.',
  who: 'public',
  limit: 'mail',
  body: z.object({ name: line(1, 80), email, message: text(contactTextMin, contactTextMax), captcha: captchaPass }),
  reply: done,
})
