import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { isFanSql } from '../../access/fans-sql.ts'
import { authorVisibleSql } from '../../access/visibility-sql.ts'

// What a creator notes about a fan. Notes about others are refused like those about no one: the call reveals no accounts.

interface Note {
  text: string
  updatedAt: Date | null
}
const none: Note = { text: '', updatedAt: null }

export async function noteAbout(ctx: Context, creator: SignedIn, fanId: string): Promise<Note> {
  await requireFan(ctx, creator, fanId)
  const found = await row(
    ctx.db,
    sql<Note>`SELECT text, updated_at AS "updatedAt" FROM fan_notes WHERE performer_id = ${creator.id} AND account_id = ${fanId}`,
  )
  return found ?? none
}

export async function writeNote(ctx: Context, creator: SignedIn, fanId: string, text: string): Promise<Note> {
  await requireFan(ctx, creator, fanId)
  if (text === '') {
    await sql`DELETE FROM fan_notes WHERE performer_id = ${creator.id} AND account_id = ${fanId}`.execute(ctx.db)
    return none
  }
  return (await row(
    ctx.db,
    sql<Note>`INSERT INTO fan_notes (performer_id, account_id, text) VALUES (${creator.id}, ${fanId}, ${text})
      ON CONFLICT (performer_id, account_id) DO UPDATE SET text = excluded.text, updated_at = app_now()
      RETURNING text, updated_at AS "updatedAt"`,
  ))!
}

/** A fan, or someone with whom there is a conversation. */
async function requireFan(ctx: Context, creator: SignedIn, fanId: string): Promise<void> {
  const known = await row(
    ctx.db,
    sql`SELECT FROM accounts a WHERE a.id = ${fanId} AND a.status <> 'closed' AND ${authorVisibleSql(ctx, creator, 'a.id')}
      AND (${isFanSql(creator.id)}
        OR EXISTS (SELECT FROM conversations c WHERE c.low_id = least(a.id, ${creator.id}::uuid) AND c.high_id = greatest(a.id, ${creator.id}::uuid)))`,
  )
  if (!known) refuse('NOT_FOUND')
}

/** The notes of an account that is being closed, and those about it. */
export const deleteNotes = (tx: Context, accountId: string) =>
  sql`DELETE FROM fan_notes WHERE performer_id = ${accountId} OR account_id = ${accountId}`.execute(tx.db)
