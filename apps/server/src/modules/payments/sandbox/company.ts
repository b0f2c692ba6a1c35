import { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db.ts'
import { newSecret, sha256 } from '../../../platform/ids.ts'
import { keyFor } from '../../../platform/keys.ts'
import { type Behaviour, testCards } from './cards.ts'

// A card company in miniature, for demo mode: its own books (schema sandbox), its own API, its own way with idempotency keys. The
// product knows it only through the requests below, which arrive as text and are answered as text.

export interface WireRequest {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body: string
}
export interface WireReply {
  status: number
  body: string
  /** The company has done its work but keeps its answer to itself for so long. */
  holdMs?: number
}

export const secretKey = (ctx: Context): string => `sk_sandbox_${keyFor(ctx.secret, 'sandbox key').toString('hex')}`
export const webhookSecret = (ctx: Context): string => `whsec_${keyFor(ctx.secret, 'sandbox webhook').toString('hex')}`

const holdMs = 20_000
const lateSeconds = 5
const disputeSeconds = 5

interface Card {
  id: string
  customer: string | null
  behaviour: Behaviour
  brand: string
  last4: string
  exp_month: number
  exp_year: number
  used?: boolean
}
export interface Intent {
  id: string
  object: 'payment_intent'
  amount: number
  amount_refunded: number
  currency: string
  customer: string
  payment_method: string | null
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled'
  last_payment_error: { code: string } | null
  next_action: { redirect_to_url: { url: string } } | null
  dispute: { status: 'needs_response' | 'won' | 'lost' } | null
  metadata: Record<string, string>
  return_url: string
  /** When a payment that is being processed turns out well. */
  settles_at: string | null
  behaviour: Behaviour
}

class Problem extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

/** Answers one request. */
export async function answer(ctx: Context, request: WireRequest): Promise<WireReply> {
  const open = request.path === '/sandbox/v1/tokens'
  if (!open && request.headers.authorization !== `Bearer ${secretKey(ctx)}`)
    return reply(401, { error: { code: 'api_key_invalid' } })
  try {
    return await ctx.transaction((tx) => once(tx, request))
  } catch (error) {
    if (error instanceof Problem) return reply(error.status, { error: { code: error.code } })
    if (error instanceof z.ZodError || error instanceof SyntaxError)
      return reply(400, { error: { code: 'parameter_invalid' } })
    throw error
  }
}

const reply = (status: number, body: unknown): WireReply => ({ status, body: JSON.stringify(body) })

// The same key and body is answered as the first time, another body is an error; two at once wait for each other.
async function once(tx: Context, request: WireRequest): Promise<WireReply> {
  const key = request.headers['idempotency-key']
  if (request.method === 'GET' || !key) return dispatch(tx, request)
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`sandbox:${key}`}, 0))`.execute(tx.db)
  const hash = sha256(`${request.path}\n${request.body}`)
  const first = await row(
    tx.db,
    sql<{
      body_hash: Buffer
      reply: unknown
      status: number
    }>`SELECT body_hash, reply, status FROM sandbox.idempotency WHERE key = ${key}`,
  )
  if (first)
    return first.body_hash.equals(hash)
      ? reply(first.status, first.reply)
      : reply(400, { error: { code: 'idempotency_key_in_use' } })
  const answered = await dispatch(tx, request)
  await sql`INSERT INTO sandbox.idempotency (key, body_hash, reply, status) VALUES (${key}, ${hash}, ${answered.body}::jsonb, ${answered.status})`.execute(
    tx.db,
  )
  return answered
}

const tokenBody = z.object({
  number: z.string(),
  exp_month: z.number().int().min(1).max(12),
  exp_year: z.number().int().min(2000).max(2100),
  cvc: z.string(),
})
const intentBody = z.object({
  amount: z.number().int().positive(),
  currency: z.string(),
  customer: z.string(),
  payment_method: z.string(),
  off_session: z.boolean(),
  return_url: z.string(),
  metadata: z.record(z.string(), z.string()),
})
const confirmBody = z.object({ payment_method: z.string(), off_session: z.boolean(), return_url: z.string() })

async function dispatch(tx: Context, { method, path, body }: WireRequest): Promise<WireReply> {
  const [kind, id, action] = path.replace(/^\/sandbox\/v1\//, '').split('/') as [string, string?, string?]
  const read = <S extends z.ZodType>(schema: S): z.output<S> => schema.parse(JSON.parse(body || '{}'))
  switch (`${method} ${kind}${id ? '/:id' : ''}${action ? `/${action}` : ''}`) {
    case 'POST customers':
      return reply(
        200,
        await add(tx, 'cus', { object: 'customer', ...read(z.object({ metadata: z.record(z.string(), z.string()) })) }),
      )
    case 'POST tokens':
      return reply(200, await tokenise(tx, read(tokenBody)))
    case 'POST payment_methods':
      return reply(200, await attach(tx, read(z.object({ customer: z.string(), token: z.string() }))))
    case 'POST payment_methods/:id/detach':
      return reply(200, await change<Card>(tx, id!, (card) => ({ ...card, customer: null })))
    case 'POST payment_intents': {
      const wanted = read(intentBody)
      const intent = await add<Intent>(tx, 'pi', {
        object: 'payment_intent',
        amount: wanted.amount,
        amount_refunded: 0,
        currency: wanted.currency,
        customer: wanted.customer,
        payment_method: null,
        status: 'requires_payment_method',
        last_payment_error: null,
        next_action: null,
        dispute: null,
        metadata: wanted.metadata,
        return_url: wanted.return_url,
        settles_at: null,
        behaviour: 'succeeds',
      })
      return confirm(tx, intent.id, wanted)
    }
    case 'POST payment_intents/:id/confirm':
      return confirm(tx, id!, read(confirmBody))
    case 'GET payment_intents/:id':
      return reply(200, await settled(tx, id!))
    case 'POST payment_intents/:id/cancel': {
      const intent = await change<Intent>(tx, id!, (one) => {
        if (one.status === 'succeeded' || one.status === 'processing')
          throw new Problem(400, 'payment_intent_unexpected_state')
        return { ...one, status: 'canceled', next_action: null }
      })
      await tell(tx, 'payment_intent.canceled', intent)
      return reply(200, intent)
    }
    case 'POST refunds': {
      const wanted = read(z.object({ payment_intent: z.string(), amount: z.number().int().positive().optional() }))
      const intent = await change<Intent>(tx, wanted.payment_intent, (one) => {
        const refunded = one.amount_refunded + (wanted.amount ?? one.amount - one.amount_refunded)
        if (one.status !== 'succeeded' || refunded > one.amount) throw new Problem(400, 'charge_already_refunded')
        return { ...one, amount_refunded: refunded }
      })
      await tell(tx, 'charge.refunded', intent)
      return reply(200, intent)
    }
    case 'POST disputes': {
      const wanted = read(z.object({ payment_intent: z.string(), status: z.enum(['needs_response', 'won', 'lost']) }))
      const intent = await change<Intent>(tx, wanted.payment_intent, (one) => ({
        ...one,
        dispute: { status: wanted.status },
      }))
      await tell(tx, wanted.status === 'needs_response' ? 'charge.dispute.created' : 'charge.dispute.closed', intent)
      return reply(200, intent)
    }
    default:
      throw new Problem(404, 'resource_missing')
  }
}

/** Turns a card number into a token that can be used once. The number goes no further than this function. */
async function tokenise(tx: Context, { number, exp_month, exp_year }: z.output<typeof tokenBody>): Promise<Card> {
  const digits = number.replaceAll(/[\s-]/g, '')
  const known = testCards[digits]
  if (!known) throw new Problem(402, 'test_card_unknown')
  const { behaviour, brand } = known
  return add<Card>(tx, 'tok', { customer: null, behaviour, brand, last4: digits.slice(-4), exp_month, exp_year })
}

async function attach(tx: Context, { customer, token }: { customer: string; token: string }): Promise<Card> {
  const used = await change<Card>(tx, token, (one) => {
    if (one.used || !token.startsWith('tok_')) throw new Problem(400, 'token_already_used')
    return { ...one, used: true }
  })
  if (used.behaviour === 'expired_card') throw new Problem(402, 'expired_card')
  const { id: _, used: __, ...card } = used
  return add<Card>(tx, 'pm', { ...card, customer })
}

async function confirm(tx: Context, id: string, wanted: z.output<typeof confirmBody>): Promise<WireReply> {
  const card = await get<Card>(tx, wanted.payment_method)
  const now = tx.clock.now()
  const before = await get<Intent>(tx, id)
  if (!card || !before || card.customer !== before.customer) throw new Problem(404, 'resource_missing')
  if (before.status !== 'requires_payment_method' && before.status !== 'requires_action')
    throw new Problem(400, 'payment_intent_unexpected_state')
  const intent = await change<Intent>(tx, id, (one) => ({
    ...one,
    payment_method: card.id,
    return_url: wanted.return_url,
    behaviour: card.behaviour,
    last_payment_error: null,
    next_action: null,
    settles_at: null,
    ...outcome(one, card.behaviour, wanted.off_session, now),
  }))
  await tellOutcome(tx, intent)
  return { ...reply(200, intent), ...(card.behaviour === 'times_out' && { holdMs }) }
}

function outcome(intent: Intent, behaviour: Behaviour, offSession: boolean, now: Date): Partial<Intent> {
  const no = (code: string): Partial<Intent> => ({ status: 'requires_payment_method', last_payment_error: { code } })
  switch (behaviour) {
    case 'declines':
      return no('card_declined')
    case 'charge_declines':
      return offSession ? no('card_declined') : { status: 'succeeded' }
    case 'insufficient_funds':
    case 'expired_card':
      return no(behaviour)
    case 'asks':
      // A bank that has confirmed a payer once lets renewals through.
      if (offSession) return { status: 'succeeded' }
      return { status: 'requires_action', next_action: { redirect_to_url: { url: `/sandbox/confirm/${intent.id}` } } }
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
  const after = (seconds: number) => seconds
  if (intent.status === 'succeeded') {
    const { behaviour } = intent
    const wait = behaviour === 'times_out' ? after(lateSeconds) : 0
    if (behaviour === 'out_of_order')
      await tell(tx, 'payment_intent.processing', { ...intent, status: 'processing' }, after(2))
    await tell(tx, 'payment_intent.succeeded', intent, wait, behaviour === 'twice' ? 2 : 1)
    if (behaviour === 'disputed')
      await tell(
        tx,
        'charge.dispute.created',
        { ...intent, dispute: { status: 'needs_response' } },
        after(disputeSeconds),
      )
  } else if (intent.status === 'processing') {
    await tell(tx, 'payment_intent.succeeded', { ...intent, status: 'succeeded' }, after(lateSeconds))
  } else if (intent.status === 'requires_action') await tell(tx, 'payment_intent.requires_action', intent)
  else if (intent.last_payment_error) await tell(tx, 'payment_intent.payment_failed', intent)
}

/** The payer's answer on the bank's page. */
export async function confirmByPayer(ctx: Context, id: string, agreed: boolean): Promise<Intent | undefined> {
  return ctx.transaction(async (tx) => {
    const before = await get<Intent>(tx, id)
    if (!before || before.status !== 'requires_action') return before
    const intent = await change<Intent>(tx, id, (one) =>
      agreed
        ? { ...one, status: 'succeeded', next_action: null }
        : {
            ...one,
            status: 'requires_payment_method',
            next_action: null,
            last_payment_error: { code: 'authentication_failed' },
          },
    )
    await tell(tx, agreed ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', intent)
    return intent
  })
}

/** The intent as it is by now: what was being processed has settled, what is disputed later is disputed. */
async function settled(tx: Context, id: string): Promise<Intent> {
  return change<Intent>(tx, id, (one) =>
    one.status === 'processing' && one.settles_at && new Date(one.settles_at) <= tx.clock.now()
      ? { ...one, status: 'succeeded', settles_at: null }
      : one,
  )
}

async function add<T extends { id: string }>(tx: Context, prefix: string, body: Omit<T, 'id'>): Promise<T> {
  const id = `${prefix}_${newSecret()
    .replaceAll(/[^a-zA-Z0-9]/g, '')
    .slice(0, 24)}`
  const whole = { ...body, id } as unknown as T
  await sql`INSERT INTO sandbox.objects (id, kind, body) VALUES (${id}, ${prefix}, ${JSON.stringify(whole)}::jsonb)`.execute(
    tx.db,
  )
  return whole
}

const get = async <T>(tx: Context, id: string): Promise<T | undefined> =>
  (await row(tx.db, sql<{ body: T }>`SELECT body FROM sandbox.objects WHERE id = ${id} FOR UPDATE`))?.body

async function change<T>(tx: Context, id: string, to: (before: T) => T): Promise<T> {
  const before = await get<T>(tx, id)
  if (!before) throw new Problem(404, 'resource_missing')
  const after = to(before)
  await sql`UPDATE sandbox.objects SET body = ${JSON.stringify(after)}::jsonb, version = version + 1 WHERE id = ${id}`.execute(
    tx.db,
  )
  return after
}

async function tell(tx: Context, type: string, object: Intent, afterSeconds = 0, times = 1): Promise<void> {
  const event = {
    id: `evt_${newSecret()
      .replaceAll(/[^a-zA-Z0-9]/g, '')
      .slice(0, 24)}`,
    object: 'event',
    type,
    data: { object },
  }
  await sql`INSERT INTO sandbox.deliveries (event, deliver_at)
    SELECT ${JSON.stringify(event)}::jsonb, app_now() + make_interval(secs => ${afterSeconds}) FROM generate_series(1, ${times})`.execute(
    tx.db,
  )
}

export interface Delivery {
  id: bigint
  event: { type: string; data: { object: Intent } }
  attempts: number
}
/** Webhooks that are due, each held by this transaction alone. A dispute comes true when it is told. */
export async function dueDeliveries(tx: Context, limit: number): Promise<Delivery[]> {
  const due = await rows(
    tx.db,
    sql<Delivery>`SELECT id, event, attempts FROM sandbox.deliveries WHERE delivered_at IS NULL AND deliver_at <= app_now()
      ORDER BY deliver_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
  )
  for (const { event } of due) {
    if (event.type === 'charge.dispute.created')
      await change<Intent>(tx, event.data.object.id, (one) => ({
        ...one,
        dispute: one.dispute ?? { status: 'needs_response' },
      }))
  }
  return due
}
