import { createECDH } from 'node:crypto'
import type { PushSubscription, RequestDetails } from 'web-push'
import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import { type Egress, EgressError, isReachable, openEgress } from '../../../platform/egress.ts'
import { keyFor, keysFor } from '../../../platform/keys.ts'
import { publicUrl } from '../../../platform/http/origin.ts'
import { refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'

// Push messages of browsers (RFC 8030, 8291, 8292). A subscription names an address that its browser chose: it is reached through the
// egress, at public addresses over https. The keys (VAPID) follow from the installation's secret, so that all processes have the same.

const purpose = 'web-push'
interface KeyPair {
  publicKey: string
  privateKey: string
}
function pairOf(secret: Buffer): KeyPair {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(secret)
  return { publicKey: ecdh.getPublicKey('base64url'), privateKey: secret.toString('base64url') }
}
export const pushPublicKey = (ctx: Context): string => pairOf(keyFor(ctx.secret, purpose)).publicKey

const browsersMax = 10

interface Subscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}
/** One browser is one row, of the account that signed in last; of an account the newest ten. */
export const subscribe = (ctx: Context, viewer: SignedIn, { endpoint, keys }: Subscription): Promise<void> =>
  ctx.transaction(async (tx) => {
    const own = ctx.config.pushServiceUrl === undefined ? [] : [ctx.config.pushServiceUrl]
    refuseIf(!isReachable(endpoint, own), 'INVALID_INPUT', { field: 'endpoint' })
    await sql`INSERT INTO push_subscriptions (account_id, session_id, endpoint, p256dh, auth, locale, vapid_key)
      VALUES (${viewer.id}, ${viewer.sessionId}, ${endpoint}, ${keys.p256dh}, ${keys.auth}, ${viewer.locale}, ${pushPublicKey(ctx)})
      ON CONFLICT (endpoint) DO UPDATE SET account_id = excluded.account_id, session_id = excluded.session_id, p256dh = excluded.p256dh,
        auth = excluded.auth, locale = excluded.locale, vapid_key = excluded.vapid_key, created_at = app_now()`.execute(
      tx.db,
    )
    await sql`DELETE FROM push_subscriptions WHERE id IN (SELECT id FROM push_subscriptions WHERE account_id = ${viewer.id}
      ORDER BY created_at DESC, id DESC OFFSET ${browsersMax})`.execute(tx.db)
  })

export const removeSubscription = (ctx: Context, viewer: SignedIn, endpoint: string) =>
  sql`DELETE FROM push_subscriptions WHERE account_id = ${viewer.id} AND endpoint = ${endpoint}`.execute(ctx.db)

export interface PushMessage {
  title: string
  /** Where it leads, below our address. */
  path: string
  tag: string
}
interface SubscriptionRow {
  id: string
  endpoint: string
  p256dh: string
  auth: string
  vapidKey: string
}
/** Sends to all browsers of an account whose sessions live; returns how many push services took it. Dead subscriptions are removed. */
export async function push(ctx: Context, accountId: string, message: PushMessage): Promise<number> {
  const found = await rows(
    ctx.db,
    sql<SubscriptionRow>`SELECT p.id, p.endpoint, p.p256dh, p.auth, p.vapid_key AS "vapidKey" FROM push_subscriptions p
      JOIN sessions s ON s.id = p.session_id AND s.revoked_at IS NULL AND s.expires_at > app_now()
      WHERE p.account_id = ${accountId} ORDER BY p.created_at DESC LIMIT ${browsersMax}`,
  )
  const outcomes = await Promise.all(found.map((subscription) => sendTo(ctx, subscription, message)))
  const gone = found.filter((_, at) => outcomes[at] === 'gone').map(({ id }) => id)
  if (gone.length > 0) await sql`DELETE FROM push_subscriptions WHERE id = ANY(${gone}::uuid[])`.execute(ctx.db)
  return outcomes.filter((outcome) => outcome === 'sent').length
}

async function sendTo(ctx: Context, to: SubscriptionRow, message: PushMessage): Promise<'sent' | 'gone' | 'failed'> {
  const pair = keysFor(ctx, purpose)
    .map(pairOf)
    .find(({ publicKey }) => publicKey === to.vapidKey)
  // Made with a secret that this installation no longer has: the browser subscribes again.
  if (!pair) return 'gone'
  try {
    const { endpoint, headers, body } = await requestOf(ctx, to, message, pair)
    const { status } = await egress(ctx).send(endpoint, {
      method: 'POST',
      headers,
      body,
      deadlineMs: 10_000,
      bytesMax: 64 * 1024,
    })
    if (status === 404 || status === 410) return 'gone'
    if (status >= 200 && status < 300) return 'sent'
    ctx.log.warn({ status, host: new URL(endpoint).host }, 'a push service refused a message')
  } catch (error) {
    if (error instanceof EgressError && error.kind === 'forbidden') return 'gone'
    ctx.log.warn({ err: error }, 'a push message was not sent')
  }
  return 'failed'
}

async function requestOf(ctx: Context, to: SubscriptionRow, message: PushMessage, pair: KeyPair) {
  const { default: webPush } = await import('web-push')
  const subscription: PushSubscription = { endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } }
  const details: RequestDetails = webPush.generateRequestDetails(subscription, JSON.stringify(message), {
    vapidDetails: { subject: subjectOf(ctx), ...pair },
    contentEncoding: 'aes128gcm',
    TTL: 24 * 3600,
    urgency: 'normal',
  })
  // The egress counts the bytes itself.
  const { 'Content-Length': _, ...headers } = details.headers
  return {
    endpoint: details.endpoint,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body: details.body ?? Buffer.alloc(0),
  }
}

/** Whom a push service may write to: our address where it is on the web, else the sender of our emails. */
const subjectOf = (ctx: Context): string => {
  const url = publicUrl(ctx.config)
  const sender = /<([^>]+)>/.exec(ctx.config.mailFrom)?.[1] ?? ctx.config.mailFrom
  return url.startsWith('https://') ? url : `mailto:${sender}`
}

const opened = new WeakMap<Context['config'], Egress>()
function egress({ config }: Context): Egress {
  let found = opened.get(config)
  if (!found) opened.set(config, (found = openEgress(config.pushServiceUrl ? [config.pushServiceUrl] : [])))
  return found
}
