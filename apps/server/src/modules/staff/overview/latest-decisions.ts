import type { AuditAction } from '@fanlight/contract/audit-actions'
import type { Permission } from '@fanlight/contract/endpoint'
import { restrictedCategories } from '@fanlight/contract/report-values'
import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import { hasPermission, type SignedIn } from '../../../platform/viewer.ts'

// What staff decided lately, from the audit log: of the queues that the viewer may open, and of no case that they may not see.

/** The entries that are decisions, by whose queue they come from. */
const decisions: Partial<Record<Permission, readonly AuditAction[]>> = {
  moderation: ['report.actioned', 'report.dismissed', 'report.appeal_upheld', 'report.appeal_reversed'],
  compliance: [
    'verification.approved',
    'verification.rejected',
    'verification.more_info',
    'verification.revoked',
    'consent.verified',
    'consent.rejected',
  ],
  finance: [
    'payout.approved',
    'payout.rejected',
    'dispute.reviewed',
    'order.released',
    'order.refunded',
    'order.split',
  ],
}

const teamMax = 20
const latestMax = 6

/** Who decided how much in the last 24 hours, those with most first, and the newest decisions of all time. */
export async function latestDecisions(ctx: Context, viewer: SignedIn) {
  const actions = Object.entries(decisions).flatMap(([permission, names]) =>
    hasPermission(viewer, permission as Permission) ? names : [],
  )
  if (actions.length === 0) return { team: [], latest: [] }
  const withheld = hasPermission(viewer, 'compliance') ? [] : [...restrictedCategories]
  // Of a case that is deleted, nobody knows what it was about any more.
  const maySee = sql`(${withheld.length === 0} OR CASE WHEN l.target_type = 'report' THEN EXISTS (SELECT FROM report_cases c
    WHERE c.id = l.target_id::uuid AND c.category <> ALL(${withheld}::text[])) ELSE true END)`
  const [team, latest] = await Promise.all([
    rows(
      ctx.db,
      sql<{ _id: string; name: string; decisions: number }>`SELECT a.id AS _id, a.name, count(*)::int AS decisions
        FROM audit_log l JOIN accounts a ON a.id = l.actor_id
        WHERE l.action = ANY(${actions}::text[]) AND l.created_at > app_now() - interval '24 hours' AND ${maySee}
        GROUP BY a.id, a.name ORDER BY decisions DESC, lower(a.name), a.id LIMIT ${teamMax}`,
    ),
    // The newest of each kind first: the log as a whole is mostly views.
    rows(
      ctx.db,
      sql<LatestRow>`SELECT d.id, d.created_at AS at, d.action, d.target_type AS "targetType", d.target_id AS "targetId",
          CASE WHEN a.id IS NOT NULL THEN json_build_object('_id', a.id, 'name', a.name) END AS by,
          CASE d.target_type WHEN 'report' THEN (SELECT c.number FROM report_cases c WHERE c.id = d.target_id::uuid)
            WHEN 'payout' THEN (SELECT p.number FROM payouts p WHERE p.id = d.target_id::uuid)
            WHEN 'order' THEN (SELECT o.number FROM orders o WHERE o.id = d.target_id::uuid)
            WHEN 'verification' THEN (SELECT t.name FROM verifications v JOIN accounts t ON t.id = v.performer_id WHERE v.id = d.target_id::uuid)
            END AS about
        FROM unnest(${actions}::text[]) k(action) CROSS JOIN LATERAL (
          SELECT l.* FROM audit_log l WHERE l.action = k.action AND ${maySee} ORDER BY l.created_at DESC, l.id DESC LIMIT ${latestMax}
        ) d LEFT JOIN accounts a ON a.id = d.actor_id
        ORDER BY d.created_at DESC, d.id DESC LIMIT ${latestMax}`,
    ),
  ])
  return {
    team,
    latest: latest.map(({ id, at, action, targetType, targetId, by, about }) => ({
      _id: String(id),
      at: at.toISOString(),
      action,
      by,
      target: { type: targetType, id: targetId },
      about,
    })),
  }
}
interface LatestRow {
  id: bigint
  at: Date
  action: string
  targetType: string
  targetId: string
  by: { _id: string; name: string } | null
  about: string | null
}
