import type { Account, AccountLink, Card, Intent, Session, Transfer } from './objects.ts'
import { isPaidOutTo } from './payee-behaviours.ts'

// The gateway's objects as its clients receive them: the fields of Stripe's API that its clients read.

export const presentCustomer = (customer: { id: string; metadata: Record<string, string> }) => ({
  object: 'customer',
  ...customer,
})

export const presentMethod = ({ id, customer, brand, last4, exp_month, exp_year, fingerprint }: Card) => ({
  id,
  object: 'payment_method',
  type: 'card',
  customer,
  card: { brand, last4, exp_month, exp_year, fingerprint },
})

export const presentSession = (session: Session, card: Card | undefined, origin: string) => ({
  id: session.id,
  object: 'checkout.session',
  mode: 'setup',
  status: session.payment_method ? 'complete' : 'open',
  customer: session.customer,
  client_reference_id: session.client_reference_id,
  url: session.payment_method ? null : `${origin}/test-gateway/card-form/${session.id}`,
  setup_intent: session.payment_method
    ? {
        id: session.id.replace(/^cs_/, 'seti_'),
        object: 'setup_intent',
        status: 'succeeded',
        payment_method: card ? presentMethod(card) : session.payment_method,
      }
    : null,
})

const chargeName = (intent: Intent) => intent.id.replace(/^pi_/, 'ch_')

export const presentIntent = (intent: Intent, { expanded = false } = {}) => ({
  id: intent.id,
  object: 'payment_intent',
  amount: intent.amount,
  currency: intent.currency,
  customer: intent.customer,
  payment_method: intent.payment_method,
  payment_method_types: ['card'],
  status: intent.status,
  last_payment_error: intent.last_payment_error && { type: 'card_error', ...intent.last_payment_error },
  next_action: intent.action_url
    ? { type: 'redirect_to_url', redirect_to_url: { url: intent.action_url, return_url: intent.return_url } }
    : null,
  metadata: intent.metadata,
  latest_charge: intent.status !== 'succeeded' ? null : expanded ? presentCharge(intent) : chargeName(intent),
})

export const presentCharge = (intent: Intent) =>
  intent.status === 'succeeded'
    ? {
        id: chargeName(intent),
        object: 'charge',
        amount: intent.amount,
        amount_refunded: intent.amount_refunded,
        refunded: intent.amount_refunded === intent.amount,
        currency: intent.currency,
        disputed: intent.dispute !== null,
        payment_intent: intent.id,
        status: 'succeeded',
      }
    : null

export const presentDispute = (intent: Intent) => ({
  id: intent.id.replace(/^pi_/, 'dp_'),
  object: 'dispute',
  amount: intent.amount,
  charge: chargeName(intent),
  payment_intent: intent.id,
  status: intent.dispute?.status ?? 'needs_response',
})

export const presentRefund = (intent: Intent, id: string, amount: number) => ({
  id,
  object: 'refund',
  amount,
  charge: chargeName(intent),
  payment_intent: intent.id,
  status: 'succeeded',
})

const requirementsOf = ({ behaviour }: Account): string[] =>
  behaviour === null
    ? ['external_account', 'individual.first_name', 'individual.last_name', 'tos_acceptance.date']
    : behaviour === 'restricted'
      ? ['individual.verification.document']
      : []

export const presentAccount = (account: Account) => ({
  id: account.id,
  object: 'account',
  details_submitted: account.behaviour !== null,
  charges_enabled: false,
  payouts_enabled: isPaidOutTo(account.behaviour),
  capabilities: { transfers: isPaidOutTo(account.behaviour) ? 'active' : 'inactive' },
  requirements: { currently_due: requirementsOf(account) },
  metadata: account.metadata,
})

export const presentAccountLink = ({ id, return_url, expires_at }: AccountLink) => ({
  object: 'account_link',
  expires_at,
  url: `${new URL(return_url).origin}/test-gateway/payee/${id}`,
})

export const presentTransfer = ({ id, amount, currency, destination, transfer_group, metadata }: Transfer) => ({
  id,
  object: 'transfer',
  amount,
  amount_reversed: 0,
  reversed: false,
  currency,
  destination,
  transfer_group,
  metadata,
})
