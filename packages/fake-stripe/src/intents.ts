import type { Context } from '@fanlight/server/platform/context'
import { type Card, change, find, get, type Intent, Problem } from './objects.ts'
import type { Behaviour } from './cards.ts'
import { sendWebhook } from './send-webhooks.ts'
import { presentCharge, presentDispute, presentIntent } from './wire.ts'

// The life cycle of a payment: confirmed with a card, authenticated by a bank, refunded, disputed. Each step sends a webhook.

const lateSeconds = 5
const disputeSeconds = 5

export interface Confirmation {
  payment_method: string
  off_session: boolean
  return_url?: string | undefined
}

/** The payment after the card was charged, and whether the bank declined it. */
export async function confirm(
  tx: Context,
  id: string,
  wanted: Confirmation,
): Promise<{ intent: Intent; declined: boolean }> {
  const card = await find<Card>(tx, 'pm', wanted.payment_method)
  const before = await get<Intent>(tx, 'pi', id)
  if (!card || card.customer !== before.customer) throw new Problem(404, 'resource_missing')
  if (before.status !== 'requires_payment_method' && before.status !== 'requires_action')
    throw new Problem(400, 'payment_intent_unexpected_state')
  const now = tx.clock.now()
  const intent = await change<Intent>(tx, 'pi', id, (entry) => ({
    ...entry,
    payment_method: card.id,
    return_url: wanted.return_url ?? null,
    behaviour: card.behaviour,
    last_payment_error: null,
    action_url: null,
    settles_at: null,
    ...outcome(entry, card.behaviour, wanted, now),
  }))
  await sendOutcome(tx, intent)
  return { intent, declined: intent.last_payment_error !== null }
}

function outcome(intent: Intent, behaviour: Behaviour, wanted: Confirmation, now: Date): Partial<Intent> {
  const no = (code: string, decline_code: string | null = null): Partial<Intent> => ({
    status: 'requires_payment_method',
    last_payment_error: { code, decline_code },
  })
  switch (behaviour) {
    case 'declines':
      return no('card_declined', 'generic_decline')
    case 'charge_declines':
      return wanted.off_session ? no('card_declined', 'generic_decline') : { status: 'succeeded' }
    case 'insufficient_funds':
      return no('card_declined', 'insufficient_funds')
    case 'expired_card':
      return no('expired_card')
    case 'asks': {
      // A bank that has confirmed a payer once lets renewals through.
      if (wanted.off_session) return { status: 'succeeded' }
      if (!wanted.return_url) throw new Problem(400, 'parameter_missing')
      const { origin } = new URL(wanted.return_url)
      return { status: 'requires_action', action_url: `${origin}/test-gateway/confirm/${intent.id}` }
    }
    case 'late':
      return { status: 'processing', settles_at: new Date(now.getTime() + lateSeconds * 1000).toISOString() }
    case 'times_out':
    case 'disputed':
    case 'twice':
    case 'out_of_order':
    case 'succeeds':
      return { status: 'succeeded' }
  }
}

async function sendOutcome(tx: Context, intent: Intent): Promise<void> {
  const { behaviour, status } = intent
  const webhookObject = presentIntent(intent)
  if (status === 'succeeded') {
    if (behaviour === 'out_of_order')
      await sendWebhook(tx, 'payment_intent.processing', presentIntent({ ...intent, status: 'processing' }), 2)
    const wait = behaviour === 'times_out' ? lateSeconds : 0
    await sendWebhook(tx, 'payment_intent.succeeded', webhookObject, wait, behaviour === 'twice' ? 2 : 1)
    if (behaviour === 'disputed')
      await sendWebhook(
        tx,
        'charge.dispute.created',
        presentDispute({ ...intent, dispute: { status: 'needs_response' } }),
        disputeSeconds,
      )
  } else if (status === 'processing') {
    await sendWebhook(tx, 'payment_intent.succeeded', presentIntent({ ...intent, status: 'succeeded' }), lateSeconds)
  } else if (status === 'requires_action') await sendWebhook(tx, 'payment_intent.requires_action', webhookObject)
  else if (intent.last_payment_error) await sendWebhook(tx, 'payment_intent.payment_failed', webhookObject)
}

/** The payer's answer on the bank's page. */
export const confirmByPayer = (ctx: Context, id: string, agreed: boolean): Promise<Intent | undefined> =>
  ctx.transaction(async (tx) => {
    const before = await find<Intent>(tx, 'pi', id)
    if (!before || before.status !== 'requires_action') return before
    const intent = await change<Intent>(tx, 'pi', id, (entry) =>
      agreed
        ? { ...entry, status: 'succeeded', action_url: null }
        : {
            ...entry,
            status: 'requires_payment_method',
            action_url: null,
            last_payment_error: { code: 'payment_intent_authentication_failure', decline_code: null },
          },
    )
    await sendWebhook(tx, agreed ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', presentIntent(intent))
    return intent
  })

/** The intent as it is by now: what was being processed has settled. */
export const settled = (tx: Context, id: string): Promise<Intent> =>
  change<Intent>(tx, 'pi', id, (entry) =>
    entry.status === 'processing' && entry.settles_at && new Date(entry.settles_at) <= tx.clock.now()
      ? { ...entry, status: 'succeeded', settles_at: null }
      : entry,
  )

export async function cancel(tx: Context, id: string): Promise<Intent> {
  const intent = await change<Intent>(tx, 'pi', id, (entry) => {
    if (entry.status === 'succeeded' || entry.status === 'processing')
      throw new Problem(400, 'payment_intent_unexpected_state')
    return { ...entry, status: 'canceled', action_url: null }
  })
  await sendWebhook(tx, 'payment_intent.canceled', presentIntent(intent))
  return intent
}

export async function refund(tx: Context, id: string, amount: number | undefined): Promise<Intent> {
  const intent = await change<Intent>(tx, 'pi', id, (entry) => {
    const refunded = entry.amount_refunded + (amount ?? entry.amount - entry.amount_refunded)
    if (entry.status !== 'succeeded' || refunded > entry.amount) throw new Problem(400, 'charge_already_refunded')
    return { ...entry, amount_refunded: refunded }
  })
  await sendWebhook(tx, 'charge.refunded', presentCharge(intent)!)
  return intent
}

/** What a cardholder and their bank do; the gateway's API has no such call, so it is a helper for tests. */
export async function dispute(tx: Context, id: string, status: 'needs_response' | 'won' | 'lost'): Promise<Intent> {
  const intent = await change<Intent>(tx, 'pi', id, (entry) => ({ ...entry, dispute: { status } }))
  await sendWebhook(
    tx,
    status === 'needs_response' ? 'charge.dispute.created' : 'charge.dispute.closed',
    presentDispute(intent),
  )
  return intent
}
