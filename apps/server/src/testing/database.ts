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

/** A database of one's own with all tables and no rows, copied from the one this run has migrated. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { TEST_CLUSTER_URL: server, TEST_CLUSTER_TEMPLATE: template } = process.env
  if (!server || !template)
    throw new Error('No test server: run this through vitest, or start one with startTestCluster.')
  const name = `test_${randomBytes(8).toString('hex')}`
  await copy(server, name, template)
  const ownerUrl = withDatabase(server, name)
  return {
    url: ownerUrl,
    ownerUrl,
    drop: () => dropWhenLeft(server, name),
  }
}

// PostgreSQL refuses to copy a database while anybody is connected to it, another copy's start included.
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

// A pool has ended before the server has seen its connections close: one that were cut off then would tell a process that listens no more.
async function dropWhenLeft(server: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    for (let look = 0; look < 40; look++) {
      const { rowCount } = await client.query('SELECT FROM pg_stat_activity WHERE datname = $1 LIMIT 1', [name])
      if (rowCount === 0) break
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  } finally {
    await client.end()
  }
}
