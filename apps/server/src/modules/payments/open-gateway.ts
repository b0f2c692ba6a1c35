import type { CardGateway } from '@fanlight/contract/payments'
import type { Context } from '../../platform/context.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Gateway } from './gateway.ts'
import { sandboxGateway } from './sandbox/gateway.ts'

/** Cards are taken by the configured gateway alone: the sandbox in demo mode, and nobody where no keys are configured. */
export function openGateway(ctx: Context, name: CardGateway): Gateway {
  if (name === 'sandbox' && ctx.config.mode === 'demo') return sandboxGateway(ctx)
  refuse('GATEWAY_UNAVAILABLE')
}
