import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import type { SettingsRow } from './settings.ts'
import { lockSettings } from './settings.ts'

/** Push messages an account gets in an hour; the last of them stands for all that follow. */
const perHourMax = 5

export type PushTurn = { kind: 'now' } | { kind: 'last' } | { kind: 'later'; at: Date }

/** Whether a push message may go out now. Not in quiet hours, and not more than a few in an hour. */
export const takePushTurn = (ctx: Context, accountId: string, settings: SettingsRow): Promise<PushTurn> =>
  ctx.transaction(async (tx) => {
    const quietUntil = quietEnd(settings, ctx.clock.now())
    if (quietUntil) return { kind: 'later', at: quietUntil }
    await lockSettings(tx, accountId)
    const { count, hour } = (await row(
      tx.db,
      sql<{ count: number; hour: Date }>`UPDATE notification_settings SET
          push_count = CASE WHEN push_hour > app_now() - interval '1 hour' THEN least(push_count + 1, 1000) ELSE 1 END,
          push_hour = CASE WHEN push_hour > app_now() - interval '1 hour' THEN push_hour ELSE app_now() END
        WHERE account_id = ${accountId} RETURNING push_count AS count, push_hour AS hour`,
    ))!
    if (count < perHourMax) return { kind: 'now' }
    if (count === perHourMax) return { kind: 'last' }
    return { kind: 'later', at: new Date(hour.getTime() + 3_600_000) }
  })

/** When the quiet hours of an account end, if they are on now: in its own time zone. */
export function quietEnd(
  {
    quietHours,
    quietFrom,
    quietUntil,
    timezone,
  }: Pick<SettingsRow, 'quietHours' | 'quietFrom' | 'quietUntil' | 'timezone'>,
  now: Date,
): Date | undefined {
  if (!quietHours || quietFrom === quietUntil) return undefined
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now)
  const of = (type: string) => Number(parts.find((part) => part.type === type)!.value)
  const minute = of('hour') * 60 + of('minute')
  const isQuiet =
    quietFrom < quietUntil ? minute >= quietFrom && minute < quietUntil : minute >= quietFrom || minute < quietUntil
  if (!isQuiet) return undefined
  return new Date(now.getTime() + ((quietUntil - minute + 1440) % 1440) * 60_000)
}
