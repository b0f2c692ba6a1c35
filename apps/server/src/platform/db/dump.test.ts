import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { checkLedger } from '../../modules/money/ledger/check.ts'
import { walletBalance } from '../../modules/money/ledger/post.ts'
import { chainLedger } from '../../modules/money/ledger/upkeep.ts'
import { buildFan, buildLockedFeed, payer } from '../../modules/money/wallet/testing.ts'
import { onServer, withDatabase } from '../../testing/cluster.ts'
import { api } from '../../testing/api.ts'
import { buildPerformer } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { dumpDatabase } from './backup.ts'
import { openContext } from '../context.ts'
import { row, sql } from './db.ts'
import { migrate } from './migrate.ts'

// The walk of docs/operating.md, with PostgreSQL's own tools: a dump, restored into a new database, is the same business again.

// A pg_dump reads servers as new as itself. Ours is 18; with an older one only what is said about it can be tried.
const dumper = Number(/(\d+)/.exec(spawnSync('pg_dump', ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1] ?? 0)
let server: TestServer
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fanlight-dump-'))
  server = await startTestServer()
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const serverVersion = async () =>
  (await row(
    server.ctx.db,
    sql<{ major: number }>`SELECT current_setting('server_version_num')::int / 10000 AS major`,
  ))!.major

test('a pg_dump that is missing or too old says so, and leaves no half of a backup', async () => {
  if (dumper >= (await serverVersion())) return
  const backup = dumpDatabase(server.ownerUrl, folder)
  expect(backup).toEqual({
    reason: expect.stringMatching(dumper === 0 ? /not installed/ : /server version: .*pg_dump version/),
  })
})

test('a dump restored into a new database keeps the books, the log-in and what was bought', async (context) => {
  if (dumper < (await serverVersion())) return context.skip('needs a pg_dump as new as the server: TEST_DATABASE_URL')
  const { ctx } = server
  const fan = await buildFan(ctx, 100, { password: 'a-lamp-in-the-window' })
  const performer = await buildPerformer(ctx)
  const feed = await buildLockedFeed(ctx, performer, 15)
  await payer(server, fan).unlock(feed)
  await payer(server, fan).tip(performer, 20)
  await chainLedger(ctx)
  const backup = dumpDatabase(server.ownerUrl, folder)
  if (!('file' in backup)) throw new Error(backup.reason)

  const name = `${new URL(server.ownerUrl).pathname.slice(1)}_again`
  const url = withDatabase(server.ownerUrl, name)
  await onServer(server.ownerUrl, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`)
  const restored = spawnSync('pg_restore', ['--no-owner', '--exit-on-error', '--dbname', url, backup.file], {
    encoding: 'utf8',
  })
  expect(restored.stderr).toBe('')
  expect(restored.status).toBe(0)
  // What every start does first: nothing is left to migrate, and the application's role may do what it may.
  expect(await migrate(url)).toEqual([])
  const again = await openContext({ ...ctx.config, databaseUrl: url }, url, ctx.secret)
  const app = await buildApp(again)
  try {
    expect(await checkLedger(again)).toEqual([])
    expect(await walletBalance(again, fan.id)).toBe(6500n)
    const login = await api({ app }).post('/auth/login', { email: fan.email, password: 'a-lamp-in-the-window' })
    expect(login.status).toBe(200)
    const bought = await payer({ ...server, ctx: again, app }, { token: login.body.data.token }).unlock(feed)
    expect(bought.body).toMatchObject({ status: 409, code: 'ALREADY_PURCHASED' })
    await expect(sql`UPDATE ledger_entries SET amount = 1`.execute(again.db)).rejects.toThrow(/permission denied/)
  } finally {
    await app.close()
    await again.close()
    await onServer(server.ownerUrl, `DROP DATABASE ${name} WITH (FORCE)`)
  }
})
