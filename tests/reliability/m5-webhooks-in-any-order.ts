import { randomUUID } from 'node:crypto'
import { walletBalance } from '@fanlight/server/modules/money/ledger/post'
import { webhookSecret } from '@fanlight/fake-stripe/keys'
import { requestGateway } from '@fanlight/fake-stripe/testing'
import { signWebhook } from '@fanlight/server/modules/money/payments/signature'
import { buildFan, payer } from '@fanlight/server/modules/money/wallet/testing'
import { type ReliabilityCheck, sabotaged } from './check.ts'
import { counts } from './counts.ts'
import { count, type MoneyWorld, ledgerViolations, startMoneyWorld } from './money-world.ts'

// Webhooks come several times, shuffled, days late, forged, stale, and with one id for two bodies. Each payment ends where its
// gateway says, credited once, whatever the order; nothing forged or stale is believed.

export const check: ReliabilityCheck = {
  id: 'M5',
  title: 'Webhooks are believed when signed, and count once in any order',
  async run({ tier, random }) {
    const size = sabotaged('M5') ? { payments: 2, orders: 0 } : counts.M5[tier]
    const world = await startMoneyWorld()
    const violations: string[] = []
    let n = 0
    try {
      n += await storm(world, size.payments, random, violations)
      for (let order = 0; order < size.orders; order++) n += await lifecycle(world, random, violations)
      violations.push(...(await ledgerViolations(world.ctx)))
      return { n, violations }
    } finally {
      await world.stop()
    }
  },
}

interface Sent {
  body: string
  signature: string
  valid: boolean
}

async function storm(world: MoneyWorld, payments: number, random: () => number, violations: string[]): Promise<number> {
  const { ctx, server, owner } = world
  const fans = []
  for (let n = 0; n < payments; n++) {
    const fan = await buildFan(ctx)
    // Answers "processing" and succeeds later, so that only webhooks report the result.
    const as = payer(server, fan)
    await as.keyed('/payment/wallet/top-up', { amount: 10, cardId: await as.card('4000000000001000') })
    fans.push(fan)
  }
  await world.advance(random() < 0.05 ? '3 days' : '10 seconds')
  const { rows: events } = await owner.query<{ event: { id: string } }>(
    'UPDATE fake_stripe.deliveries SET delivered_at = now() RETURNING event',
  )
  const now = ctx.clock.now()
  const secret = webhookSecret(ctx)
  const sendings: Sent[] = events.flatMap(({ event }) => {
    const body = JSON.stringify(event)
    const good: Sent = { body, signature: signWebhook(secret, body, now), valid: true }
    const other = JSON.stringify({ ...event, type: 'payment_intent.canceled' })
    return [
      ...Array.from({ length: 1 + Math.floor(random() * 5) }, () => good),
      ...(random() < 0.2 ? [{ body, signature: signWebhook('another secret', body, now), valid: false }] : []),
      ...(random() < 0.2
        ? [{ body, signature: signWebhook(secret, body, new Date(now.getTime() - 301_000)), valid: false }]
        : []),
      ...(random() < 0.2
        ? [{ body: body.replace('succeeded', 'refunded!'), signature: good.signature, valid: false }]
        : []),
      ...(random() < 0.2 ? [{ body: other, signature: signWebhook(secret, other, now), valid: true }] : []),
    ]
  })
  // One of each kind at least, however the dice fall.
  const forged = JSON.stringify({
    id: `evt_${randomUUID()}`,
    type: 'payment_intent.succeeded',
    data: { object: { id: 'pi_forged' } },
  })
  sendings.push({ body: forged, signature: `t=${Math.floor(now.getTime() / 1000)},v1=${'0'.repeat(64)}`, valid: false })
  sendings.push({
    body: forged,
    signature: signWebhook(secret, forged, new Date(now.getTime() - 301_000)),
    valid: false,
  })
  await Promise.all(
    shuffled(sendings, random).map(async ({ body, signature, valid }, index) => {
      const reply = await fetch(`${world.urls[index % 2]}/api/payment/webhooks/test`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        body,
      })
      if (reply.status !== (valid ? 200 : 400))
        violations.push(`a ${valid ? 'signed' : 'forged or stale'} webhook was answered ${reply.status}`)
    }),
  )
  await server.work()
  for (const fan of fans) {
    const balance = await walletBalance(ctx, fan.id)
    if (balance !== 10_000n) violations.push(`a payment of 100 tokens left ${balance} hundredths in the wallet`)
  }
  const waiting = await count(owner, 'SELECT count(*) AS n FROM gateway_events WHERE processed_at IS NULL')
  if (waiting > 0) violations.push(`${waiting} events are still waiting`)
  return sendings.length
}

/** Seven events of one payment, delivered in an order of their own while the gateway processes them. */
async function lifecycle(
  { ctx, server, owner, urls }: MoneyWorld,
  random: () => number,
  violations: string[],
): Promise<number> {
  const fan = await buildFan(ctx)
  const as = payer(server, fan)
  const { body } = await as.keyed('/payment/wallet/top-up', { amount: 10, cardId: await as.card('4000000000003220') })
  const { _id, actionUrl } = body.data
  const ref = String(actionUrl).split('/').at(-1)!
  const gatewayServer = (path: string, wanted: Record<string, string | number>) =>
    requestGateway(ctx, path, { payment_intent: ref, ...wanted })
  const steps: (() => Promise<unknown>)[] = [
    () =>
      server.app.inject({
        method: 'POST',
        url: actionUrl,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'answer=yes',
      }),
    () => gatewayServer('refunds', { amount: 100 }),
    () => gatewayServer('refunds', { amount: 200 }),
    () => gatewayServer('test_helpers/disputes', { status: 'needs_response' }),
    () => gatewayServer('test_helpers/disputes', { status: 'won' }),
    () => gatewayServer('refunds', { amount: 700 }),
  ]
  const webhooks: string[] = []
  const sendWebhook = async (event: string) => {
    await fetch(`${urls[0]}/api/payment/webhooks/test`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'stripe-signature': signWebhook(webhookSecret(ctx), event, ctx.clock.now()),
      },
      body: event,
    })
    if (random() < 0.5) await server.work()
  }
  const collect = async () => {
    const { rows } = await owner.query<{ event: object }>(
      'UPDATE fake_stripe.deliveries SET delivered_at = now() WHERE delivered_at IS NULL RETURNING event',
    )
    webhooks.push(...rows.map((row) => JSON.stringify(row.event)))
  }
  await collect()
  for (const step of steps) {
    await step()
    await collect()
    // Some events are delivered while the gateway is still processing, others are held back and delivered at the end.
    if (random() < 0.4) await sendWebhook(webhooks.splice(Math.floor(random() * webhooks.length), 1)[0] ?? '{}')
  }
  for (const event of shuffled(webhooks, random)) await sendWebhook(event)
  await server.work()
  const { rows } = await owner.query<{ status: string; back: bigint }>(
    'SELECT status, amount_refunded AS back FROM payment_transactions WHERE id = $1',
    [_id],
  )
  const balance = await walletBalance(ctx, fan.id)
  if (rows[0]!.status !== 'refunded' || balance !== 0n)
    violations.push(`after all its events a payment is ${rows[0]!.status} and its wallet holds ${balance}`)
  return 7
}

function shuffled<T>(values: readonly T[], random: () => number): T[] {
  const mixed = [...values]
  for (let n = mixed.length - 1; n > 0; n--) {
    const other = Math.floor(random() * (n + 1))
    ;[mixed[n], mixed[other]] = [mixed[other]!, mixed[n]!]
  }
  return mixed
}
