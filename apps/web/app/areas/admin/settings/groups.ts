import type { RequestInput } from '../../../api/client.ts'

export type Values = RequestInput<'PUT /admin/settings'>['body']['values']
export type SettingName = keyof Values & string
export type Kind =
  | 'switch'
  | 'number'
  | 'line'
  | 'lines'
  | 'locales'
  | 'locale'
  | 'countries'
  | 'keywords'
  | 'date'
  | 'textByLocale'
  | 'logo'
  | 'icon'
  | 'image'
  | readonly string[]

/** Every setting in its group, with its type of control. An array is a choice between these values. */
export const groups = {
  design: {
    siteName: 'line',
    logoUrl: 'logo',
    darkmodeLogo: 'logo',
    favicon: 'icon',
    footerContent: 'lines',
  },
  maintenance: { maintenanceMode: 'switch', maintenanceImage: 'image' },
  contact: {
    adminEmail: 'line',
    operatorName: 'line',
    operatorAddress: 'lines',
    taxName: 'line',
    taxNumber: 'line',
    taxNote: 'line',
    securityContact: 'line',
  },
  people: {
    requireEmailVerification: 'switch',
    blockedCountries: 'countries',
    blockedKeywords: 'keywords',
    adultContent: ['marked', 'everything'],
    ageRule: ['off', 'self_declared', 'assured'],
    ageAssuredCountries: 'countries',
    ageDeclaredCountries: 'countries',
    ageOffCountries: 'countries',
    ageAssuranceDays: 'number',
    creatorStorageGigabytes: 'number',
    broadcastsPerDay: 'number',
  },
  terms: { termsVersion: 'line', termsRequiredFrom: 'date', termsSummary: 'textByLocale' },
  languages: { supportedLocales: 'locales', defaultLocale: 'locale' },
  prices: {
    minimumSubscriptionPrice: 'number',
    maximumSubscriptionPrice: 'number',
    minimumWalletPrice: 'number',
    maximumWalletPrice: 'number',
    topUpDailyLimitNew: 'number',
    topUpDailyLimit: 'number',
    minimumTipPrice: 'number',
    maximumTipPrice: 'number',
    tipReceiptMinimum: 'number',
    minimumContentPrice: 'number',
    maximumContentPrice: 'number',
  },
  free: {
    freeSubscriptionEnabled: 'switch',
    freeSubscriptionDuration: 'number',
    freeSubscriptionUnit: ['day', 'month', 'year'],
  },
  money: {
    currency: 'line',
    tokenValue: 'number',
    commissionPct: 'number',
    earningHoldDays: 'number',
    earningHoldDaysNew: 'number',
    minimumPayoutAmount: 'number',
    payoutFee: 'number',
    payoutTwoPeopleAmount: 'number',
    payoutDisputeAmount: 'number',
    payoutDays: 'number',
    paymentGateway: ['stripe', 'test'],
    stripePublishableKey: 'line',
  },
  captcha: {
    captchaProvider: ['proof-of-work', 'recaptcha-v2', 'recaptcha-v3'],
    captchaRegister: ['after-tries', 'always', 'never'],
    captchaContact: ['after-tries', 'always', 'never'],
    captchaForgot: ['after-tries', 'always', 'never'],
    captchaAfterTries: 'number',
    captchaDifficulty: 'number',
    captchaWhenDown: ['proof-of-work', 'refuse'],
    recaptchaSiteKey: 'line',
    recaptchaSecretKey: 'line',
    recaptchaScoreMin: 'number',
  },
  services: { volume: 'number', agoraEnable: 'switch', agoraAppId: 'line', gaCode: 'line' },
} as const satisfies Record<string, Partial<Record<SettingName, Kind>>>

export type GroupName = keyof typeof groups
export const groupNames = Object.keys(groups) as GroupName[]
export const settingsIn = (group: GroupName) => Object.entries(groups[group]) as [SettingName, Kind][]
