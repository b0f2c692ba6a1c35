import type { Context } from '@fanlight/server/platform/context'
import { row, rows, sql } from '@fanlight/server/platform/db/db'
import { egressTo } from '@fanlight/server/platform/egress'
import { signWebhook } from '@fanlight/server/modules/money/payments/signature'
import { change, type Intent, newName } from './objects.ts'
import { webhookSecret } from './keys.ts'

// The gateway's sender of webhooks: signed, over HTTP, to the endpoint that the product registered; again and again until it is taken.

const endpointName = 'we_product'
const deadlineMs = 5_000
const leaseSeconds = 30

export async function sendWebhook(
  tx: Context,
  type: string,
  object: { id: string },
  afterSeconds = 0,
  times = 1,
): Promise<void> {
  const event = { id: newName('evt'), object: 'event', type, data: { object } }
  await sql`INSERT INTO fake_stripe.deliveries (event, deliver_at)
    SELECT ${JSON.stringify(event)}::jsonb, app_now() + make_interval(secs => ${afterSeconds}) FROM generate_series(1, ${times})`.execute(
    tx.db,
  )
}

/** Where events are to be sent from now on. */
export const registerEndpoint = async (ctx: Context, url: string): Promise<void> => {
  await sql`INSERT INTO fake_stripe.objects (id, kind, body) VALUES (${endpointName}, 'we', ${JSON.stringify({ id: endpointName, url })}::jsonb)
    ON CONFLICT (id) DO UPDATE SET body = excluded.body, version = fake_stripe.objects.version + 1`.execute(ctx.db)
}

interface Delivery {
  id: bigint
  event: { id: string; type: string; data: { object: { payment_intent?: string } } }
  attempts: number
}

/** Sends what is due, and later again what was not taken. Does nothing outside demo mode. */
export async function deliverTestWebhooks(ctx: Context): Promise<void> {
  if (ctx.config.mode !== 'demo') return
  const endpoint = await row(
    ctx.db,
    sql<{ url: string }>`SELECT body->>'url' AS url FROM fake_stripe.objects WHERE id = ${endpointName}`,
  )
  if (!endpoint) return
  for (const delivery of await takeDue(ctx, 50)) {
    const taken = await send(ctx, endpoint.url, delivery)
    await (taken
      ? sql`UPDATE fake_stripe.deliveries SET delivered_at = app_now() WHERE id = ${delivery.id}`
      : sql`UPDATE fake_stripe.deliveries SET deliver_at = app_now() + least(make_interval(secs => 2 ^ least(attempts, 12)), interval '1 hour')
          WHERE id = ${delivery.id}`
    ).execute(ctx.db)
  }
}

async function send(ctx: Context, url: string, { event }: Delivery): Promise<boolean> {
  const body = JSON.stringify(event)
  const signature = signWebhook(webhookSecret(ctx), body, ctx.clock.now())
  try {
    const reply = await egressTo(url, { isOwn: true }).send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body,
      deadlineMs,
    })
    return reply.status >= 200 && reply.status < 300
  } catch {
    return false
  }
}

/** Each is leased to one sender for a while: if it crashes, another takes over. A dispute takes effect when its webhook is sent. */
const takeDue = (ctx: Context, limit: number): Promise<Delivery[]> =>
  ctx.transaction(async (tx) => {
    const due = await rows(
      tx.db,
      sql<Delivery>`WITH due AS (SELECT id, deliver_at AS due_at FROM fake_stripe.deliveries WHERE delivered_at IS NULL AND deliver_at <= app_now()
          ORDER BY deliver_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED),
        taken AS (UPDATE fake_stripe.deliveries d SET attempts = attempts + 1, deliver_at = app_now() + make_interval(secs => ${leaseSeconds})
          FROM due WHERE d.id = due.id RETURNING d.id, d.event, d.attempts, due.due_at)
        SELECT id, event, attempts FROM taken ORDER BY due_at, id`,
    )
    for (const { event } of due)
      if (event.type === 'charge.dispute.created' && event.data.object.payment_intent)
        await change<Intent>(tx, 'pi', event.data.object.payment_intent, (entry) => ({
          ...entry,
          dispute: entry.dispute ?? { status: 'needs_response' },
        }))
    return due
  })
