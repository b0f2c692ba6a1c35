import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'

const batch = 2_000

/** Adds new log entries to the hash chain, batch by batch. Writers do not wait for it. */
export async function chainAuditLog(ctx: Context): Promise<void> {
  while ((await chainOnce(ctx)) === batch);
}

const chainOnce = async (ctx: Context): Promise<number> =>
  (await row(ctx.db, sql<{ done: number }>`SELECT audit_extend_chain(${batch}) AS done`))!.done

/** Deletes what a closing account wrote: reasons, changes and locations. The record of its actions remains, and so does the chain. */
export const deleteEntriesOf = (tx: Context, accountId: string) => sql`SELECT audit_erase(${accountId})`.execute(tx.db)
