import type { Context } from '../platform/context.ts'
import { sql } from '../platform/db/db.ts'

/** Moves the clock of every rule: `advanceClock(ctx, '31 days')`. Moves add up. */
export async function advanceClock(ctx: Context, interval: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    // The application's role owns no functions; its log-in does.
    await sql`SET LOCAL ROLE NONE`.execute(tx.db)
    const moved = await sql<{
      seconds: string
    }>`SELECT extract(epoch FROM app_now() - now() + ${interval}::interval)::text AS seconds`.execute(tx.db)
    const seconds = Number(moved.rows[0]!.seconds)
    await sql
      .raw(
        `CREATE OR REPLACE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT now() + make_interval(secs => ${seconds})'`,
      )
      .execute(tx.db)
  })
  await ctx.clock.sync()
}

const nearMs = 5 * 60_000
/** For tests that count by days: where midnight (UTC) is near, it is over before they begin. */
export async function passMidnight(ctx: Context): Promise<void> {
  const now = ctx.clock.now().getTime()
  if (86_400_000 - (now % 86_400_000) < nearMs) await advanceClock(ctx, '10 minutes')
}
