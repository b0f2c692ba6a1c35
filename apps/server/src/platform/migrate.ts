import { readFile, readdir } from 'node:fs/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'

const folder = new URL('../../migrations/', import.meta.url)
const grants = new URL('../../grants.sql', import.meta.url)

/** Names of the migrations this database has not seen. Throws plain words when the database is newer than this code. */
export async function pendingMigrations(ownerUrl: string): Promise<string[]> {
  return withMigrator(ownerUrl, async (migrator) =>
    (await migrator.getMigrations()).filter((one) => !one.executedAt).map((one) => one.name),
  )
}

/** Brings the tables to what this code needs; safe to run twice and by two processes at once. */
export async function migrate(ownerUrl: string): Promise<string[]> {
  const applied = await withMigrator(ownerUrl, async (migrator) => {
    const { error, results } = await migrator.migrateToLatest()
    if (error) throw error
    return (results ?? []).map((one) => one.migrationName)
  })
  // A failure is thrown; the rest of what it says is for its makers.
  const { Logger, runMigrations } = await import('graphile-worker')
  await runMigrations({ connectionString: ownerUrl, logger: new Logger(() => () => {}) })
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    // Roles belong to the whole server: databases made at the same moment take turns.
    await client.query('SELECT pg_advisory_lock(7205759403)')
    await client.query(await readFile(grants, 'utf8'))
  } finally {
    await client.end()
  }
  return applied
}

async function withMigrator<T>(ownerUrl: string, use: (migrator: Migrator) => Promise<T>): Promise<T> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: ownerUrl, max: 2 }) }),
  })
  try {
    const { rows } = await sql<{
      version: number
    }>`SELECT current_setting('server_version_num')::int AS version`.execute(db)
    if ((rows[0]?.version ?? 0) < 150000) throw new Error('Fanlight needs PostgreSQL 15 or newer.')
    const known = await provideMigrations()
    const seen = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db).then(
      (r) => r.rows,
      () => [],
    )
    const unknown = seen.filter((one) => !(one.name in known))
    if (unknown.length > 0)
      throw new Error(
        `This database was made by a newer Fanlight (it has ${unknown.map((one) => one.name).join(', ')}). Start the newer version, or restore the backup taken before it.`,
      )
    return await use(new Migrator({ db, provider: { getMigrations: async () => known } }))
  } finally {
    await db.destroy()
  }
}

async function provideMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const entries = await Promise.all(
    files.map(async (name): Promise<[string, Migration]> => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return [name.replace(/\.sql$/, ''), { up: async (db) => void (await sql.raw(text).execute(db)) }]
    }),
  )
  return Object.fromEntries(entries)
}
