import type { CardGateway } from '@fanlight/contract/payments'
import type { Context } from '../../../platform/context.ts'
import { demoOf } from '../../../platform/demo.ts'
import { egressTo } from '../../../platform/egress.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { Gateway } from './gateway.ts'
import { type StripeHost, stripeGateway } from './stripe/gateway.ts'

const deadlineMs = 12_000
const hosts = new WeakMap<object, StripeHost>()

/** Cards are accepted only by the configured gateway: the test gateway in demo mode, and none if no keys are configured. */
export function openGateway(ctx: Context, name: CardGateway): Gateway {
  const cards = demoOf(ctx)?.cards
  if (name === 'test' && cards)
    return stripeGateway(ctx, { webhookSecret: cards.webhookSecret(ctx), host: () => cards.host(ctx) })
  const { stripe } = ctx.config
  if (name === 'stripe' && stripe)
    return stripeGateway(ctx, { webhookSecret: stripe.webhookSecret, host: async () => hostOf(stripe) })
  refuse('GATEWAY_UNAVAILABLE')
}

/** Whether cards are taken through this gateway here. */
export const isGatewayConfigured = (ctx: Context, name: CardGateway): boolean =>
  name === 'test' ? demoOf(ctx) !== undefined : ctx.config.stripe !== undefined

/** Stripe's own address is public; another one, such as a mock in the same network, is one that the configuration names. */
function hostOf(stripe: { apiUrl: string; secretKey: string }): StripeHost {
  const known = hosts.get(stripe)
  if (known) return known
  const { origin, hostname } = new URL(stripe.apiUrl)
  const egress = egressTo(origin, { isOwn: hostname !== 'api.stripe.com' })
  const host: StripeHost = { url: origin, secretKey: stripe.secretKey, egress, deadlineMs }
  hosts.set(stripe, host)
  return host
}
