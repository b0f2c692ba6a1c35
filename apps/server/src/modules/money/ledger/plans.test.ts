import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPerformer } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { buildFan } from '../wallet/testing.ts'

// On small tables PostgreSQL prefers to scan, and a connection keeps the plans it made then while the tables grow to millions of rows.

let server: TestServer
let owner: pg.Client
beforeAll(async () => {
  server = await startTestServer()
  owner = new pg.Client({ connectionString: server.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await server.stop()
})

const scans = async () =>
  new Map(
    (
      await owner.query<{ relname: string; seq_scan: number }>(
        'SELECT relname, seq_scan::int FROM pg_stat_xact_user_tables WHERE seq_scan > 0',
      )
    ).rows.map((row) => [row.relname, row.seq_scan]),
  )

/** The tables that a statement scanned from end to end. */
async function scannedBy(text: string, values: unknown[]): Promise<string[]> {
  await owner.query('BEGIN')
  const before = await scans()
  await owner.query(text, values)
  const after = await scans()
  await owner.query('COMMIT')
  return [...after].filter(([table, count]) => count > (before.get(table) ?? 0)).map(([table]) => table)
}

const ledgerAccount = async (kind: string, accountId: string) =>
  (await owner.query<{ id: string }>(`SELECT ledger_account($1, $2, 'TOK') AS id`, [kind, accountId])).rows[0]!.id

test('ledger_post finds every row by an index, with and without a tail to fold', async () => {
  const fan = await buildFan(server.ctx, 50)
  const performer = await buildPerformer(server.ctx)
  const from = await ledgerAccount('fan_wallet', fan.id)
  const to = await ledgerAccount('performer_available', performer.id)
  await owner.query('ANALYZE')
  for (const amount of [100, 100]) {
    const values = [randomUUID(), `test:${randomUUID()}`, [from], [to], [amount]]
    expect(await scannedBy(`SELECT ledger_post($1, $2, 'adjustment', NULL, NULL, '{}', $3, $4, $5)`, values)).toEqual(
      [],
    )
  }
})

test('charge_tokens finds every row by an index', async () => {
  const fan = await buildFan(server.ctx, 50)
  const performer = await buildPerformer(server.ctx)
  await owner.query('ANALYZE')
  const values = [randomUUID(), fan.id, performer.id, performer.id, `${randomUUID()}`]
  expect(
    await scannedBy(
      `SELECT charge_tokens($1, $2, $3, 'tip', $4, 100, $5, '', '', 1000, 100000, 'USD', 7, 14, NULL, NULL, true)`,
      values,
    ),
  ).toEqual([])
})
