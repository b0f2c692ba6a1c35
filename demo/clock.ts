import { createHash } from 'node:crypto'
import type { Context } from '@fanlight/server/platform/context'
import { row, sql } from '@fanlight/server/platform/db/db'
import { assert } from '@fanlight/server/platform/refusal'

/**
 * A transaction in which the clock of all rules can be set back, so that the past of the demo world is written by the same rules as
 * all other data. The clock is reset before the commit: other transactions never see the changed time. Demo mode only.
 */
export function inThePast<T>(
  ctx: Context,
  work: (tx: Context, goTo: (at: Date) => Promise<unknown>) => Promise<T>,
): Promise<T> {
  assert(ctx.config.mode === 'demo', 'time stands still outside the demo world')
  return ctx.transaction(async (tx) => {
    // Two starts at once take turns, however long one of them takes.
    await sql`SELECT set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true)`.execute(tx.db)
    await sql`SELECT pg_advisory_xact_lock(hashtext('the clock of the demo world'))`.execute(tx.db)
    const clock = (await row(
      tx.db,
      sql<{ made: string }>`SELECT pg_get_functiondef('app_now()'::regprocedure) AS made`,
    ))!
    await asOwner(
      tx,
      `CREATE OR REPLACE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql STABLE
        AS $$ SELECT coalesce(nullif(current_setting('fanlight.moment', true), '')::timestamptz, now()) $$`,
    )
    const result = await work(tx, (at) =>
      sql`SELECT set_config('fanlight.moment', ${at.toISOString()}, true)`.execute(tx.db),
    )
    await asOwner(tx, clock.made)
    return result
  })
}

// The application's role owns no functions; its log-in does.
async function asOwner(tx: Context, statement: string): Promise<void> {
  await sql`SET LOCAL ROLE NONE`.execute(tx.db)
  await sql.raw(statement).execute(tx.db)
  await sql`SET LOCAL ROLE fanlight_app`.execute(tx.db)
}

/** The same name always gives the same number from 0 to 1. */
export const chance = (name: string): number => createHash('sha256').update(name).digest().readUInt32BE(0) / 2 ** 32
export const oneOf = <T>(name: string, choices: readonly T[]): T => choices[Math.floor(chance(name) * choices.length)]!

/** A deterministic id: the same time and name always give the same id, which contains the time. */
export function demoId(at: Date, name: string): string {
  const bytes = createHash('sha256').update(`demo:${name}`).digest().subarray(0, 16)
  bytes.writeUIntBE(at.getTime(), 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
export const hour = 3_600_000
export const day = 24 * hour
