import Stripe from 'stripe'
import { z } from 'zod'
import type { Context } from '../../../../platform/context.ts'
import { type Egress, EgressError } from '../../../../platform/egress.ts'
import { publicUrl } from '../../../../platform/http/origin.ts'
import { assert } from '../../../../platform/refusal.ts'
import {
  type ChargeRequest,
  type Gateway,
  GatewayDown,
  GatewayRefusal,
  GatewayTimeout,
  type Payee,
  type RemotePayment,
} from '../gateway.ts'
import { isSigned } from '../signature.ts'

/** A server that speaks Stripe's API: Stripe's own, or the test gateway beside us. The adapter knows no other difference. */
export interface StripeHost {
  url: string
  secretKey: string
  egress: Egress
  deadlineMs: number
}
interface Access {
  webhookSecret: string
  host(): Promise<StripeHost>
}

export function stripeGateway(ctx: Context, { webhookSecret, host }: Access): Gateway {
  // Links of our own are stored without an origin, so that a visitor stays on the address they came by.
  const base = publicUrl(ctx.config)
  const ours = (url: string) => (url.startsWith(`${base}/`) ? url.slice(base.length) : url)
  const request = async <T>(question: (stripe: Stripe) => Promise<T>): Promise<T> => {
    assert(!ctx.inTransaction, 'a gateway is never called while a transaction is open')
    return question(clientOf(await host())).catch(asGatewayError)
  }
  const remoteOf = async (intent: Stripe.PaymentIntent): Promise<RemotePayment> => {
    const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
    const found = charge?.disputed
      ? await request((stripe) => stripe.disputes.list({ payment_intent: intent.id, limit: 1 }))
      : undefined
    return toRemote(intent, charge, found?.data[0], ours)
  }
  /** A bank's no is an answer: it comes as an error that carries the payment as it is. */
  const pay = (question: (stripe: Stripe) => Promise<Stripe.PaymentIntent>): Promise<RemotePayment> =>
    request((stripe) => question(stripe).catch(intentOfDecline)).then(remoteOf)

  return {
    async openCardForm(accountId, known, returnPath) {
      const customerRef =
        known ??
        (
          await request((stripe) =>
            stripe.customers.create({ metadata: { accountId } }, { idempotencyKey: `customer:${accountId}` }),
          )
        ).id
      const back = `${base}${returnPath}`
      const session = await request((stripe) =>
        stripe.checkout.sessions.create({
          mode: 'setup',
          allowed_payment_method_types: ['card'],
          currency: ctx.settings.get('currency').toLowerCase(),
          customer: customerRef,
          client_reference_id: accountId,
          success_url: `${back}${returnPath.includes('?') ? '&' : '?'}cardToken={CHECKOUT_SESSION_ID}`,
          cancel_url: back,
        }),
      )
      assert(session.url !== null, 'a form that was just opened has an address')
      return { url: ours(session.url), customerRef }
    },

    async saveCard(accountId, token) {
      const session = await request((stripe) =>
        stripe.checkout.sessions.retrieve(token, { expand: ['setup_intent.payment_method'] }),
      )
      const setup = typeof session.setup_intent === 'object' ? session.setup_intent : null
      const method = typeof setup?.payment_method === 'object' ? setup.payment_method : null
      if (session.client_reference_id !== accountId || !method?.card || typeof session.customer !== 'string')
        throw new GatewayRefusal('resource_missing')
      const { brand, last4, exp_month, exp_year, fingerprint = null } = method.card
      return {
        customerRef: session.customer,
        ref: method.id,
        brand,
        last4,
        expMonth: exp_month,
        expYear: exp_year,
        fingerprint,
      }
    },

    async removeCard(cardRef) {
      await request((stripe) => stripe.paymentMethods.detach(cardRef)).catch((error: unknown) => {
        // It does not exist, or is no longer attached to a customer: the intended result.
        if (!(error instanceof GatewayRefusal)) throw error
      })
    },

    charge(request: ChargeRequest) {
      const confirmation = {
        payment_method: request.cardRef,
        off_session: request.offSession,
        ...(!request.offSession && { return_url: `${base}${request.returnPath}` }),
        expand: ['latest_charge'],
      }
      const options = { idempotencyKey: `pay:${request.paymentId}:${request.attempt}` }
      const { ref } = request
      if (ref) return pay((stripe) => stripe.paymentIntents.confirm(ref, confirmation, options))
      return pay((stripe) =>
        stripe.paymentIntents.create(
          {
            amount: Number(request.amount),
            currency: request.currency.toLowerCase(),
            customer: request.customerRef,
            allowed_payment_method_types: ['card'],
            metadata: { paymentId: request.paymentId },
            confirm: true,
            ...confirmation,
          },
          options,
        ),
      )
    },

    read: (ref) => unlessMissing(pay((stripe) => stripe.paymentIntents.retrieve(ref, { expand: ['latest_charge'] }))),

    // The list includes newly created payments at once, which Stripe's search does not guarantee.
    find: (paymentId, customerRef) =>
      request((stripe) =>
        stripe.paymentIntents.list({ customer: customerRef, limit: 100, expand: ['data.latest_charge'] }),
      ).then(async ({ data }) => {
        const made = data.find((item) => item.metadata['paymentId'] === paymentId)
        return made && remoteOf(made)
      }),

    // Too late to cancel: what it has become is what counts.
    cancel: (ref) =>
      unlessMissing(
        pay((stripe) =>
          stripe.paymentIntents
            .cancel(ref, { expand: ['latest_charge'] })
            .catch(() => stripe.paymentIntents.retrieve(ref, { expand: ['latest_charge'] })),
        ),
      ),

    async openPayee(performerId, known, returnPath) {
      // The same parameters for everyone who asks with this key, so that two requests at once open one account.
      const account = await request((stripe) =>
        known === null
          ? stripe.accounts.create(
              {
                controller: {
                  fees: { payer: 'application' },
                  losses: { payments: 'application' },
                  stripe_dashboard: { type: 'express' },
                },
                capabilities: { transfers: { requested: true } },
                metadata: { performerId },
              },
              { idempotencyKey: `payee:${performerId}` },
            )
          : stripe.accounts.retrieve(known),
      )
      const payee = toPayee(account)
      if (payee.performerId !== performerId) throw new GatewayRefusal('account_invalid')
      const back = `${base}${returnPath}`
      const { url } = await request((stripe) =>
        stripe.accountLinks.create({
          account: account.id,
          type: 'account_onboarding',
          return_url: back,
          // A link that was used or has expired leads here; the page offers another.
          refresh_url: back,
        }),
      )
      return { ...payee, url: ours(url) }
    },

    readPayee: (accountId) =>
      unlessMissing(request((stripe) => stripe.accounts.retrieve(accountId)).then(toPayee), ['account_invalid']),

    async transfer({ payoutId, attempt, amount, currency, accountId }) {
      const made = await request((stripe) =>
        stripe.transfers.create(
          {
            amount: Number(amount),
            currency: currency.toLowerCase(),
            destination: accountId,
            transfer_group: payoutId,
            metadata: { payoutId, attempt },
          },
          { idempotencyKey: `payout:${payoutId}:${attempt}` },
        ),
      )
      return { ref: made.id }
    },

    // A payout has few attempts: they fit on one page.
    async findTransfer(payoutId, attempt) {
      const { data } = await request((stripe) => stripe.transfers.list({ transfer_group: payoutId, limit: 100 }))
      const made = data.find(({ metadata }) => metadata['attempt'] === String(attempt))
      return made && { ref: made.id }
    },

    readWebhook(body, signature) {
      if (!isSigned(webhookSecret, body, signature, ctx.clock.now())) return undefined
      const read = event.safeParse(parseJson(body))
      if (!read.success) return undefined
      const { id, type, data } = read.data
      return { id, type, objectRef: data.object.payment_intent ?? data.object.id }
    },
  }
}

/** Charges, refunds and disputes name the payment they are about; a payment names itself. */
const event = z.object({
  id: z.string().max(200),
  type: z.string().max(100),
  data: z.object({ object: z.object({ id: z.string().max(200), payment_intent: z.string().max(200).nullish() }) }),
})

const clients = new WeakMap<StripeHost, Stripe>()
function clientOf(host: StripeHost): Stripe {
  const known = clients.get(host)
  if (known) return known
  const url = new URL(host.url)
  const secure = url.protocol === 'https:'
  const made = new Stripe(host.secretKey, {
    host: url.hostname,
    port: url.port || (secure ? '443' : '80'),
    protocol: secure ? 'https' : 'http',
    timeout: host.deadlineMs,
    // Our own attempts carry keys and are counted; the library shall not make others.
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(through(host)),
  })
  clients.set(host, made)
  return made
}

/** What the library takes for `fetch`, made of platform/egress.ts. */
const through =
  ({ egress, deadlineMs }: StripeHost) =>
  async (address: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const reply = await egress.send(String(address), {
      method: init.method === 'POST' ? 'POST' : init.method === 'DELETE' ? 'DELETE' : 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' && init.body !== '' && { body: init.body }),
      deadlineMs,
    })
    return new Response(new Uint8Array(reply.body), { status: reply.status, headers: reply.headers })
  }

function asGatewayError(error: unknown): never {
  const { errors } = Stripe
  if (error instanceof errors.StripeConnectionError) {
    const cause = error.detail as unknown
    const unsent = cause instanceof EgressError && (cause.kind === 'refused' || cause.kind === 'forbidden')
    throw new (unsent ? GatewayDown : GatewayTimeout)(error.message, { cause })
  }
  // Stripe knows this attempt with other parameters, or is still processing it: "declined" would wrongly say that nothing was charged.
  if (error instanceof errors.StripeIdempotencyError) throw new GatewayTimeout(error.message, { cause: error })
  if (error instanceof errors.StripeCardError || error instanceof errors.StripeInvalidRequestError)
    throw new GatewayRefusal(error.decline_code ?? error.code ?? 'invalid_request')
  // An account that is closed, or that another platform opened: an answer about the account, not about our keys.
  if (error instanceof errors.StripePermissionError && error.code === 'account_invalid')
    throw new GatewayRefusal(error.code)
  // Keys that are not taken, or too many requests: nothing was done.
  if (
    error instanceof errors.StripeAuthenticationError ||
    error instanceof errors.StripePermissionError ||
    error instanceof errors.StripeRateLimitError
  )
    throw new GatewayDown(error.message, { cause: error })
  if (error instanceof errors.StripeError) throw new GatewayTimeout(error.message, { cause: error })
  throw error
}

function intentOfDecline(error: unknown): Stripe.PaymentIntent {
  if (error instanceof Stripe.errors.StripeCardError && error.payment_intent) return error.payment_intent
  throw error
}

const statuses = {
  requires_payment_method: 'failed',
  requires_confirmation: 'processing',
  requires_capture: 'processing',
  requires_action: 'requires_action',
  processing: 'processing',
  succeeded: 'succeeded',
  canceled: 'cancelled',
} as const

function toRemote(
  intent: Stripe.PaymentIntent,
  charge: Stripe.Charge | null,
  dispute: Stripe.Dispute | undefined,
  ours: (url: string) => string,
): RemotePayment {
  const problem = intent.last_payment_error
  const action = intent.next_action?.redirect_to_url?.url
  return {
    ref: intent.id,
    paymentId: intent.metadata['paymentId'] ?? null,
    status: statuses[intent.status as keyof typeof statuses] ?? 'processing',
    failureCode: problem ? failureOf(problem) : null,
    actionUrl: action ? ours(action) : null,
    amount: BigInt(intent.amount),
    amountRefunded: BigInt(charge?.amount_refunded ?? 0),
    dispute: dispute ? outcomeOf(dispute.status) : null,
  }
}

/** The bank's reason, or Stripe's where the bank gives none. */
function failureOf({ code, decline_code }: { code?: string | undefined; decline_code?: string | undefined }): string {
  if (code === 'payment_intent_authentication_failure') return 'authentication_failed'
  return (decline_code !== 'generic_decline' && decline_code) || code || 'card_declined'
}

const outcomeOf = (status: string): RemotePayment['dispute'] =>
  status === 'won' || status === 'warning_closed' || status === 'prevented'
    ? 'won'
    : status === 'lost'
      ? 'lost'
      : status.startsWith('warning')
        ? null
        : 'open'

const toPayee = ({ id, metadata, payouts_enabled, capabilities, requirements }: Stripe.Account): Payee => ({
  accountId: id,
  performerId: metadata?.['performerId'] ?? null,
  payoutsEnabled: payouts_enabled && capabilities?.transfers === 'active',
  requirements: requirements?.currently_due ?? [],
})

const unlessMissing = <T>(request: Promise<T>, otherCodes: readonly string[] = []): Promise<T | undefined> =>
  request.catch((error: unknown) => {
    if (error instanceof GatewayRefusal && ['resource_missing', ...otherCodes].includes(error.code)) return undefined
    throw error
  })

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
