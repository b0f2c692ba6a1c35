import { z } from 'zod'

// spec: limit.free-subscription, limit.subscription-price, limit.topup, limit.tip, limit.payout, default.volume
// spec: default.gateway, default.email-verification, default.locale, settings.public.names, subscribe.free

// Every site setting with its default (spec §3 names, §9 defaults). Currency limits are in the site currency; tips and content
// prices are in tokens. `public` ones are what GET /settings/public answers.

const amount = (value: number) => z.number().nonnegative().multipleOf(0.01).default(value)

export const settingsSchema = z.object({
  siteName: z.string().min(1).max(60).default('Fanlight'),
  logoUrl: z.string().default('/logo.svg'),
  darkmodeLogo: z.string().default('/logo-dark.svg'),
  favicon: z.string().default('/favicon.svg'),
  footerContent: z.string().default(''),
  gaCode: z.string().default(''),
  requireEmailVerification: z.boolean().default(false),
  maintenanceMode: z.boolean().default(false),
  maintenanceImage: z.string().default('/maintenance.svg'),
  stripePublishableKey: z.string().default(''),
  agoraAppId: z.string().default(''),
  agoraEnable: z.boolean().default(false),
  paymentGateway: z.enum(['stripe', 'sandbox']).default('stripe'),
  freeSubscriptionEnabled: z.boolean().default(true),
  freeSubscriptionDuration: z.number().int().min(1).max(1200).default(1),
  freeSubscriptionUnit: z.enum(['day', 'month', 'year']).default('month'),
  minimumSubscriptionPrice: amount(2.95),
  maximumSubscriptionPrice: amount(300),
  minimumWalletPrice: amount(2.95),
  maximumWalletPrice: amount(300),
  minimumTipPrice: amount(10),
  maximumTipPrice: amount(10_000),
  minimumPayoutAmount: amount(50),
  minimumContentPrice: amount(1),
  maximumContentPrice: amount(10_000),
  volume: z.number().min(0).max(1).default(1),
  supportedLocales: z.array(z.string()).default(['en-US', 'ja-JP']),
  defaultLocale: z.string().default('en-US'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default('USD'),
  /** Currency per token. Frozen on every earning. */
  tokenValue: z.number().positive().default(0.1),
  /** Site commission in per cent; a performer's or an item's own goes first. */
  commissionPct: z.number().min(0).max(100).default(20),
  earningHoldDays: z.number().int().min(0).max(90).default(8),
  earningHoldDaysNew: z.number().int().min(0).max(90).default(21),
  /** Where the contact form's mails go; the first owner's address where it is empty. */
  adminEmail: z.union([z.literal(''), z.email().max(254)]).default(''),
  /** Who runs the site, as the contact page says it: a name, and below it an address of several lines. */
  operatorName: z.string().max(200).default(''),
  operatorAddress: z.string().max(500).default(''),
  /** Whom to tell of a security hole: `mailto:` or an address; the contact page where it is empty. */
  securityContact: z.string().max(300).default(''),
  blockedCountries: z.array(z.string().regex(/^[A-Z]{2}$/)).default([]),
})
export type SettingValues = z.infer<typeof settingsSchema>
export type SettingName = keyof SettingValues

/** Names that GET /settings/public answers, flat and as the spec writes them; everything else stays inside. */
export const publicSettings = [
  'siteName',
  'logoUrl',
  'darkmodeLogo',
  'favicon',
  'footerContent',
  'operatorName',
  'operatorAddress',
  'gaCode',
  'requireEmailVerification',
  'maintenanceMode',
  'maintenanceImage',
  'stripePublishableKey',
  'agoraAppId',
  'agoraEnable',
  'paymentGateway',
  'freeSubscriptionEnabled',
  'freeSubscriptionDuration',
  'freeSubscriptionUnit',
  'minimumSubscriptionPrice',
  'maximumSubscriptionPrice',
  'minimumWalletPrice',
  'maximumWalletPrice',
  'minimumTipPrice',
  'maximumTipPrice',
  'minimumPayoutAmount',
  'minimumContentPrice',
  'maximumContentPrice',
  'volume',
  'supportedLocales',
  'defaultLocale',
  'currency',
  'tokenValue',
] as const satisfies readonly SettingName[]
