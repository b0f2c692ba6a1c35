import {
  type NotificationChannel,
  type NotificationTopic,
  notificationTopicNames,
  notificationTopics,
} from '@fanlight/contract/notification-kinds'
import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'

type Chosen = Partial<Record<NotificationTopic, Partial<Record<NotificationChannel, boolean>>>>

export interface SettingsRow {
  preferences: Chosen
  quietHours: boolean
  quietFrom: number
  quietUntil: number
  emailSummary: boolean
  timezone: string
}
const none = { preferences: {}, quietHours: false, quietFrom: 1320, quietUntil: 480, emailSummary: false }

const columns = sql`s.preferences, s.quiet_hours AS "quietHours", s.quiet_from AS "quietFrom", s.quiet_until AS "quietUntil",
  s.email_summary AS "emailSummary", (SELECT timezone FROM accounts a WHERE a.id = s.account_id) AS timezone`

export async function settingsOf(ctx: Context, accountId: string): Promise<SettingsRow> {
  const found = await row(
    ctx.db,
    sql<SettingsRow>`SELECT ${columns} FROM notification_settings s WHERE account_id = ${accountId}`,
  )
  if (found) return found
  const account = await row(ctx.db, sql<{ timezone: string }>`SELECT timezone FROM accounts WHERE id = ${accountId}`)
  return { ...none, timezone: account?.timezone ?? 'UTC' }
}

/**
 * Locks the settings of accounts until the transaction ends. A transaction that writes several notifications of an account locks them first, so that
 * no two transactions wait for each other's rows.
 */
export async function lockSettingsOfAll(
  tx: Context,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, SettingsRow>> {
  await sql`INSERT INTO notification_settings (account_id) SELECT DISTINCT id FROM unnest(${accountIds}::uuid[]) AS a(id) ORDER BY id
    ON CONFLICT DO NOTHING`.execute(tx.db)
  const found = await rows(
    tx.db,
    sql<SettingsRow & { accountId: string }>`SELECT s.account_id AS "accountId", ${columns} FROM notification_settings s
      WHERE account_id = ANY(${accountIds}::uuid[]) ORDER BY account_id FOR UPDATE`,
  )
  return new Map(found.map(({ accountId, ...settings }) => [accountId, settings]))
}
export const lockSettings = async (tx: Context, accountId: string): Promise<SettingsRow> =>
  (await lockSettingsOfAll(tx, [accountId])).get(accountId)!

export function wants(
  { preferences }: Pick<SettingsRow, 'preferences'>,
  topic: NotificationTopic,
  channel: NotificationChannel,
): boolean {
  const standard = notificationTopics[topic][channel]
  if (standard === 'always') return true
  return standard !== 'never' && (preferences[topic]?.[channel] ?? standard)
}

/** Whether an email of another module that can be switched off may be sent. */
export const wantsEmail = async (ctx: Context, accountId: string, topic: NotificationTopic): Promise<boolean> =>
  wants(await settingsOf(ctx, accountId), topic, 'email')

export const allChoices = (settings: SettingsRow) =>
  Object.fromEntries(
    notificationTopicNames.map((topic) => [
      topic,
      {
        inApp: wants(settings, topic, 'inApp'),
        email: wants(settings, topic, 'email'),
        push: wants(settings, topic, 'push'),
      },
    ]),
  ) as Record<NotificationTopic, Record<NotificationChannel, boolean>>

export interface SettingsChange {
  topics?: { [T in NotificationTopic]?: { [C in NotificationChannel]?: boolean | undefined } | undefined } | undefined
  quietHours?: { isOn?: boolean | undefined; from?: string | undefined; until?: string | undefined } | undefined
  emailSummary?: boolean | undefined
}
const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
export const timeOfDay = (value: number): string =>
  `${String(Math.floor(value / 60)).padStart(2, '0')}:${String(value % 60).padStart(2, '0')}`

/** Only what differs from the default is stored, so that a default may change; what cannot be changed is ignored. */
export const changeSettings = (ctx: Context, accountId: string, change: SettingsChange): Promise<void> =>
  ctx.transaction(async (tx) => {
    const present = await lockSettings(tx, accountId)
    const preferences: Chosen = { ...present.preferences }
    for (const topic of notificationTopicNames)
      for (const [channel, isOn] of Object.entries(change.topics?.[topic] ?? {}) as [
        NotificationChannel,
        boolean | undefined,
      ][]) {
        const standard: true | false | 'always' | 'never' = notificationTopics[topic][channel]
        if (isOn === undefined || typeof standard !== 'boolean') continue
        const { [channel]: _, ...others } = preferences[topic] ?? {}
        preferences[topic] = isOn === standard ? others : { ...others, [channel]: isOn }
      }
    const { isOn = present.quietHours, from, until } = change.quietHours ?? {}
    const summary = change.emailSummary ?? present.emailSummary
    await sql`UPDATE notification_settings SET preferences = ${JSON.stringify(preferences)}::jsonb, quiet_hours = ${isOn},
        quiet_from = ${from === undefined ? present.quietFrom : minutes(from)},
        quiet_until = ${until === undefined ? present.quietUntil : minutes(until)}, email_summary = ${summary},
        summary_due_at = CASE WHEN ${summary} THEN coalesce(summary_due_at, app_now() + interval '1 day') END,
        updated_at = app_now()
      WHERE account_id = ${accountId}`.execute(tx.db)
  })
