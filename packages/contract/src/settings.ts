import { z } from 'zod'
import { says } from './field-errors.ts'
import { isWebAddress, line, locale, text } from './fields.ts'
import { shippedLocales } from './locales.ts'
import { measurementId } from './analytics.ts'

// spec: limit.free-subscription, limit.subscription-price, limit.topup, limit.tip, limit.payout, default.volume
// spec: default.gateway, default.email-verification, default.locale, settings.public.names, subscribe.free

// Every site setting with its default (spec §3 names, §9 defaults). Currency limits are in the site currency; tips and content
// prices are in tokens. `public` ones are what GET /settings/public answers.

const amount = (value: number) => z.number().nonnegative().max(1_000_000_000).multipleOf(0.01).default(value)
/** An image of the site: one that staff uploaded, by its file's id, or a file that ships with the product. */
export const siteImage = z
  .string()
  .max(200)
  .regex(/^(image:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\/(?!\/)[\w.-]+(\/[\w.-]+)*)$/, says('IMAGE_PATH'))
/** Where a link of the site leads: a path of ours, or a web address. Nothing that runs. */
export const sitePath = z
  .string()
  .trim()
  .max(500)
  .refine((value) => /^\/(?![/\\])[^\s\\<>"']*$/.test(value) || isWebAddress(value), says('PATH_SHAPE'))
const menuItem = z.strictObject({
  title: line(1, 60),
  /** The title in other languages. */
  titles: z.record(locale, line(1, 60)).default({}),
  path: sitePath,
  newTab: z.boolean().default(false),
})
const menu = z.array(menuItem).max(12).nullable()
/** The links at the top and at the foot, in their order; null: those that ship with the product. */
export const menusSetting = z.strictObject({ header: menu, footer: menu })
export type Menus = z.output<typeof menusSetting>
/** What goes to browsers as a key: nothing that could end an attribute or begin another. */
const publicKey = z
  .string()
  .max(200)
  .regex(/^[\w.-]*$/, says('KEY_SIGNS'))

const countries = z
  .array(z.string().regex(/^[A-Z]{2}$/))
  .max(250)
  .default([])
const ageRule = z.enum(['off', 'self_declared', 'assured'])
const captchaWhen = z.enum(['never', 'after-tries', 'always']).default('after-tries')

/** The day the terms carry, and a second or third version of one day as `2026-11-21.2`. Read as text, a later one is greater. */
export const termsVersion = z.union([
  z.literal(''),
  z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}(\.[2-9])?$/, says('TERMS_VERSION'))
    .refine((value) => z.iso.date().safeParse(value.slice(0, 10)).success, says('DAY_UNREAL')),
])

export const settingsSchema = z.object({
  siteName: line(1, 60).default('Fanlight'),
  logoUrl: siteImage.default('/logo.svg'),
  darkmodeLogo: siteImage.default('/logo-dark.svg'),
  favicon: siteImage.default('/favicon.svg'),
  menus: menusSetting.default({ header: null, footer: null }),
  /** Rich text, restricted to the allow list of pages; shown in the footer of public pages. */
  footerContent: text(0, 10_000).default(''),
  /** The Google Analytics id that counts page views of users who consent; empty: no analytics, and no consent is requested. */
  gaCode: z.union([z.literal(''), z.string().regex(measurementId, says('MEASUREMENT_ID'))]).default(''),
  requireEmailVerification: z.boolean().default(false),
  maintenanceMode: z.boolean().default(false),
  maintenanceImage: siteImage.default('/maintenance.svg'),
  stripePublishableKey: publicKey.default(''),
  agoraAppId: publicKey.default(''),
  agoraEnable: z.boolean().default(false),
  paymentGateway: z.enum(['stripe', 'test']).default('stripe'),
  freeSubscriptionEnabled: z.boolean().default(true),
  freeSubscriptionDuration: z.number().int().min(1).max(1200).default(1),
  freeSubscriptionUnit: z.enum(['day', 'month', 'year']).default('month'),
  minimumSubscriptionPrice: amount(2.95),
  maximumSubscriptionPrice: amount(300),
  minimumWalletPrice: amount(2.95),
  maximumWalletPrice: amount(300),
  /** What an account may top up in 24 hours: one with age and history, and any other. */
  topUpDailyLimit: amount(2000),
  topUpDailyLimitNew: amount(500),
  minimumTipPrice: amount(10),
  maximumTipPrice: amount(10_000),
  /** Tips of this many tokens or more get a receipt by email. */
  tipReceiptMinimum: amount(100),
  minimumPayoutAmount: amount(50),
  /** What a payout costs its creator, in currency. */
  payoutFee: amount(0),
  /** From this amount a payout needs two people: one approves it, another pays it. */
  payoutTwoPeopleAmount: amount(500),
  /** While banks may take back more than this of what a creator was paid out already, in currency, their payouts wait. */
  payoutDisputeAmount: amount(50),
  /** Days until a requested payout should have arrived. */
  payoutDays: z.number().int().min(1).max(60).default(5),
  minimumContentPrice: amount(1),
  maximumContentPrice: amount(10_000),
  /** How much each creator may store, in gigabytes of original files. */
  creatorStorageGigabytes: z.number().int().min(1).max(1_000_000).default(250),
  /** How many broadcasts a creator may create in 24 hours. */
  broadcastsPerDay: z.number().int().min(0).max(1000).default(5),
  volume: z.number().min(0).max(1).default(1),
  supportedLocales: z
    .array(locale)
    .min(1)
    .max(20)
    .default([...shippedLocales]),
  defaultLocale: locale.default('en-US'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default('USD'),
  /** Currency per token. Frozen on every earning. */
  tokenValue: z.number().positive().max(1000).default(0.1),
  /** Site commission in per cent; a performer's or an item's own goes first. */
  commissionPct: z.number().min(0).max(100).default(20),
  earningHoldDays: z.number().int().min(0).max(90).default(8),
  earningHoldDaysNew: z.number().int().min(0).max(90).default(21),
  /** Where the contact form's mails go; the first owner's address where it is empty. */
  adminEmail: z.union([z.literal(''), z.email().max(254)]).default(''),
  /** Who runs the site, as the contact page says it: a name, and below it an address of several lines. */
  operatorName: line(0, 200).default(''),
  operatorAddress: text(0, 500).default(''),
  /** On receipts, where they are filled in: 'VAT', the operator's number, and a line such as 'Prices include 23% VAT'. */
  taxName: line(0, 40).default(''),
  taxNumber: line(0, 60).default(''),
  taxNote: line(0, 200).default(''),
  /** The contact for security reports: `mailto:` or a URL; if empty, the contact page. */
  securityContact: z
    .string()
    .max(300)
    .refine(
      (value) => value === '' || isWebAddress(value) || /^mailto:[^\s<>"']+@[^\s<>"']+$/.test(value),
      says('CONTACT_SHAPE'),
    )
    .default(''),
  /** Whether all that creators show is for adults, or what they mark as such. */
  adultContent: z.enum(['marked', 'everything']).default('marked'),
  /** What is required of viewers before they see adult content: nothing, self-declaration, or age assurance by a third party. */
  ageRule: ageRule.default('self_declared'),
  /** Countries with a rule of their own; the strictest counts where one is in several lists. */
  ageAssuredCountries: countries,
  ageDeclaredCountries: countries,
  ageOffCountries: countries,
  /** How long an age assurance is valid. */
  ageAssuranceDays: z.number().int().min(1).max(1100).default(365),
  /** The date of the current terms; users who accepted older ones must accept again. Empty: no one must accept again. */
  termsVersion: termsVersion.default(''),
  /** The date (UTC) from which existing accounts must accept; empty: at once. */
  termsRequiredFrom: z.union([z.literal(''), z.iso.date()]).default(''),
  /** A short plain summary of what has changed, by language. */
  termsSummary: z.record(locale, text(0, 2000)).default({}),
  blockedCountries: z
    .array(z.string().regex(/^[A-Z]{2}$/))
    .max(250)
    .default([]),
  /** Which captcha is used: our own proof of work on the device, or Google's. */
  captchaProvider: z.enum(['proof-of-work', 'recaptcha-v2', 'recaptcha-v3']).default('proof-of-work'),
  captchaRegister: captchaWhen,
  captchaContact: captchaWhen,
  captchaForgot: captchaWhen,
  /** The number of submissions of one form type per network and hour that need no captcha. */
  captchaAfterTries: z.number().int().min(1).max(1000).default(5),
  /** How far a device has to count at most; 1000 is about half a second on a new one. */
  captchaDifficulty: z.number().int().min(2).max(100_000).default(1500),
  captchaWhenDown: z.enum(['proof-of-work', 'refuse']).default('proof-of-work'),
  recaptchaSiteKey: publicKey.default(''),
  /** Encrypted where it is stored; see secretSettings. */
  recaptchaSecretKey: text(0, 1000).default(''),
  /** What version 3 has to say at least, from 0 (a program) to 1. */
  recaptchaScoreMin: z.number().min(0).max(1).default(0.5),
  /** Search terms that are never counted or shown as popular searches. */
  blockedKeywords: z.array(z.string().min(1).max(60)).max(1_000).default([]),
})
export type SettingValues = z.infer<typeof settingsSchema>
export type SettingName = keyof SettingValues

type Unwrapped<T> = {
  [K in keyof T]: T[K] extends z.ZodDefault<infer Inner extends z.ZodType> ? z.ZodOptional<Inner> : never
}
/** Some settings, as staff change them: what is not named stays as it is. */
export const changedSettings = z.strictObject(
  Object.fromEntries(
    Object.entries(settingsSchema.shape).map(([name, schema]) => [name, schema.unwrap().optional()]),
  ) as Unwrapped<typeof settingsSchema.shape>,
)
export type ChangedSettings = z.output<typeof changedSettings>

/** Pairs of which the first may not be above the second. */
export const limitPairs = [
  ['minimumSubscriptionPrice', 'maximumSubscriptionPrice'],
  ['minimumWalletPrice', 'maximumWalletPrice'],
  ['minimumTipPrice', 'maximumTipPrice'],
  ['minimumContentPrice', 'maximumContentPrice'],
] as const satisfies readonly (readonly [SettingName, SettingName])[]
/** Settings that are never sent to clients: a placeholder is sent instead. */
export const secretSettings = ['recaptchaSecretKey'] as const satisfies readonly SettingName[]
export const secretMark = '••••••••'
/** Settings that are images. */
export const imageSettings = [
  'logoUrl',
  'darkmodeLogo',
  'favicon',
  'maintenanceImage',
] as const satisfies readonly SettingName[]

/** Names that GET /settings/public answers, flat and as the spec writes them; everything else stays inside. */
export const publicSettings = [
  'siteName',
  'logoUrl',
  'darkmodeLogo',
  'favicon',
  'footerContent',
  'menus',
  'operatorName',
  'operatorAddress',
  'taxName',
  'taxNumber',
  'taxNote',
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
  'commissionPct',
  'volume',
  'supportedLocales',
  'defaultLocale',
  'currency',
  'tokenValue',
  'adultContent',
] as const satisfies readonly SettingName[]
