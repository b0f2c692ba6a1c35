import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { anchorKeys } from './anchors.ts'
import { describeProblem, type Noted, type ChainVerdict, walk } from './chain.ts'

/** Reads the whole log at one moment of the database, whatever is written meanwhile. */
export const verifyAuditLog = (ctx: Context, noted: readonly Noted[] = []): Promise<ChainVerdict> =>
  ctx.transaction(async (tx) => {
    await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`.execute(tx.db)
    return walk(tx.db, anchorKeys(ctx), noted)
  })

const everyHours = 24
/** The daily check: its result is stored for staff, and operators are notified of a log that fails verification. */
export async function checkAuditLog(ctx: Context): Promise<void> {
  const recent = await row(
    ctx.db,
    sql`SELECT FROM audit_checks WHERE problem IS NULL AND checked_at > app_now() - make_interval(hours => ${everyHours})`,
  )
  if (recent) return
  const { problem, ...verdict } = await verifyAuditLog(ctx)
  if (problem) ctx.log.fatal({ problem: describeProblem(problem), ...verdict }, 'the audit log fails verification')
  await sql`INSERT INTO audit_checks (entries, problem, problem_entry)
    VALUES (${verdict.chained}, ${problem?.kind ?? null}, ${problem?.entry ?? null})
    ON CONFLICT (is_last) DO UPDATE SET checked_at = app_now(), entries = excluded.entries, problem = excluded.problem,
      problem_entry = excluded.problem_entry`.execute(ctx.db)
}

interface Chain {
  /** Up to which moment the log is chained; null while nothing is. */
  chainedAt: string | null
  checkedAt: string | null
  /** The first entry that did not fit at the last check. */
  brokenAt: string | null
  isBroken: boolean
}
/** The status of the chain, for staff. */
export async function presentChain(ctx: Context): Promise<Chain> {
  const found = (await row(
    ctx.db,
    sql<{ chainedAt: Date | null; checkedAt: Date | null; problem: string | null; entry: bigint | null }>`SELECT
      (SELECT chained_at FROM audit_chain_links ORDER BY number DESC LIMIT 1) AS "chainedAt", c.checked_at AS "checkedAt",
      c.problem, c.problem_entry AS entry FROM (SELECT) AS always LEFT JOIN audit_checks c ON true`,
  ))!
  return {
    chainedAt: found.chainedAt?.toISOString() ?? null,
    checkedAt: found.checkedAt?.toISOString() ?? null,
    isBroken: found.problem !== null,
    brokenAt: found.entry === null ? null : String(found.entry),
  }
}
