import type { Context } from './context.ts'
import { sql } from './db.ts'
import type { SignedIn } from './viewer.ts'

/** What staff did or looked at. `before` and `after` hold the fields that changed, never secrets or papers themselves. */
export interface AuditEntry {
  /** A fact, such as `verification.approved`. */
  action: string
  target: { type: string; id: string }
  reason?: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** What the operator did at the terminal: nobody is signed in there. */
export const auditCommand = (tx: Context, command: string, entry: AuditEntry) =>
  sql`INSERT INTO audit_log (action, target_type, target_id, reason, before, after)
    VALUES (${entry.action}, ${entry.target.type}, ${entry.target.id}, ${command},
      ${entry.before ? JSON.stringify(entry.before) : null}::jsonb, ${entry.after ? JSON.stringify(entry.after) : null}::jsonb)`.execute(
    tx.db,
  )

/** What comes due by itself: nobody is there. */
export const auditClock = (tx: Context, entry: AuditEntry) => auditCommand(tx, 'the time had come', entry)

/** Written in the transaction of what it tells about; the table takes no change afterwards. */
export async function audit(tx: Context, actor: SignedIn, requestId: string, entry: AuditEntry): Promise<void> {
  const { before = null, after = null } = entry
  await sql`INSERT INTO audit_log (actor_id, action, target_type, target_id, reason, before, after, address, request_id)
    VALUES (${actor.id}, ${entry.action}, ${entry.target.type}, ${entry.target.id}, ${entry.reason ?? ''},
      ${before && JSON.stringify(before)}::jsonb, ${after && JSON.stringify(after)}::jsonb, ${actor.address}::inet, ${requestId})`.execute(
    tx.db,
  )
}
