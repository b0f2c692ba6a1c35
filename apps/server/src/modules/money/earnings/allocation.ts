import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'

// Which earnings a payout is made of. Every token that is paid out can be traced to the payment that it came from.

export interface Allocation {
  earningId: string
  /** Of its net amount, in hundredths. */
  tokens: bigint
}
/** What of an earning neither went back, is held, nor was taken by a payout. */
const rest = sql`net - returned - held - paid_out`

interface Allocated {
  allocations: Allocation[]
  /** Hundredths of a token times millionths of the currency. */
  worth: bigint
}
/** Takes released earnings for a payout, oldest first; less than was requested where there are no more. */
export async function allocateEarnings(tx: Context, performerId: string, tokens: bigint): Promise<Allocated> {
  const taken = await rows(
    tx.db,
    sql<Allocation & { micro: bigint }>`WITH open AS MATERIALIZED (
        SELECT id, ${rest} AS rest FROM earnings WHERE performer_id = ${performerId} AND status = 'available' AND ${rest} > 0
        ORDER BY id FOR UPDATE),
      run AS (SELECT id, rest, sum(rest) OVER (ORDER BY id)::bigint - rest AS before FROM open),
      taken AS (SELECT id, least(rest, ${tokens} - before) AS tokens FROM run WHERE before < ${tokens})
      UPDATE earnings e SET paid_out = e.paid_out + t.tokens,
        status = CASE WHEN e.net - e.returned - e.held = e.paid_out + t.tokens THEN 'in_payout' ELSE e.status END
      FROM taken t WHERE e.id = t.id RETURNING e.id AS "earningId", t.tokens, e.token_value_micro AS micro`,
  )
  return {
    allocations: taken.map(({ earningId, tokens: part }) => ({ earningId, tokens: part })),
    worth: taken.reduce((sum, entry) => sum + entry.tokens * entry.micro, 0n),
  }
}

/** How many of these tokens released earnings cover, oldest first, and what they are worth. */
export async function worthOfEarnings(
  ctx: Context,
  performerId: string,
  tokens: bigint,
): Promise<{ tokens: bigint; worth: bigint }> {
  return (await row(
    ctx.db,
    sql<{ tokens: bigint; worth: bigint }>`WITH run AS (
        SELECT ${rest} AS rest, token_value_micro AS micro, sum(${rest}) OVER (ORDER BY id)::bigint - (${rest}) AS before
        FROM earnings WHERE performer_id = ${performerId} AND status = 'available' AND ${rest} > 0)
      SELECT coalesce(sum(least(rest, ${tokens} - before)), 0)::bigint AS tokens,
        coalesce(sum(least(rest, ${tokens} - before) * micro), 0)::bigint AS worth FROM run WHERE before < ${tokens}`,
  ))!
}

/** The payout came to nothing, or these earnings leave it: they may be paid out again. */
export const giveBackAllocations = (tx: Context, allocations: readonly Allocation[]) =>
  sql`UPDATE earnings e SET paid_out = e.paid_out - a.tokens,
      status = CASE WHEN e.status IN ('in_payout', 'paid') THEN 'available' ELSE e.status END
    FROM unnest(${allocations.map(({ earningId }) => earningId)}::uuid[], ${allocations.map(({ tokens }) => String(tokens))}::bigint[])
      AS a(id, tokens) WHERE e.id = a.id`.execute(tx.db)

/** The payout was paid: earnings that payouts took as a whole are paid. */
export const markPaid = (tx: Context, earningIds: readonly string[]) =>
  sql`UPDATE earnings SET status = 'paid' WHERE id = ANY(${earningIds}::uuid[]) AND status = 'in_payout'`.execute(tx.db)

/** Locks earnings, in the order in which everything locks them. */
export const lockEarnings = (tx: Context, earningIds: readonly string[]) =>
  sql`SELECT FROM earnings WHERE id = ANY(${earningIds}::uuid[]) ORDER BY id FOR UPDATE`.execute(tx.db)

/** The same of all that a payout may take. */
export const lockAvailableEarnings = (tx: Context, performerId: string) =>
  sql`SELECT count(*) FROM (SELECT FROM earnings WHERE performer_id = ${performerId} AND status = 'available' ORDER BY id FOR UPDATE) e`.execute(
    tx.db,
  )
