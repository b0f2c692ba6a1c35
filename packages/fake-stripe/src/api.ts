import { z } from 'zod'
import type { Context } from '@fanlight/server/platform/context'
import { row, sql } from '@fanlight/server/platform/db/db'
import { sha256 } from '@fanlight/server/platform/ids'
import {
  type Account,
  add,
  type Card,
  change,
  find,
  get,
  type Intent,
  intentsOf,
  newName,
  Problem,
  type Session,
} from './objects.ts'
import { readForm } from './form-body.ts'
import { cancel, confirm, dispute, refund, settled } from './intents.ts'
import { secretKey } from './keys.ts'
import { getAccount, makeTransfer, openLink, transfersOf } from './payees.ts'
import {
  presentAccount,
  presentAccountLink,
  presentCustomer,
  presentDispute,
  presentIntent,
  presentMethod,
  presentRefund,
  presentSession,
  presentTransfer,
} from './wire.ts'

// A card gateway in miniature, for demo mode: its own tables (schema fake_stripe) and Stripe's wire form, as far as a merchant like us
// uses it. It is reached over HTTP alone (listener.ts), by the adapter that also speaks to Stripe.

export interface WireRequest {
  method: string
  /** Without the query. */
  path: string
  query: string
  headers: Record<string, string | string[] | undefined>
  body: string
}
export interface WireReply {
  status: number
  body: string
  /** The gateway has done its work but keeps its answer to itself for so long. */
  holdMs?: number
}

const holdMs = 20_000

/** Answers one request. */
export async function answer(ctx: Context, request: WireRequest): Promise<WireReply> {
  if (request.headers['authorization'] !== `Bearer ${secretKey(ctx)}`) return refusal(401, 'api_key_invalid')
  try {
    return await ctx.transaction((tx) => once(tx, request))
  } catch (error) {
    if (error instanceof Problem) return refusal(error.status, error.code)
    if (error instanceof z.ZodError) return refusal(400, 'parameter_invalid')
    throw error
  }
}

const reply = (status: number, body: unknown): WireReply => ({ status, body: JSON.stringify(body) })
const refusal = (status: number, code: string, type = 'invalid_request_error'): WireReply =>
  reply(status, { error: { type, code, message: `The test gateway refuses: ${code}` } })

// The same key and body returns the first response, a different body is an error; concurrent requests with one key run in turn.
async function once(tx: Context, request: WireRequest): Promise<WireReply> {
  const key = request.headers['idempotency-key']
  if (request.method === 'GET' || typeof key !== 'string') return dispatch(tx, request)
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`fake-stripe:${key}`}, 0))`.execute(tx.db)
  const hash = sha256(`${request.path}\n${request.body}`)
  const first = await row(
    tx.db,
    sql<{
      body_hash: Buffer
      reply: unknown
      status: number
    }>`SELECT body_hash, reply, status FROM fake_stripe.idempotency WHERE key = ${key}`,
  )
  if (first)
    return first.body_hash.equals(hash)
      ? reply(first.status, first.reply)
      : refusal(400, 'idempotency_key_in_use', 'idempotency_error')
  const answered = await dispatch(tx, request)
  await sql`INSERT INTO fake_stripe.idempotency (key, body_hash, reply, status) VALUES (${key}, ${hash}, ${answered.body}::jsonb, ${answered.status})`.execute(
    tx.db,
  )
  return answered
}

const metadata = z.record(z.string(), z.string()).default({})
const customerBody = z.object({ metadata })
const sessionBody = z.object({
  mode: z.literal('setup'),
  currency: z.string().regex(/^[a-z]{3}$/),
  customer: z.string(),
  client_reference_id: z.string().nullable().default(null),
  success_url: z.url(),
  cancel_url: z.url(),
})
const confirmBody = z.object({
  payment_method: z.string(),
  off_session: z.stringbool().default(false),
  return_url: z.url().optional(),
})
const intentBody = confirmBody.extend({
  amount: z.coerce.number().int().positive(),
  currency: z.string().regex(/^[a-z]{3}$/),
  customer: z.string(),
  confirm: z.stringbool().pipe(z.literal(true)),
  metadata,
})
const refundBody = z.object({ payment_intent: z.string(), amount: z.coerce.number().int().positive().optional() })
const disputeBody = z.object({ payment_intent: z.string(), status: z.enum(['needs_response', 'won', 'lost']) })
const accountBody = z.object({
  capabilities: z.object({ transfers: z.object({ requested: z.stringbool() }) }),
  metadata,
})
const linkBody = z.object({
  account: z.string(),
  type: z.literal('account_onboarding'),
  return_url: z.url(),
  refresh_url: z.url(),
})
const transferBody = z.object({
  amount: z.coerce.number().int().positive(),
  currency: z.string().regex(/^[a-z]{3}$/),
  destination: z.string(),
  transfer_group: z.string().nullable().default(null),
  metadata,
})

async function dispatch(tx: Context, { method, path, query, body }: WireRequest): Promise<WireReply> {
  const [kind = '', id = '', action = ''] = path
    .replace(/^\/v1\//, '')
    .replace('checkout/', 'checkout-')
    .split('/')
  const form = readForm(method === 'GET' ? query : body)
  const expanded = Object.values((form['expand'] ?? {}) as Record<string, string>)
  const intentReply = (intent: Intent) =>
    reply(200, presentIntent(intent, { expanded: expanded.includes('latest_charge') }))
  switch (`${method} ${kind}${id && ' one'}${action && ` ${action}`}`) {
    case 'POST customers':
      return reply(200, presentCustomer(await add(tx, 'cus', customerBody.parse(form))))
    case 'POST checkout-sessions': {
      const { mode: _, currency: __, ...wanted } = sessionBody.parse(form)
      await get(tx, 'cus', wanted.customer)
      const session = await add<Session>(tx, 'cs', { ...wanted, payment_method: null })
      return reply(200, presentSession(session, undefined, new URL(wanted.success_url).origin))
    }
    case 'GET checkout-sessions one': {
      const session = await get<Session>(tx, 'cs', id)
      const card = session.payment_method ? await find<Card>(tx, 'pm', session.payment_method) : undefined
      return reply(200, presentSession(session, card, new URL(session.success_url).origin))
    }
    case 'POST payment_methods one detach':
      return reply(200, presentMethod(await change<Card>(tx, 'pm', id, detached)))
    case 'POST payment_intents': {
      const { amount, currency, customer, metadata: carried, ...confirmation } = intentBody.parse(form)
      const intent = await add<Intent>(tx, 'pi', {
        amount,
        amount_refunded: 0,
        currency,
        customer,
        payment_method: null,
        status: 'requires_payment_method',
        last_payment_error: null,
        action_url: null,
        dispute: null,
        metadata: carried,
        return_url: null,
        settles_at: null,
        behaviour: 'succeeds',
      })
      return confirmed(await confirm(tx, intent.id, confirmation), intentReply)
    }
    case 'POST payment_intents one confirm':
      return confirmed(await confirm(tx, id, confirmBody.parse(form)), intentReply)
    case 'GET payment_intents': {
      const data = (await intentsOf(tx, z.string().parse(form['customer']))).map((entry) =>
        presentIntent(entry, { expanded: true }),
      )
      return reply(200, { object: 'list', data, has_more: false, url: '/v1/payment_intents' })
    }
    case 'GET payment_intents one':
      return intentReply(await settled(tx, id))
    case 'POST payment_intents one cancel':
      return intentReply(await cancel(tx, id))
    case 'POST refunds': {
      const wanted = refundBody.parse(form)
      const before = (await get<Intent>(tx, 'pi', wanted.payment_intent)).amount_refunded
      const after = await refund(tx, wanted.payment_intent, wanted.amount)
      return reply(200, presentRefund(after, newName('re'), after.amount_refunded - before))
    }
    case 'GET disputes': {
      const intent = await get<Intent>(tx, 'pi', z.string().parse(form['payment_intent']))
      const data = intent.dispute ? [presentDispute(intent)] : []
      return reply(200, { object: 'list', data, has_more: false, url: '/v1/disputes' })
    }
    case 'POST test_helpers one': {
      if (id !== 'disputes') throw new Problem(404, 'resource_missing')
      const wanted = disputeBody.parse(form)
      return reply(200, presentDispute(await dispute(tx, wanted.payment_intent, wanted.status)))
    }
    case 'POST accounts':
      return reply(
        200,
        presentAccount(await add<Account>(tx, 'acct', { metadata: accountBody.parse(form).metadata, behaviour: null })),
      )
    case 'GET accounts one':
      return reply(200, presentAccount(await getAccount(tx, id)))
    case 'POST account_links': {
      const { account, return_url, refresh_url } = linkBody.parse(form)
      return reply(200, presentAccountLink(await openLink(tx, { account, return_url, refresh_url })))
    }
    case 'POST transfers':
      return transferred(await makeTransfer(tx, transferBody.parse(form)))
    case 'GET transfers': {
      const data = (await transfersOf(tx, z.string().parse(form['transfer_group']))).map(presentTransfer)
      return reply(200, { object: 'list', data, has_more: false, url: '/v1/transfers' })
    }
    default:
      throw new Problem(404, 'resource_missing')
  }
}

function detached(card: Card): Card {
  if (card.customer === null) throw new Problem(400, 'payment_method_unexpected_state')
  return { ...card, customer: null }
}

/** A declined card is a 402 that carries the payment. */
function confirmed(
  { intent, declined }: { intent: Intent; declined: boolean },
  intentReply: (intent: Intent) => WireReply,
): WireReply {
  const delay = intent.behaviour === 'times_out' ? { holdMs } : {}
  if (!declined) return { ...intentReply(intent), ...delay }
  const error = { type: 'card_error', ...intent.last_payment_error, message: 'Your card was declined.' }
  return reply(402, { error: { ...error, payment_intent: presentIntent(intent) } })
}

/** A refusal is an answer that the key keeps, like Stripe's: only another key asks again. */
function transferred(made: Awaited<ReturnType<typeof makeTransfer>>): WireReply {
  if ('refusal' in made) return refusal(400, made.refusal)
  if (made.behaviour === 'answers_with_error') return refusal(500, 'internal_error', 'api_error')
  return { ...reply(200, presentTransfer(made.transfer)), ...(made.behaviour === 'times_out' && { holdMs }) }
}
