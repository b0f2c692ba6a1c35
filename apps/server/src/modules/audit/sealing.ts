import type { Context } from '../../platform/context.ts'
import { row, sql } from '../../platform/db.ts'

const batch = 2_000

/** Binds what was written into the hash chain, batch after batch. Writers wait for nothing. */
export async function sealAuditLog(ctx: Context): Promise<void> {
  while ((await sealOnce(ctx)) === batch);
}

const sealOnce = async (ctx: Context): Promise<number> =>
  (await row(ctx.db, sql<{ done: number }>`SELECT audit_seal(${batch}) AS done`))!.done

/** What somebody wrote who leaves: reasons, changes and where they were. That they did it stays, and so does the chain. */
export const forgetEntriesOf = (tx: Context, accountId: string) => sql`SELECT audit_forget(${accountId})`.execute(tx.db)
