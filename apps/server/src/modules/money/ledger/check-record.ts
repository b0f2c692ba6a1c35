import type { LedgerCheck } from '@fanlight/contract/ledger'
import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { publish } from '../../../platform/events/events.ts'
import { ledgerCheckFailed, ledgerCheckOverdue } from './events.ts'

type Outcome =
  | { outcome: 'passed' | 'violations'; violations: number; error?: undefined }
  | { outcome: 'failed'; error: string; violations?: undefined }

export const beginCheck = async (ctx: Context): Promise<string> =>
  (await row(ctx.db, sql<{ id: string }>`INSERT INTO ledger_checks DEFAULT VALUES RETURNING id`))!.id

export const endCheck = (ctx: Context, id: string, { outcome, violations, error }: Outcome): Promise<void> =>
  ctx.transaction(async (tx) => {
    await sql`UPDATE ledger_checks SET finished_at = app_now(), outcome = ${outcome}, violations = ${violations ?? null},
      error = ${error?.slice(0, 500) ?? null} WHERE id = ${id}`.execute(tx.db)
    if (outcome === 'failed') await publish(tx, ledgerCheckFailed, { checkId: id })
    await sql`DELETE FROM ledger_checks WHERE started_at < app_now() - make_interval(days => ${retentionDays})`.execute(
      tx.db,
    )
  })

const retentionDays = 90
/** A check runs each hour: after three without one that finished, something keeps it from running. */
const overdueHours = 3

interface Last {
  finishedAt: Date | null
  passedAt: Date | null
  outcome: 'passed' | 'violations' | 'failed' | null
  overdue: boolean
}
const lastCheck = async (ctx: Context): Promise<Last> =>
  (await row(
    ctx.db,
    sql<Last>`SELECT done.finished_at AS "finishedAt", done.outcome, passed.at AS "passedAt",
        coalesce(first.at < app_now() - make_interval(hours => ${overdueHours})
          AND coalesce(completed.at, '-infinity') < app_now() - make_interval(hours => ${overdueHours}), false) AS overdue
      FROM (SELECT min(started_at) AS at FROM ledger_checks) first,
        (SELECT max(finished_at) AS at FROM ledger_checks WHERE outcome IN ('passed', 'violations')) completed,
        (SELECT max(finished_at) AS at FROM ledger_checks WHERE outcome = 'passed') passed
      LEFT JOIN (SELECT finished_at, outcome FROM ledger_checks WHERE outcome IS NOT NULL ORDER BY finished_at DESC LIMIT 1) done ON true`,
  ))!

/** When the ledger was last proved and how that ended, for staff. */
export async function presentCheck(ctx: Context): Promise<LedgerCheck> {
  const { overdue, outcome, finishedAt, passedAt } = await lastCheck(ctx)
  return {
    state: overdue ? 'overdue' : (outcome ?? 'pending'),
    finishedAt: finishedAt?.toISOString() ?? null,
    passedAt: passedAt?.toISOString() ?? null,
  }
}

/**
 * Alarms once an hour while no check finishes. It runs beside the check, so that one that hangs is noticed too. After a pause of the
 * whole site the check gets half an hour to catch up.
 */
export async function alarmOverdueCheck(ctx: Context): Promise<void> {
  const last = await lastCheck(ctx)
  await ctx.transaction(async (tx) => {
    if (!last.overdue) {
      await sql`DELETE FROM ledger_check_alarm`.execute(tx.db)
      return
    }
    await sql`INSERT INTO ledger_check_alarm DEFAULT VALUES ON CONFLICT DO NOTHING`.execute(tx.db)
    const announced = await row(
      tx.db,
      sql`UPDATE ledger_check_alarm SET announced_at = app_now() WHERE since <= app_now() - interval '30 minutes'
        AND (announced_at IS NULL OR announced_at <= app_now() - interval '1 hour') RETURNING since`,
    )
    if (!announced) return
    ctx.log.fatal({ passedAt: last.passedAt, finishedAt: last.finishedAt }, 'the ledger check is overdue')
    await publish(tx, ledgerCheckOverdue, { passedAt: last.passedAt?.toISOString() ?? null })
  })
}
