import * as contract from '@fanlight/contract/notifications'
import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { publish } from '../../../platform/events/events.ts'
import { route } from '../../../platform/http/http.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { hasBounced } from '../../site/mail/bounces.ts'
import { emailText } from '../../site/mail/emails.ts'
import { listFor, unreadFor } from './listing.ts'
import { push, pushPublicKey, removeSubscription, subscribe } from './push.ts'
import { allChoices, changeSettings, lockSettings, settingsOf, timeOfDay } from './settings.ts'
import * as store from './store.ts'
import { describeToken, unsubscribe } from './unsubscribing.ts'
import { notificationRead } from './events.ts'

const success = { data: { success: true as const } }

const markRead = (ctx: Context, viewer: SignedIn, input: { ids: string[] } | { all: true }): Promise<void> =>
  ctx.transaction(async (tx) => {
    await lockSettings(tx, viewer.id)
    if ('all' in input) await store.markAllRead(tx, viewer.id)
    else await store.markRead(tx, viewer.id, input.ids)
    await publish(tx, notificationRead, { accountId: viewer.id })
  })

async function preferencesOf(ctx: Context, viewer: SignedIn) {
  const settings = await settingsOf(ctx, viewer.id)
  const push = await row(
    ctx.db,
    sql<{ count: number }>`SELECT count(*)::int AS count FROM push_subscriptions WHERE account_id = ${viewer.id}`,
  )
  return {
    topics: allChoices(settings),
    quietHours: {
      isOn: settings.quietHours,
      from: timeOfDay(settings.quietFrom),
      until: timeOfDay(settings.quietUntil),
      timezone: settings.timezone,
    },
    emailSummary: settings.emailSummary,
    emailBounced: await hasBounced(ctx, viewer.id),
    pushBrowsers: push!.count,
  }
}

export const notificationRoutes = [
  route(contract.listNotifications, (ctx, { viewer, query }) => listFor(ctx, viewer, query)),
  route(contract.unreadNotifications, async (ctx, { viewer }) => ({ data: await unreadFor(ctx, viewer) })),
  route(contract.readNotifications, async (ctx, { viewer, body }) => {
    await markRead(ctx, viewer, body)
    return success
  }),
  route(contract.getNotificationPreferences, async (ctx, { viewer }) => ({ data: await preferencesOf(ctx, viewer) })),
  route(contract.setNotificationPreferences, async (ctx, { viewer, body }) => {
    await changeSettings(ctx, viewer.id, body)
    return { data: await preferencesOf(ctx, viewer) }
  }),
  route(contract.getPushKey, async (ctx) => ({ data: { publicKey: pushPublicKey(ctx) } })),
  route(contract.addPushSubscription, async (ctx, { viewer, body }) => {
    await subscribe(ctx, viewer, body)
    return success
  }),
  route(contract.removePushSubscription, async (ctx, { viewer, body }) => {
    await removeSubscription(ctx, viewer, body.endpoint)
    return success
  }),
  route(contract.testPush, async (ctx, { viewer }) => {
    const title = emailText(viewer.locale)('notify.test')
    return { data: { sent: await push(ctx, viewer.id, { title, path: '/user/notifications', tag: 'test' }) } }
  }),
  route(contract.showUnsubscribe, async (ctx, { query }) => ({ data: await describeToken(ctx, query.token) })),
  route(contract.unsubscribe, async (ctx, { body }) => {
    await unsubscribe(ctx, body.token)
    return success
  }),
]
