import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { publish } from '../../../platform/events/events.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { ledgerBroken } from './events.ts'

export interface Freeze {
  id: string
  frozenAt: Date
  /** Null: the checker of the ledger froze. */
  frozenBy: { id: string; name: string } | null
  reason: string
  findings: { count?: number; rules?: string[] }
}
interface Staff {
  viewer: SignedIn
  requestId: string
}

/** Called by everything that pays money out, before it does anything. The ledger refuses such postings besides. */
export const payoutsAreFrozen = async (ctx: Context): Promise<boolean> =>
  (await row(ctx.db, sql<{ frozen: boolean }>`SELECT payouts_are_frozen() AS frozen`))!.frozen

export const currentFreeze = (ctx: Context): Promise<Freeze | undefined> =>
  row(
    ctx.db,
    sql<Freeze>`SELECT f.id, f.frozen_at AS "frozenAt", f.reason, f.findings,
      CASE WHEN a.id IS NOT NULL THEN json_build_object('id', a.id, 'name', a.name) END AS "frozenBy"
    FROM payout_freezes f LEFT JOIN accounts a ON a.id = f.frozen_by WHERE f.lifted_at IS NULL`,
  )

/** Whether payouts are frozen, as shown to staff. */
export const presentFreeze = async (ctx: Context) => {
  const freeze = await currentFreeze(ctx)
  return {
    frozen: freeze !== undefined,
    frozenAt: freeze ? new Date(freeze.frozenAt).toISOString() : null,
    byChecker: freeze !== undefined && freeze.frozenBy === null,
    frozenBy: freeze?.frozenBy?.name ?? null,
    reason: freeze?.reason ?? null,
    violations: freeze?.findings.count ?? 0,
    rules: freeze?.findings.rules ?? [],
  }
}

/** The freeze that the checker itself sets. An existing freeze is left unchanged. */
export const freezeForViolations = (ctx: Context, findings: { count: number; rules: string[] }): Promise<void> =>
  ctx.transaction(async (tx) => {
    await insert(tx, null, 'The books do not add up.', findings)
    await publish(tx, ledgerBroken, findings)
  })

/** Staff freeze by hand. Who comes second finds it frozen already. */
export const freezeByHand = (ctx: Context, { viewer, requestId }: Staff, reason: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const id = await insert(tx, viewer.id, reason, {})
    if (id)
      await audit(tx, viewer, requestId, { action: 'payouts.frozen', target: { type: 'payout_freeze', id }, reason })
  })

/** Only staff lift a freeze, each with a reason. Who comes second finds it lifted already. The next check freezes again if the books are still wrong. */
export const liftFreeze = (ctx: Context, { viewer, requestId }: Staff, reason: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const lifted = await row(
      tx.db,
      sql<{
        id: string
        reason: string
      }>`UPDATE payout_freezes SET lifted_at = app_now(), lifted_by = ${viewer.id}, lift_reason = ${reason}
        WHERE lifted_at IS NULL RETURNING id, reason`,
    )
    if (!lifted) return
    await audit(tx, viewer, requestId, {
      action: 'payouts.unfrozen',
      target: { type: 'payout_freeze', id: lifted.id },
      reason,
      before: { reason: lifted.reason },
    })
  })

const insert = async (tx: Context, by: string | null, reason: string, findings: object): Promise<string | undefined> =>
  (
    await row(
      tx.db,
      sql<{
        id: string
      }>`INSERT INTO payout_freezes (frozen_by, reason, findings) VALUES (${by}, ${reason}, ${JSON.stringify(findings)}::jsonb)
        ON CONFLICT DO NOTHING RETURNING id`,
    )
  )?.id
