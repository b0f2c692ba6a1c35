import { z } from 'zod'
import { endpoint, one } from './endpoint.ts'
import { instant, line } from './fields.ts'
import { uploadedFile } from './media.ts'
import { changedSettings, settingsSchema } from './settings.ts'
import { envelope } from './sockets.ts'

// Every setting as staff see and change it. The names, limits and defaults are in settings.ts.

const name = z.enum(Object.keys(settingsSchema.shape) as [string, ...string[]])
const settings = z.object({
  values: settingsSchema,
  /** What a new installation has. */
  defaults: settingsSchema,
  /** The settings whose value was chosen here, and who chose it last. */
  changes: z.array(z.object({ name, at: instant, by: z.string().nullable() })),
  /** Names all values together. A change says which version it was made from. */
  version: z.string(),
  /** Money has moved: the currency stays. */
  isCurrencyFixed: z.boolean(),
  /** Where images of these settings are, by the name of the setting. */
  images: z.record(z.string(), z.string()),
})
const staff = { group: 'admin', who: 'admin:settings', limit: 'admin' } as const

export const viewSettings = endpoint('GET /admin/settings', {
  ...staff,
  summary: 'Every setting, its default, and who changed it last.',
  reply: one(settings),
})
export const changeSettings = endpoint('PUT /admin/settings', {
  ...staff,
  summary: 'Changes some settings, all of them or none.',
  audit: true,
  refuses: [
    'CONFLICT',
    'LIMITS_CROSSED',
    'DEFAULT_LOCALE_NOT_OFFERED',
    'CURRENCY_FIXED',
    'OWN_COUNTRY_BLOCKED',
    'IMAGE_NOT_READY',
    'TEST_GATEWAY_ONLY_IN_DEMO',
    'CAPTCHA_KEYS_MISSING',
    'AGORA_KEYS_MISSING',
  ],
  body: z.strictObject({
    values: changedSettings,
    reason: line(3, 300),
    /** The version that the change was made from. Without it, the change is made whatever others did meanwhile. */
    version: z.string().max(100).optional(),
    /** “Yes, close the site to the country I am in.” */
    confirmOwnCountry: z.boolean().default(false),
  }),
  reply: one(settings),
})

const imageUpload = {
  group: 'admin',
  limit: 'upload',
  audit: true,
  idempotent: 'upload',
  files: ['image'],
  reply: one(uploadedFile),
} as const
export const uploadSettingImage = endpoint('POST /admin/settings/images/:use', {
  ...imageUpload,
  who: 'admin:settings',
  summary: 'Uploads a logo, an icon or the image of the maintenance page. It becomes a setting as `image:<id>`.',
  params: z.object({ use: z.enum(['logo', 'icon', 'image']) }),
})

export const siteMessages = {
  /** Settings have new values; names of internal settings are not sent. */
  'settings/changed': envelope.extend({ names: z.array(z.string()) }),
  'system/maintenance': envelope.extend({ on: z.boolean() }),
  /** The account has to accept new terms; its connection ends. */
  'terms/changed': envelope,
}
