import type { Context } from '@fanlight/server/platform/context'
import { keyFor } from '@fanlight/server/platform/keys'

// What a merchant would copy from the gateway's dashboard; here both sides derive it from the installation's secret.
export const secretKey = (ctx: Context): string => `sk_test_${keyFor(ctx.secret, 'test gateway key').toString('hex')}`
export const webhookSecret = (ctx: Context): string =>
  `whsec_${keyFor(ctx.secret, 'test gateway webhook').toString('hex')}`
