import type { Context } from '../../../platform/context.ts'
import { type Card, change, find, get, type Intent, Problem } from './books.ts'
import type { Behaviour } from './cards.ts'
import { tell } from './telling.ts'
import { presentCharge, presentDispute, presentIntent } from './wire.ts'

// The life of a payment at the company: confirmed with a card, asked about by a bank, refunded, disputed. Each step is told.

const lateSeconds = 5
const disputeSeconds = 5

export interface Confirmation {
  payment_method: string
  off_session: boolean
  return_url?: string | undefined
}

/** The payment as it stands after the card was asked, and whether the bank said no. */
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
  const intent = await change<Intent>(tx, 'pi', id, (one) => ({
    ...one,
    payment_method: card.id,
    return_url: wanted.return_url ?? null,
    behaviour: card.behaviour,
    last_payment_error: null,
    action_url: null,
    settles_at: null,
    ...outcome(one, card.behaviour, wanted, now),
  }))
  await tellOutcome(tx, intent)
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
      return { status: 'requires_action', action_url: `${origin}/sandbox/confirm/${intent.id}` }
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

async function tellOutcome(tx: Context, intent: Intent): Promise<void> {
  const { behaviour, status } = intent
  const told = presentIntent(intent)
  if (status === 'succeeded') {
    if (behaviour === 'out_of_order')
      await tell(tx, 'payment_intent.processing', presentIntent({ ...intent, status: 'processing' }), 2)
    const wait = behaviour === 'times_out' ? lateSeconds : 0
    await tell(tx, 'payment_intent.succeeded', told, wait, behaviour === 'twice' ? 2 : 1)
    if (behaviour === 'disputed')
      await tell(
        tx,
        'charge.dispute.created',
        presentDispute({ ...intent, dispute: { status: 'needs_response' } }),
        disputeSeconds,
      )
  } else if (status === 'processing') {
    await tell(tx, 'payment_intent.succeeded', presentIntent({ ...intent, status: 'succeeded' }), lateSeconds)
  } else if (status === 'requires_action') await tell(tx, 'payment_intent.requires_action', told)
  else if (intent.last_payment_error) await tell(tx, 'payment_intent.payment_failed', told)
}

/** The payer's answer on the bank's page. */
export const confirmByPayer = (ctx: Context, id: string, agreed: boolean): Promise<Intent | undefined> =>
  ctx.transaction(async (tx) => {
    const before = await find<Intent>(tx, 'pi', id)
    if (!before || before.status !== 'requires_action') return before
    const intent = await change<Intent>(tx, 'pi', id, (one) =>
      agreed
        ? { ...one, status: 'succeeded', action_url: null }
        : {
            ...one,
            status: 'requires_payment_method',
            action_url: null,
            last_payment_error: { code: 'payment_intent_authentication_failure', decline_code: null },
          },
    )
    await tell(tx, agreed ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', presentIntent(intent))
    return intent
  })

/** The intent as it is by now: what was being processed has settled. */
export const settled = (tx: Context, id: string): Promise<Intent> =>
  change<Intent>(tx, 'pi', id, (one) =>
    one.status === 'processing' && one.settles_at && new Date(one.settles_at) <= tx.clock.now()
      ? { ...one, status: 'succeeded', settles_at: null }
      : one,
  )

export async function cancel(tx: Context, id: string): Promise<Intent> {
  const intent = await change<Intent>(tx, 'pi', id, (one) => {
    if (one.status === 'succeeded' || one.status === 'processing')
      throw new Problem(400, 'payment_intent_unexpected_state')
    return { ...one, status: 'canceled', action_url: null }
  })
  await tell(tx, 'payment_intent.canceled', presentIntent(intent))
  return intent
}

export async function refund(tx: Context, id: string, amount: number | undefined): Promise<Intent> {
  const intent = await change<Intent>(tx, 'pi', id, (one) => {
    const refunded = one.amount_refunded + (amount ?? one.amount - one.amount_refunded)
    if (one.status !== 'succeeded' || refunded > one.amount) throw new Problem(400, 'charge_already_refunded')
    return { ...one, amount_refunded: refunded }
  })
  await tell(tx, 'charge.refunded', presentCharge(intent)!)
  return intent
}

/** What a cardholder and their bank do; the company's API has no such call, so it is a helper for tests. */
export async function dispute(tx: Context, id: string, status: 'needs_response' | 'won' | 'lost'): Promise<Intent> {
  const intent = await change<Intent>(tx, 'pi', id, (one) => ({ ...one, dispute: { status } }))
  await tell(
    tx,
    status === 'needs_response' ? 'charge.dispute.created' : 'charge.dispute.closed',
    presentDispute(intent),
  )
  return intent
}
