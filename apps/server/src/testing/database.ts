import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { withDatabase } from './cluster.ts'

export type TestDatabase = {
  /** What the running product may do: no changes to tables, no edits of postings. */
  url: string
  /** The owner of the tables. */
  ownerUrl: string
  drop(): Promise<void>
}

/** A database of one's own: with all tables and no rows, copied from the one this run has migrated, or a copy of another one. */
export async function createTestDatabase(template?: string): Promise<TestDatabase> {
  const { TEST_CLUSTER_URL: server, TEST_CLUSTER_TEMPLATE: migrated } = process.env
  if (!server || !migrated)
    throw new Error('No test server: run this through vitest, or start one with startTestCluster.')
  const name = `test_${randomBytes(8).toString('hex')}`
  await copy(server, name, template ?? migrated)
  const ownerUrl = withDatabase(server, name)
  return {
    url: ownerUrl,
    ownerUrl,
    drop: () => dropWhenLeft(server, name),
  }
}

// PostgreSQL can't copy a database while any session is connected to it, including the start of another copy.
async function copy(server: string, name: string, template: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock(7205759404)')
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`)
  } finally {
    await client.end()
  }
}

// `pool.end()` resolves before the server has closed its connections: terminating one then would raise an error with no listener.
async function dropWhenLeft(server: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    for (let attempt = 0; attempt < 40; attempt++) {
      const { rowCount } = await client.query('SELECT FROM pg_stat_activity WHERE datname = $1 LIMIT 1', [name])
      if (rowCount === 0) break
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  } finally {
    await client.end()
  }
}
