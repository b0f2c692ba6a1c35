import { z } from 'zod'
import { done, endpoint, one } from './endpoint.ts'
import { email, line, text } from './fields.ts'
import { publicSettings, settingsSchema } from './settings.ts'

const mask = Object.fromEntries(publicSettings.map((name) => [name, true])) as {
  [K in (typeof publicSettings)[number]]: true
}

/** Answers 200 while the database does. */
export const health = endpoint('GET /health', {
  group: 'site',
  summary: 'Says whether the site is up.',
  who: 'public',
  limit: 'read',
  reply: one(z.object({ status: z.literal('ok'), mode: z.enum(['demo', 'production']) })),
})

/** spec §3 "Site settings": the names as written there, flat, and nothing secret. */
export const publicSettingsCall = endpoint('GET /settings/public', {
  group: 'settings',
  summary: 'Site settings that a browser needs.',
  who: 'public',
  limit: 'read',
  reply: settingsSchema.pick(mask).extend({
    // Addresses, whatever the settings name them by.
    logoUrl: z.string(),
    darkmodeLogo: z.string(),
    favicon: z.string(),
    maintenanceImage: z.string(),
    locale: z.string(),
    /** Demo mode: whom one may sign in as. */
    demo: z
      .object({ accounts: z.array(z.object({ role: z.string(), username: z.string(), password: z.string() })) })
      .nullable(),
  }),
})

export const contactTextMax = 5_000
/** Mailed to the operator, with the sender as the one to answer. */
export const contact = endpoint('POST /contact', {
  group: 'settings',
  summary: 'Writes to the people who run the site.',
  who: 'public',
  limit: 'mail',
  body: z.object({ name: line(1, 80), email, message: text(10, contactTextMax) }),
  reply: done,
})
