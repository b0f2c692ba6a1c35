import type { Context } from '@fanlight/server/platform/context'
import { row, rows, sql } from '@fanlight/server/platform/db/db'
import { newSecret } from '@fanlight/server/platform/ids'
import type { Behaviour } from './cards.ts'
import type { PayeeBehaviour } from './payee-behaviours.ts'

// The gateway's books: what it knows of customers, cards, forms, payments, payees and transfers. Nothing else in the product reads them.

export interface Card {
  id: string
  customer: string | null
  behaviour: Behaviour
  brand: string
  last4: string
  exp_month: number
  exp_year: number
  /** The same for the same number. */
  fingerprint: string
}
/** A hosted form on which a customer types a card. */
export interface Session {
  id: string
  customer: string
  client_reference_id: string | null
  success_url: string
  cancel_url: string
  payment_method: string | null
}
export interface Intent {
  id: string
  amount: number
  amount_refunded: number
  currency: string
  customer: string
  payment_method: string | null
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled'
  last_payment_error: { code: string; decline_code: string | null } | null
  /** The URL at which the payer's bank asks for authentication. */
  action_url: string | null
  dispute: { status: 'needs_response' | 'won' | 'lost' } | null
  metadata: Record<string, string>
  return_url: string | null
  /** When a payment that is being processed turns out well. */
  settles_at: string | null
  behaviour: Behaviour
}
/** An account that a platform pays out to. */
export interface Account {
  id: string
  metadata: Record<string, string>
  /** Null until its owner filled in the form. */
  behaviour: PayeeBehaviour | null
}
/** A link to the form of an account. */
export interface AccountLink {
  id: string
  account: string
  return_url: string
  refresh_url: string
  /** Seconds since 1970. */
  expires_at: number
  is_used: boolean
}
export interface Transfer {
  id: string
  amount: number
  currency: string
  destination: string
  transfer_group: string | null
  metadata: Record<string, string>
}

/** An error response of the gateway, in the format of its API. */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

export const newName = (prefix: string): string =>
  `${prefix}_${newSecret()
    .replaceAll(/[^a-zA-Z0-9]/g, '')
    .slice(0, 24)}`

export async function add<T extends { id: string }>(tx: Context, prefix: string, body: Omit<T, 'id'>): Promise<T> {
  const whole = { ...body, id: newName(prefix) } as unknown as T
  await sql`INSERT INTO fake_stripe.objects (id, kind, body) VALUES (${whole.id}, ${prefix}, ${JSON.stringify(whole)}::jsonb)`.execute(
    tx.db,
  )
  return whole
}

/** Locked until the transaction ends. */
export const find = async <T>(tx: Context, kind: string, id: string): Promise<T | undefined> =>
  (
    await row(
      tx.db,
      sql<{ body: T }>`SELECT body FROM fake_stripe.objects WHERE id = ${id} AND kind = ${kind} FOR UPDATE`,
    )
  )?.body

export async function get<T>(tx: Context, kind: string, id: string): Promise<T> {
  const found = await find<T>(tx, kind, id)
  if (!found) throw new Problem(404, 'resource_missing')
  return found
}

/** A customer's payments, the newest first. */
export const intentsOf = async (tx: Context, customer: string): Promise<Intent[]> =>
  (
    await rows(
      tx.db,
      sql<{ body: Intent }>`SELECT body FROM fake_stripe.objects WHERE kind = 'pi' AND body->>'customer' = ${customer}
        ORDER BY created_at DESC LIMIT 100`,
    )
  ).map((row) => row.body)

export async function change<T>(tx: Context, kind: string, id: string, to: (before: T) => T): Promise<T> {
  const after = to(await get<T>(tx, kind, id))
  await sql`UPDATE fake_stripe.objects SET body = ${JSON.stringify(after)}::jsonb, version = version + 1 WHERE id = ${id}`.execute(
    tx.db,
  )
  return after
}
