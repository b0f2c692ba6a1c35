import type { connectStripe as connectCall, viewStripe as viewCall } from '@fanlight/contract/payouts'
import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { requireFresh } from '../../people/accounts/auth/step-up.ts'
import { GatewayDown, GatewayRefusal, GatewayTimeout, type Payee } from '../payments/gateway.ts'
import { openGateway } from '../payments/open-gateway.ts'
import { saveStripeAccount } from './save-details.ts'
import * as store from './stored-details.ts'

/** Where the gateway's pages lead back to. */
const returnPath = '/creator/payment-gateways?method=stripe'

type Connected = z.input<(typeof connectCall)['reply']>['data']
type Viewed = z.input<(typeof viewCall)['reply']>['data']

/**
 * Opens a creator's account at Stripe where they have none, stores it like one that they enter themselves, and answers the address of
 * Stripe's pages about it. An account that they entered and that we did not open for them is replaced: its pages could be another's.
 */
export async function connectStripe(ctx: Context, viewer: SignedIn, requestId: string): Promise<Connected> {
  await requireFresh(ctx, viewer)
  const known = await storedAccount(ctx, viewer.id)
  const { accountId, payoutsEnabled, requirements, url } = await answered(ctx, async () => {
    const gateway = openGateway(ctx, ctx.settings.get('paymentGateway'))
    const open = (account: string | null) => gateway.openPayee(viewer.id, account, returnPath)
    return (known !== null && (await open(known).catch(ifInvalid))) || open(null)
  })
  await saveStripeAccount(ctx, { viewer, requestId }, accountId, known)
  return { accountId, payoutsEnabled, requirements, url }
}

/** A creator's account as Stripe says now; null where they have none, or one that was not opened for them. */
export async function viewStripe(ctx: Context, viewer: SignedIn): Promise<Viewed> {
  const known = await storedAccount(ctx, viewer.id)
  if (known === null) return null
  const payee: Payee | undefined = await answered(ctx, () =>
    openGateway(ctx, ctx.settings.get('paymentGateway')).readPayee(known),
  )
  if (payee?.performerId !== viewer.id) return null
  const { accountId, payoutsEnabled, requirements } = payee
  return { accountId, payoutsEnabled, requirements }
}

const storedAccount = async (ctx: Context, performerId: string): Promise<string | null> =>
  (await store.read(ctx, performerId, 'gateways'))?.value.stripe?.accountId ?? null

const ifInvalid = (error: unknown): undefined => {
  if (error instanceof GatewayRefusal && (error.code === 'account_invalid' || error.code === 'resource_missing')) return
  throw error
}

/** Nothing is charged or paid here, so no answer is the same as none reached. A refusal is one of our installation, for its log. */
async function answered<T>(ctx: Context, question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (error) {
    if (error instanceof GatewayRefusal) ctx.log.error({ err: error }, 'the gateway opens no accounts for payouts')
    else if (!(error instanceof GatewayDown || error instanceof GatewayTimeout)) throw error
    refuse('GATEWAY_UNAVAILABLE')
  }
}
