import { expect, test } from 'vitest'
import { publicSettings, settingsSchema } from './settings.ts'

// The limits and defaults of a new installation, before any setting is changed.
// spec: limit.free-subscription, limit.subscription-price, limit.topup, limit.tip, limit.payout, default.volume
// spec: default.gateway, default.email-verification, settings.public.names, subscribe.free

test('a new installation has the defaults of the specification', () => {
  expect(settingsSchema.parse({})).toMatchObject({
    freeSubscriptionEnabled: true,
    freeSubscriptionDuration: 1,
    minimumSubscriptionPrice: 2.95,
    maximumSubscriptionPrice: 300,
    minimumWalletPrice: 2.95,
    maximumWalletPrice: 300,
    minimumTipPrice: 10,
    maximumTipPrice: 10_000,
    minimumPayoutAmount: 50,
    volume: 1,
    paymentGateway: 'stripe',
    requireEmailVerification: false,
    defaultLocale: 'en-US',
  })
})

test('the public settings have every name that the specification lists, and nothing that is ours alone', () => {
  const listed =
    `siteName logoUrl favicon gaCode requireEmailVerification maintenanceMode maintenanceImage stripePublishableKey
    agoraAppId agoraEnable paymentGateway freeSubscriptionEnabled freeSubscriptionDuration minimumSubscriptionPrice
    maximumSubscriptionPrice minimumWalletPrice maximumWalletPrice minimumTipPrice maximumTipPrice minimumPayoutAmount volume
    supportedLocales defaultLocale`.split(/\s+/)
  expect(publicSettings).toEqual(expect.arrayContaining(listed))
  for (const inner of ['earningHoldDays', 'securityContact', 'blockedCountries'])
    expect(publicSettings).not.toContain(inner)
})
