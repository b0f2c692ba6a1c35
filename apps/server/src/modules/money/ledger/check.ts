import type { Context } from '../../../platform/context.ts'
import { type Db, sql } from '../../../platform/db/db.ts'
import { beginCheck, endCheck } from './check-record.ts'
import { freezeForViolations } from './freeze.ts'
import { type Finding, ledgerRules } from './rules.ts'

export interface LedgerViolation extends Finding {
  rule: string
}
/** How many rows a statement checks at most, and how long it may take: the site's largest account is one batch however many entries it has. */
interface CheckLimits {
  batch: number
  statementTimeoutMs: number
}
const usualLimits: CheckLimits = { batch: 5_000, statementTimeoutMs: 15 * 60_000 }

/** Proves every number from its entries. Empty when the books are right; throws when it could not finish. */
export async function checkLedger(
  ctx: Context,
  { batch, statementTimeoutMs } = usualLimits,
): Promise<LedgerViolation[]> {
  // The limit of 30 seconds that everything else has is for requests.
  return ctx.db.connection().execute(async (db) => {
    await sql`SELECT set_config('statement_timeout', ${String(statementTimeoutMs)}, false)`.execute(db)
    try {
      return await findViolations(db, batch)
    } finally {
      await sql`RESET statement_timeout`.execute(db)
    }
  })
}

async function findViolations(db: Db, size: number): Promise<LedgerViolation[]> {
  const found: LedgerViolation[] = []
  for (const { first, last, nextEnd, rules } of ledgerRules) {
    for (let after = first; after !== last; ) {
      const upTo = (await nextEnd(db, after, size)) ?? last
      for (const [rule, find] of Object.entries(rules))
        for (const finding of await find(db, after, upTo)) found.push({ rule, ...finding })
      after = upTo
    }
  }
  return found
}

/**
 * The hourly check: on any discrepancy it freezes payouts automatically and notifies the operators. Its start and its result are
 * recorded, so that a check that could not finish is never mistaken for one that found nothing.
 */
export async function watchLedger(ctx: Context, limits?: CheckLimits): Promise<void> {
  const id = await beginCheck(ctx)
  let violations: LedgerViolation[]
  try {
    violations = await checkLedger(ctx, limits)
  } catch (error) {
    ctx.log.fatal({ err: error }, 'the ledger check could not finish')
    await endCheck(ctx, id, { outcome: 'failed', error: String(error) })
    throw error
  }
  if (violations.length > 0) {
    ctx.log.fatal({ violations: violations.slice(0, 20), count: violations.length }, 'the ledger does not add up')
    await freezeForViolations(ctx, {
      count: violations.length,
      rules: [...new Set(violations.map((violation) => violation.rule))],
    })
  }
  await endCheck(ctx, id, { outcome: violations.length > 0 ? 'violations' : 'passed', violations: violations.length })
}
