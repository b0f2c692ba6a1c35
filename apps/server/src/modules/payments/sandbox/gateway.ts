import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { assert } from '../../../platform/refusal.ts'
import {
  type ChargeRequest,
  type Gateway,
  GatewayDown,
  GatewayRefusal,
  GatewayTimeout,
  type RemotePayment,
} from '../gateway.ts'
import { isSigned } from '../signature.ts'
import { answer, secretKey, type WireReply, type WireRequest, webhookSecret } from './company.ts'

const deadlineMs = 3_000

const intent = z.object({
  id: z.string(),
  amount: z.number(),
  amount_refunded: z.number(),
  status: z.enum(['requires_payment_method', 'requires_action', 'processing', 'succeeded', 'canceled']),
  last_payment_error: z.object({ code: z.string() }).nullable(),
  next_action: z.object({ redirect_to_url: z.object({ url: z.string() }) }).nullable(),
  dispute: z.object({ status: z.enum(['needs_response', 'won', 'lost']) }).nullable(),
  metadata: z.object({ paymentId: z.string().optional() }),
})
const method = z.object({
  id: z.string(),
  brand: z.string(),
  last4: z.string(),
  exp_month: z.number(),
  exp_year: z.number(),
})
const event = z.object({
  id: z.string().max(200),
  type: z.string().max(100),
  data: z.object({ object: z.object({ id: z.string().max(200) }) }),
})

/** The product's side of the sandbox: it speaks the company's API and knows nothing of its books. */
export function sandboxGateway(ctx: Context): Gateway {
  const call = (verb: WireRequest['method'], path: string, body?: object, key?: string) =>
    send(ctx, {
      method: verb,
      path: `/sandbox/v1/${path}`,
      headers: {
        authorization: `Bearer ${secretKey(ctx)}`,
        'content-type': 'application/json',
        ...(key && { 'idempotency-key': key }),
      },
      body: body ? JSON.stringify(body) : '',
    })
  const payment = async (sent: Promise<unknown>): Promise<RemotePayment> => toRemote(intent.parse(await sent))

  return {
    cardForm: (returnPath) => `/sandbox/card-form?return=${encodeURIComponent(returnPath)}`,
    async saveCard(accountId, customerRef, token) {
      const customer =
        customerRef ??
        z
          .object({ id: z.string() })
          .parse(await call('POST', 'customers', { metadata: { accountId } }, `customer:${accountId}`)).id
      const saved = method.parse(await call('POST', 'payment_methods', { customer, token }, `card:${token}`))
      return {
        customerRef: customer,
        ref: saved.id,
        brand: saved.brand,
        last4: saved.last4,
        expMonth: saved.exp_month,
        expYear: saved.exp_year,
      }
    },
    async forgetCard(cardRef) {
      await call('POST', `payment_methods/${cardRef}/detach`)
    },
    charge(request: ChargeRequest) {
      const confirmation = {
        payment_method: request.cardRef,
        off_session: request.offSession,
        return_url: request.returnPath,
      }
      const key = `pay:${request.paymentId}:${request.attempt}`
      if (request.ref) return payment(call('POST', `payment_intents/${request.ref}/confirm`, confirmation, key))
      return payment(
        call(
          'POST',
          'payment_intents',
          {
            amount: Number(request.amount),
            currency: request.currency,
            customer: request.customerRef,
            metadata: { paymentId: request.paymentId },
            ...confirmation,
          },
          key,
        ),
      )
    },
    read: (ref) => unlessMissing(payment(call('GET', `payment_intents/${ref}`))),
    // Too late to cancel: what it has become is what counts.
    cancel: (ref) =>
      unlessMissing(
        payment(call('POST', `payment_intents/${ref}/cancel`).catch(() => call('GET', `payment_intents/${ref}`))),
      ),
    readWebhook(body, signature) {
      if (!isSigned(webhookSecret(ctx), body, signature, ctx.clock.now())) return undefined
      const read = event.safeParse(parseJson(body))
      return read.success ? { id: read.data.id, type: read.data.type, objectRef: read.data.data.object.id } : undefined
    },
  }
}

// Requests and replies cross as text, as they would over a wire, so that neither side can reach into the other.
async function send(ctx: Context, request: WireRequest): Promise<unknown> {
  assert(!ctx.inTransaction, 'a gateway is never asked while a transaction is open')
  const late = new AbortController()
  const deadline = sleep(deadlineMs, undefined, { signal: late.signal, ref: false }).then(() => {
    throw new GatewayTimeout('the sandbox does not answer')
  })
  deadline.catch(() => {})
  const answered = JSON.parse(JSON.stringify(request)) as WireRequest
  try {
    const reply = await Promise.race([held(answer(ctx, answered), late.signal), deadline])
    const body = parseJson(reply.body) as { error?: { code?: string } }
    if (reply.status >= 500) throw new GatewayTimeout('the sandbox failed')
    if (reply.status >= 400) throw new GatewayRefusal(body.error?.code ?? String(reply.status))
    return body
  } catch (error) {
    if (error instanceof GatewayTimeout || error instanceof GatewayRefusal) throw error
    throw new GatewayDown('the sandbox can’t be reached', { cause: error })
  } finally {
    late.abort()
  }
}

async function held(replying: Promise<WireReply>, signal: AbortSignal): Promise<WireReply> {
  const reply = await replying
  if (reply.holdMs) await sleep(reply.holdMs, undefined, { signal, ref: false })
  return reply
}

function toRemote(one: z.output<typeof intent>): RemotePayment {
  const statuses = { requires_payment_method: 'failed', canceled: 'cancelled' } as const
  return {
    ref: one.id,
    paymentId: one.metadata.paymentId ?? null,
    status: one.status === 'requires_payment_method' || one.status === 'canceled' ? statuses[one.status] : one.status,
    failureCode: one.last_payment_error?.code ?? null,
    actionUrl: one.next_action?.redirect_to_url.url ?? null,
    amount: BigInt(one.amount),
    amountRefunded: BigInt(one.amount_refunded),
    dispute: one.dispute ? (one.dispute.status === 'needs_response' ? 'open' : one.dispute.status) : null,
  }
}

const unlessMissing = (asked: Promise<RemotePayment>): Promise<RemotePayment | undefined> =>
  asked.catch((error: unknown) => {
    if (error instanceof GatewayRefusal && error.code === 'resource_missing') return undefined
    throw error
  })

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
