import { anchorAuditLog, anchorKeys } from '@fanlight/server/modules/staff/audit/anchors'
import { walk } from '@fanlight/server/modules/staff/audit/chain'
import { verifyAuditLog } from '@fanlight/server/modules/staff/audit/verify'
import { deleteEntriesOf } from '@fanlight/server/modules/staff/audit/chain-writer'
import { edits } from '@fanlight/server/modules/staff/audit/testing'
import { auditClock } from '@fanlight/server/platform/audit'
import type { Context } from '@fanlight/server/platform/context'
import { type Db, openKysely, rows, sql } from '@fanlight/server/platform/db/db'
import { buildAdmin, buildUser } from '@fanlight/server/testing/builders'
import { advanceClock } from '@fanlight/server/testing/clock'
import { startTestServer } from '@fanlight/server/testing/server'
import pg from 'pg'
import { type ReliabilityCheck, sabotaged } from './check.ts'
import { counts } from './counts.ts'

// An owner of the database edits the audit log with its triggers disabled, each time in another way; the verifier detects each edit.

export const check: ReliabilityCheck = {
  id: 'A1',
  title: 'What is edited in the audit log is found, and what is not is not',
  async run({ tier, random }) {
    const { edited } = sabotaged('A1') ? { edited: 60 } : counts.A1[tier]
    const server = await startTestServer()
    const pool = new pg.Pool({ connectionString: server.ownerUrl, max: 1 }).on('error', () => {})
    const owner = openKysely(pool)
    const violations: string[] = []
    try {
      await writeLog(server.ctx)
      const keys = anchorKeys(server.ctx)
      const verdict = await verifyAuditLog(server.ctx)
      if (verdict.problem || verdict.waiting === 0 || verdict.erased === 0 || verdict.anchors < 2)
        violations.push(`the log as it was written: ${JSON.stringify(verdict, plain)}`)
      const chosen = await anchored(owner)
      const names = Object.keys(edits)
      for (let n = 0; n < edited; n++) {
        const name = names[n % names.length]!
        const at = Math.floor(random() * chosen.length)
        const entry = chosen[at]!
        const other = chosen[(at + 1 + Math.floor(random() * (chosen.length - 1))) % chosen.length]!
        const trial = await owner.startTransaction().execute()
        try {
          await sql`SET LOCAL session_replication_role = replica`.execute(trial)
          await edits[name]!(trial, entry, other)
          if (!(await walk(trial, keys)).problem) violations.push(`not found: ${name}, entry ${entry}`)
        } finally {
          await trial.rollback().execute()
        }
      }
      const after = await verifyAuditLog(server.ctx)
      if (after.problem) violations.push(`the log, put back: ${JSON.stringify(after, plain)}`)
      return { n: edited, violations }
    } finally {
      await owner.destroy()
      await server.stop()
    }
  },
}

const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
const chainedCount = 6

/** Several days with one anchor each, a closed account, and a few entries that are not hash-chained yet. */
async function writeLog(ctx: Context): Promise<void> {
  const staff = await buildAdmin(ctx)
  const fan = await buildUser(ctx)
  const write = (count: number, actor: string) =>
    sql`INSERT INTO audit_log (actor_id, action, target_type, target_id, reason, before, after, address, request_id)
      SELECT ${actor}, (ARRAY['account.noted', 'account.suspended', 'setting.changed'])[1 + n % 3], 'account', ${fan.id}, 'Because of ' || n,
        CASE WHEN n % 2 = 0 THEN jsonb_build_object('status', 'active', 'n', n) END, CASE WHEN n % 3 > 0 THEN jsonb_build_object('note', 'é 💡 "' || n) END,
        CASE WHEN n % 4 > 0 THEN '192.0.2.7'::inet END, 'r' || n FROM generate_series(1, ${count}::int) AS n`.execute(
      ctx.db,
    )
  const chainLinks = () => sql`SELECT audit_extend_chain(${chainedCount}) FROM generate_series(1, 20)`.execute(ctx.db)
  for (let day = 0; day < 3; day++) {
    await write(16, staff.id)
    await write(4, fan.id)
    await chainLinks()
    await advanceClock(ctx, '1 day')
    await anchorAuditLog(ctx)
  }
  await ctx.transaction(async (tx) => {
    await sql`INSERT INTO account_closings (account_id, closes_at, closed_at) VALUES (${fan.id}, app_now(), app_now())`.execute(
      tx.db,
    )
    await auditClock(tx, { action: 'account.closed', target: { type: 'account', id: fan.id } })
    await deleteEntriesOf(tx, fan.id)
  })
  await chainLinks()
  await write(3, staff.id)
}

/** Entries before the last anchor whose text is still stored. */
const anchored = async (owner: Db): Promise<bigint[]> =>
  (
    await rows(
      owner,
      sql<{ entry: bigint }>`SELECT entry_id AS entry FROM audit_chain_entries WHERE salt IS NOT NULL
        AND position <= (SELECT max(last_position) FROM audit_chain_links WHERE number <= (SELECT max(chain_link) FROM audit_anchors)) ORDER BY position`,
    )
  ).map((row) => row.entry)
