import type { AuditAction, AuditTarget } from '@fanlight/contract/audit-actions'
import type { Context } from './context.ts'
import { sql } from './db/db.ts'
import type { SignedIn } from './viewer.ts'

/** What staff did or viewed. `before` and `after` contain the fields that changed, never secrets or documents themselves. */
export interface AuditEntry {
  /** What happened, such as `verification.approved`: staff's pages have a word for each of the list. */
  action: AuditAction
  target: { type: AuditTarget; id: string }
  reason?: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** Logs an action of the operator in the terminal, where no user is signed in. */
export const auditCommand = (tx: Context, command: string, entry: AuditEntry) =>
  sql`INSERT INTO audit_log (action, target_type, target_id, reason, before, after)
    VALUES (${entry.action}, ${entry.target.type}, ${entry.target.id}, ${command},
      ${entry.before ? JSON.stringify(entry.before) : null}::jsonb, ${entry.after ? JSON.stringify(entry.after) : null}::jsonb)`.execute(
    tx.db,
  )

/** Logs a scheduled action, which has no acting user. */
export const auditClock = (tx: Context, entry: AuditEntry) => auditCommand(tx, 'the time had come', entry)

/** Written in the same transaction as the action that it records; the table is append-only. */
export async function audit(tx: Context, actor: SignedIn, requestId: string, entry: AuditEntry): Promise<void> {
  const { before = null, after = null } = entry
  await sql`INSERT INTO audit_log (actor_id, action, target_type, target_id, reason, before, after, address, request_id)
    VALUES (${actor.id}, ${entry.action}, ${entry.target.type}, ${entry.target.id}, ${entry.reason ?? ''},
      ${before && JSON.stringify(before)}::jsonb, ${after && JSON.stringify(after)}::jsonb, ${actor.address}::inet, ${requestId})`.execute(
    tx.db,
  )
}
