import { type NotificationKindName, notificationKinds } from '@fanlight/contract/notification-kinds'
import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import type { Occurrence } from '../../../platform/events/event-subscribers.ts'
import { publishAll } from '../../../platform/events/events.ts'
import { notificationCreated } from './events.ts'
import { deliverNotificationJob, emailNotificationsJob } from './jobs.ts'
import { lockSettingsOfAll, type SettingsRow, wants } from './settings.ts'

export interface NewNotification {
  accountId: string
  kind: NotificationKindName
  /** Who caused it: no account is notified of what it did itself, or of one between which and it there is a block. */
  actorId?: string
  itemId?: string | null | undefined
  commentId?: string | null
  /** Of an order or a subscription. */
  objectId?: string
  /** Hundredths of a token. */
  tokens?: bigint
  detail?: string
  /** Unread notifications with the same key are one. */
  groupKey: string
}
const actorsMax = 50
/** Emails and push messages wait this long: what is read or grouped meanwhile is not sent. */
const waitMs = { push: 5_000, email: 60_000 }

/** The key of notifications that do not join others. */
export const single = ({ xid, id }: Occurrence): string => `event:${xid}.${id}`
const isSingle = ({ groupKey }: NewNotification) => groupKey.startsWith('event:')

/** Now, and not when the transaction began: one transaction handles many events, whose order the list shows. */
const at = sql`app_now() + (clock_timestamp() - now()) + n * interval '1 microsecond'`

export const notify = (tx: Context, given: NewNotification): Promise<void> => notifyAll(tx, [given])

/** Writes notifications in the transaction of the events' other effects, with the jobs that send them by email and push. */
export async function notifyAll(tx: Context, given: readonly NewNotification[]): Promise<void> {
  const allowed = await thatMayBeNotified(tx, given)
  if (allowed.length === 0) return
  const settings = await lockSettingsOfAll(
    tx,
    allowed.map(({ accountId }) => accountId),
  )
  const wanted = joined(allowed)
    .map((entry) => ({ ...entry, ...channelsOf(entry, settings.get(entry.accountId)!) }))
    .filter(({ isListed, byPush, byEmail }) => isListed || byPush || byEmail)
  if (wanted.length === 0) return
  const stored = await store(tx, wanted)
  const written = wanted.map((entry) => ({ ...entry, id: stored.get(keyOf(entry))! }))
  const listed = written.filter(({ isListed }) => isListed)
  if (listed.length > 0)
    await publishAll(
      tx,
      notificationCreated,
      listed.map(({ id, accountId }) => ({ accountId, notificationId: id })),
    )
  await enqueueDelivery(tx, written, settings)
}

/** Notifications of one group that are written at once: the later ones have joined the first. */
interface Joined extends NewNotification {
  /** The newest first. */
  actorIds: string[]
}
interface Wanted extends Joined {
  isListed: boolean
  byPush: boolean
  byEmail: boolean
}
const keyOf = ({ accountId, groupKey }: Pick<NewNotification, 'accountId' | 'groupKey'>) => `${accountId} ${groupKey}`

function joined(given: readonly NewNotification[]): Joined[] {
  const groups = new Map<string, Joined>()
  for (const { actorId, ...entry } of given) {
    const before = groups.get(keyOf(entry))
    const actorIds = [...new Set([...(actorId === undefined ? [] : [actorId]), ...(before?.actorIds ?? [])])]
    const { commentId, detail, tokens } = entry
    groups.set(
      keyOf(entry),
      before === undefined
        ? { ...entry, actorIds }
        : {
            ...before,
            actorIds,
            ...(commentId !== undefined && { commentId }),
            ...(detail !== undefined && { detail }),
            ...(tokens !== undefined && { tokens: (before.tokens ?? 0n) + tokens }),
          },
    )
  }
  return [...groups.values()]
}

function channelsOf({ kind }: NewNotification, settings: SettingsRow) {
  const { topic, email } = notificationKinds[kind]
  return {
    isListed: wants(settings, topic, 'inApp'),
    byPush: wants(settings, topic, 'push'),
    byEmail: email === 'notification' && wants(settings, topic, 'email'),
  }
}

/** Writes them, or joins them to the unread ones of their groups; the id of each by its key. */
async function store(tx: Context, wanted: readonly Wanted[]): Promise<ReadonlyMap<string, string>> {
  const entries = wanted.map((entry) => ({
    account_id: entry.accountId,
    kind: entry.kind,
    filter: notificationKinds[entry.kind].filter,
    group_key: entry.groupKey,
    actor_ids: entry.actorIds,
    item_id: entry.itemId ?? null,
    comment_id: entry.commentId ?? null,
    object_id: entry.objectId ?? null,
    tokens: entry.tokens === undefined ? null : String(entry.tokens),
    detail: entry.detail ?? '',
    is_listed: entry.isListed,
  }))
  const stored = await rows(
    tx.db,
    sql<{
      id: string
      accountId: string
      groupKey: string
    }>`INSERT INTO notifications AS n (account_id, kind, filter, group_key, actor_ids,
        actor_count, item_id, comment_id, object_id, tokens, detail, is_listed, created_at, updated_at)
      SELECT account_id, kind, filter, group_key, actor_ids[1:${actorsMax}::int], cardinality(actor_ids), item_id, comment_id, object_id, tokens, detail,
        is_listed, ${at}, ${at}
      FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) AS (account_id uuid, kind text, filter text, group_key text, actor_ids uuid[],
        item_id uuid, comment_id uuid, object_id uuid, tokens bigint, detail text, is_listed boolean)) WITH ORDINALITY
        AS g(account_id, kind, filter, group_key, actor_ids, item_id, comment_id, object_id, tokens, detail, is_listed, n)
      ORDER BY n
      ON CONFLICT (account_id, group_key) WHERE read_at IS NULL DO UPDATE SET
        actor_count = n.actor_count + (SELECT count(*)::int FROM unnest(excluded.actor_ids) AS u(a) WHERE a <> ALL (n.actor_ids)),
        actor_ids = (excluded.actor_ids || (SELECT coalesce(array_agg(a ORDER BY at), '{}')
          FROM unnest(n.actor_ids) WITH ORDINALITY AS u(a, at) WHERE NOT excluded.actor_ids @> ARRAY[a]))[1:${actorsMax}::int],
        comment_id = excluded.comment_id, tokens = coalesce(n.tokens + excluded.tokens, excluded.tokens), detail = excluded.detail,
        updated_at = greatest(excluded.updated_at, n.updated_at + interval '1 microsecond')
      RETURNING id, account_id AS "accountId", group_key AS "groupKey"`,
  )
  return new Map(stored.map((entry) => [keyOf(entry), entry.id]))
}

/**
 * The jobs that send them. What may be joined has a job of its own for each channel, which waits anew each time; emails of those that stay single
 * have one together.
 */
async function enqueueDelivery(
  tx: Context,
  written: readonly (Wanted & { id: string })[],
  settings: ReadonlyMap<string, SettingsRow>,
): Promise<void> {
  const browsers = await withPush(
    tx,
    written.flatMap(({ byPush, accountId }) => (byPush ? accountId : [])),
  )
  const pushed = written.filter(({ byPush, accountId }) => byPush && browsers.has(accountId))
  // With the summary on, it is collected once a day.
  const emailed = written.filter(({ byEmail, accountId }) => byEmail && !settings.get(accountId)!.emailSummary)
  const dueAt = (channel: keyof typeof waitMs) => new Date(Date.now() + waitMs[channel])
  const own = (channel: keyof typeof waitMs) => (entry: { id: string }) => ({
    payload: { notificationId: entry.id, channel },
    key: `notification:${entry.id}:${channel}`,
    runAt: dueAt(channel),
  })
  const together = emailed.filter(isSingle)
  await deliverNotificationJob.enqueueAll(tx, [
    ...pushed.map(own('push')),
    ...emailed.filter((entry) => !isSingle(entry)).map(own('email')),
  ])
  if (together.length > 0)
    await emailNotificationsJob.enqueue(
      tx,
      { notificationIds: together.map((entry) => entry.id) },
      { runAt: dueAt('email') },
    )
}

/** Not to accounts that are closed, and nothing of people between whom and them there is a block, or of what they did themselves. */
async function thatMayBeNotified(tx: Context, given: readonly NewNotification[]): Promise<NewNotification[]> {
  const others = given.filter(({ actorId, accountId }) => actorId !== accountId)
  if (others.length === 0) return []
  const allowed = await rows(
    tx.db,
    sql<{ n: number }>`SELECT g.n::int - 1 AS n FROM unnest(${others.map(({ accountId }) => accountId)}::uuid[],
        ${others.map(({ actorId }) => actorId ?? null)}::uuid[]) WITH ORDINALITY AS g(account, actor, n)
      JOIN accounts a ON a.id = g.account AND a.status <> 'closed'
      WHERE NOT EXISTS (SELECT FROM blocked_with(g.account) b(id) WHERE b.id = g.actor) ORDER BY g.n`,
  )
  return allowed.map(({ n }) => others[n]!)
}

async function withPush(tx: Context, accountIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (accountIds.length === 0) return new Set()
  const found = await rows(
    tx.db,
    sql<{
      id: string
    }>`SELECT DISTINCT account_id AS id FROM push_subscriptions WHERE account_id = ANY(${accountIds}::uuid[])`,
  )
  return new Set(found.map(({ id }) => id))
}
