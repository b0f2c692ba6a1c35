import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { auditClock } from '../../../platform/audit.ts'
import { type Db, openKysely, row, rows, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildAdmin, buildUser } from '../../../testing/builders.ts'
import { advanceClock, passMidnight } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { anchorAuditLog, anchorKeys, resignAnchors } from './anchors.ts'
import { walk } from './chain.ts'
import { checkAuditLog, verifyAuditLog } from './verify.ts'
import { deleteEntriesOf, chainAuditLog } from './chain-writer.ts'
import { edits } from './testing.ts'

let server: TestServer
let staff: Built
beforeEach(async () => {
  server = await startTestServer()
  staff = await buildAdmin(server.ctx, { permissions: ['compliance'] })
})
afterEach(() => server.stop())

const write = (count: number, actor = staff.id, db: Db = server.ctx.db) =>
  sql`INSERT INTO audit_log (actor_id, action, target_type, target_id, reason, after, address)
    SELECT ${actor}, 'account.noted', 'account', ${staff.id}, 'Number ' || n, jsonb_build_object('n', n), '192.0.2.7'
    FROM generate_series(1, ${count}::int) AS n`.execute(db)
const chainOneLink = (limit: number) =>
  sql`SELECT audit_extend_chain(${limit}) FROM generate_series(1, 20)`.execute(server.ctx.db)

/** As the owner of the database with its triggers off; nothing of it stays. */
async function asOwner<T>(work: (db: Db) => Promise<T>, role: 'replica' | 'origin' = 'replica'): Promise<T> {
  const owner = openKysely(new pg.Pool({ connectionString: server.ownerUrl, max: 1 }).on('error', () => {}))
  const trial = await owner.startTransaction().execute()
  try {
    await sql`SET LOCAL session_replication_role = ${sql.raw(role)}`.execute(trial)
    return await work(trial)
  } finally {
    await trial.rollback().execute()
    await owner.destroy()
  }
}

async function leave(fan: Built): Promise<void> {
  await server.ctx.transaction(async (tx) => {
    await sql`INSERT INTO account_closings (account_id, closes_at, closed_at) VALUES (${fan.id}, app_now(), app_now())`.execute(
      tx.db,
    )
    await auditClock(tx, { action: 'account.closed', target: { type: 'account', id: fan.id } })
    await deleteEntriesOf(tx, fan.id)
  })
}

describe('the chain of the audit log', () => {
  test('takes in each entry once while many write and two extend the chain', async () => {
    const writers = Array.from({ length: 6 }, async () => {
      for (let n = 0; n < 10; n++) await server.ctx.transaction((tx) => write(3, staff.id, tx.db))
    })
    const chainers = Array.from({ length: 2 }, async () => {
      for (let n = 0; n < 15; n++) await sql`SELECT audit_extend_chain(7)`.execute(server.ctx.db)
    })
    await Promise.all([...writers, ...chainers])
    expect(await verifyAuditLog(server.ctx)).toMatchObject({ problem: null })
    await chainAuditLog(server.ctx)
    expect(await verifyAuditLog(server.ctx)).toMatchObject({ problem: null, chained: 180, waiting: 0 })
  })

  test('an entry whose transaction ends late is chained late, and nothing waits for it', async () => {
    let written = () => {}
    let end = () => {}
    const isWritten = new Promise<void>((resolve) => (written = resolve))
    const mayEnd = new Promise<void>((resolve) => (end = resolve))
    const late = server.ctx.transaction(async (tx) => {
      await write(1, staff.id, tx.db)
      written()
      await mayEnd
    })
    await isWritten
    await write(4)
    await chainAuditLog(server.ctx)
    expect(await verifyAuditLog(server.ctx)).toMatchObject({ problem: null, chained: 4, waiting: 0 })
    end()
    await late
    expect(await verifyAuditLog(server.ctx)).toMatchObject({ problem: null, chained: 4, waiting: 1 })
    await chainAuditLog(server.ctx)
    expect(await verifyAuditLog(server.ctx)).toMatchObject({ problem: null, chained: 5, waiting: 0 })
  })

  test('is added to by the database alone: the application changes nothing, nor does the owner by chance', async () => {
    await write(5)
    await chainOneLink(2)
    await advanceClock(server.ctx, '1 day')
    await anchorAuditLog(server.ctx)
    for (const table of [
      'audit_log',
      'audit_chain_entries',
      'audit_chain_links',
      'audit_anchors',
      'audit_signatures',
      'audit_unchained',
    ]) {
      const name = sql.table(table)
      for (const statement of [sql`DELETE FROM ${name}`, sql`TRUNCATE ${name} CASCADE`])
        await expect(statement.execute(server.ctx.db), table).rejects.toThrow(/permission denied/)
      const [{ column }] = (await rows(
        server.ctx.db,
        sql<{
          column: string
        }>`SELECT attname AS column FROM pg_attribute WHERE attrelid = ${table}::regclass AND attnum = 2`,
      )) as [{ column: string }]
      const update = sql`UPDATE ${name} SET ${sql.ref(column)} = ${sql.ref(column)}`
      await expect(update.execute(server.ctx.db), table).rejects.toThrow(/permission denied/)
      if (table === 'audit_unchained') continue
      for (const statement of [sql`DELETE FROM ${name}`, sql`TRUNCATE ${name} CASCADE`, update])
        await expect(
          asOwner((db) => statement.execute(db), 'origin'),
          table,
        ).rejects.toThrow(/append-only/)
    }
    await expect(
      sql`INSERT INTO audit_chain_links SELECT number + 1, first_position, last_position, first_entry, last_entry, entries_hash, previous_hash, hash, chained_at FROM audit_chain_links`.execute(
        server.ctx.db,
      ),
    ).rejects.toThrow(/permission denied/)
  })

  test('names the entry that was edited, and the first where there are several', async () => {
    await write(12)
    await chainOneLink(5)
    const [third, , , sixth] = (
      await rows(
        server.ctx.db,
        sql<{
          id: bigint
        }>`SELECT entry_id AS id FROM audit_chain_entries WHERE position BETWEEN 3 AND 6 ORDER BY position`,
      )
    ).map(({ id }) => id) as [bigint, bigint, bigint, bigint]
    const keys = anchorKeys(server.ctx)
    for (const name of ['reason', 'actor', 'target', 'after', 'address', 'request', 'entry taken out', 'salt gone'])
      expect(
        await asOwner(async (db) => {
          await edits[name]!(db, sixth, third)
          return (await walk(db, keys)).problem?.entry
        }),
        name,
      ).toBe(sixth)
    expect(
      await asOwner(async (db) => {
        await edits['reason']!(db, sixth, third)
        await edits['reason']!(db, third, sixth)
        return (await walk(db, keys)).problem
      }),
    ).toEqual({ kind: 'changed', entry: third })
  })

  test('erases what the owner of a closed account wrote, and still verifies', async () => {
    const fan = await buildUser(server.ctx)
    await write(3, fan.id)
    await write(2)
    await chainAuditLog(server.ctx)
    // These entries are still queued for the chain when their author's account is closed.
    await write(2, fan.id)
    await expect(
      asOwner(async (db) => {
        await sql`UPDATE audit_log SET reason = '', before = NULL, after = NULL, address = NULL WHERE actor_id = ${fan.id}`.execute(
          db,
        )
      }, 'origin'),
    ).rejects.toThrow(/append-only/)
    await Promise.all([leave(fan), chainAuditLog(server.ctx)])
    await chainAuditLog(server.ctx)
    expect(
      await rows(
        server.ctx.db,
        sql`SELECT DISTINCT reason, before, after, address FROM audit_log WHERE actor_id = ${fan.id}`,
      ),
    ).toEqual([{ reason: '', before: null, after: null, address: null }])
    expect(
      await row(server.ctx.db, sql`SELECT count(*)::int AS n FROM audit_log WHERE reason LIKE 'Number %'`),
    ).toEqual({ n: 2 })
    expect(await verifyAuditLog(server.ctx)).toMatchObject({ problem: null, chained: 8, waiting: 0 })
    // That a closing is in the log is what allows it.
    expect(
      await asOwner(async (db) => {
        await sql`UPDATE audit_log SET action = 'account.closing_cancelled' WHERE action = 'account.closed'`.execute(db)
        return (await walk(db, anchorKeys(server.ctx))).problem?.kind
      }),
    ).toBe('erased')
  })

  test('is anchored once a day; an anchor noted elsewhere detects even a log whose anchors are gone', async () => {
    await passMidnight(server.ctx)
    await write(4)
    await chainOneLink(2)
    await anchorAuditLog(server.ctx)
    expect((await verifyAuditLog(server.ctx)).anchors).toBe(0)
    await advanceClock(server.ctx, '1 day')
    await Promise.all([anchorAuditLog(server.ctx), anchorAuditLog(server.ctx)])
    await advanceClock(server.ctx, '1 day')
    await anchorAuditLog(server.ctx)
    expect(await verifyAuditLog(server.ctx)).toMatchObject({ anchors: 1, problem: null })
    const noted = (await row(
      server.ctx.db,
      sql<{ chainLink: bigint; root: Buffer }>`SELECT chain_link AS "chainLink", root FROM audit_anchors`,
    ))!
    expect(await verifyAuditLog(server.ctx, [noted])).toMatchObject({ problem: null })
    const keys = anchorKeys(server.ctx)
    const without = await asOwner(async (db) => {
      await sql`DELETE FROM audit_anchors`.execute(db)
      await sql`DELETE FROM audit_chain_links WHERE number = 2`.execute(db)
      await sql`DELETE FROM audit_chain_entries WHERE position > 2`.execute(db)
      await sql`DELETE FROM audit_log WHERE id NOT IN (SELECT entry_id FROM audit_chain_entries)`.execute(db)
      return [(await walk(db, keys)).problem, (await walk(db, keys, [noted])).problem?.kind]
    })
    expect(without).toEqual([null, 'cut_off'])
    // A secret that is not this site's; and one that replaced it.
    const other = { ...server.ctx, secret: randomBytes(32) }
    expect((await verifyAuditLog(other)).problem?.kind).toBe('anchor_forged')
    expect(await resignAnchors(other)).toEqual({ reencrypted: 0, lost: 1 })
    expect(await resignAnchors({ ...other, oldSecrets: [server.ctx.secret] })).toEqual({ reencrypted: 1, lost: 0 })
    expect(await verifyAuditLog(other)).toMatchObject({ anchors: 1, problem: null })
  })

  test('is verified at the terminal in one line, and once a day for staff', async () => {
    await write(3)
    await chainOneLink(10)
    await write(1)
    expect(await run('audit:verify')).toEqual({
      code: 0,
      output: expect.stringMatching(
        /^The audit log passes: 3 entries chained up to \S+, 1 not chained yet, 0 erased with their authors, 0 days anchored\.\n$/,
      ),
    })
    expect((await run('audit:verify', '--noted', `1:${'0'.repeat(64)}`)).code).toBe(1)
    expect((await run('audit:verify', '--noted', 'yesterday')).output).toContain('is no anchor')
    const chain = async () => (await api(server).as(staff).get('/admin/audit')).body.chain
    expect(await chain()).toMatchObject({ chainedAt: expect.any(String), checkedAt: null, isBroken: false })
    await checkAuditLog(server.ctx)
    const checked = await chain()
    expect(checked).toMatchObject({ checkedAt: expect.any(String), isBroken: false, brokenAt: null })

    const [{ id }] = (await rows(
      server.ctx.db,
      sql<{ id: bigint }>`SELECT entry_id AS id FROM audit_chain_entries WHERE position = 2`,
    )) as [{ id: bigint }]
    const owner = openKysely(new pg.Pool({ connectionString: server.ownerUrl, max: 1 }).on('error', () => {}))
    await owner.transaction().execute(async (db) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(db)
      await edits['reason']!(db, id, id)
    })
    await owner.destroy()
    expect(await run('audit:verify')).toEqual({
      code: 1,
      output: `The audit log fails verification: entry ${id} was changed after it was chained.\n`,
    })
    // Once a day, unless something was found.
    await checkAuditLog(server.ctx)
    expect(await chain()).toEqual(checked)
    await advanceClock(server.ctx, '25 hours')
    await checkAuditLog(server.ctx)
    expect(await chain()).toMatchObject({ isBroken: true, brokenAt: String(id) })
  })
})

const command = fileURLToPath(new URL('../../../command.ts', import.meta.url))
function run(...args: string[]): Promise<{ code: number | null; output: string }> {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [command, ...args], {
    env: { PATH, DATABASE_URL: server.ownerUrl, DATA_DIR: server.ctx.config.dataDir },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stdin.end()
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}
