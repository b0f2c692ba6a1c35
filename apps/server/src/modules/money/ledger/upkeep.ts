import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'

const batch = 2_000

/** Binds what was posted into the hash chain; runs each second. */
export async function chainLedger(ctx: Context): Promise<void> {
  while ((await count(ctx, sql`SELECT ledger_extend_chain(${batch}) AS done`)) === batch);
}

/** Folds credits into the snapshots of their accounts; runs each second. */
export async function rollUpLedger(ctx: Context): Promise<void> {
  await count(ctx, sql`SELECT ledger_roll_up(${batch}) AS done`)
}

/** Earnings whose hold is over become available. */
export async function releaseEarnings(ctx: Context): Promise<void> {
  while ((await count(ctx, sql`SELECT release_earnings(${batch}) AS done`)) === batch);
}

const count = async (ctx: Context, statement: ReturnType<typeof sql>): Promise<number> =>
  (await row(ctx.db, statement as ReturnType<typeof sql<{ done: number }>>))!.done
