import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { readFileSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts'
import { isRunning, markOf, type ProcessMark } from '../platform/process/processes.ts'
import { migrate } from '../platform/db/migrate.ts'

export type TestCluster = {
  url: string
  template: string
  /** What PostgreSQL itself writes down; nothing for a server that was there before. */
  logFile?: string
  stop(): Promise<void>
}

const FOLDER = 'fanlight-test-'

/** Where Linux keeps files in memory. */
const MEMORY_FOLDER = '/dev/shm'
/** A run holds less than 2 GiB there; browsers and servers need the rest. */
const FILES_BYTES_MIN = 4 * 2 ** 30
const MEMORY_BYTES_MIN = 6 * 2 ** 30

/** In memory where there is plenty: a copy of the template makes a thousand files, and a disk takes half a second of computing for that. */
const clusterFolder = (): string => (hasSpareMemory() ? MEMORY_FOLDER : tmpdir())

function hasSpareMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    // The first is what the container may still take, the second what the machine has.
    const memory = Math.min(process.availableMemory(), freemem())
    return bavail * bsize >= FILES_BYTES_MIN && memory >= MEMORY_BYTES_MIN
  } catch {
    // This system has no such folder.
    return false
  }
}

/**
 * One PostgreSQL for a whole run, with one migrated database that all test databases are copied from. With an address
 * it uses that server (its account must be a superuser) and leaves it as it was.
 */
export async function startTestCluster(existingUrl?: string): Promise<TestCluster> {
  const server = existingUrl ? { url: existingUrl, logFile: undefined, stop: async () => {} } : await startTemporary()
  const template = `fanlight_template_${process.pid}_${Date.now().toString(36)}`
  try {
    await onServer(server.url, `CREATE DATABASE ${template} TEMPLATE template0 ENCODING 'UTF8'`)
    await migrate(withDatabase(server.url, template))
  } catch (error) {
    await server.stop()
    throw error
  }
  return {
    url: server.url,
    template,
    ...(server.logFile && { logFile: server.logFile }),
    async stop() {
      if (existingUrl) await onServer(server.url, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`)
      await server.stop()
    },
  }
}

export function withDatabase(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.toString()
}

/** Runs one statement on the server's own database. */
export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function startTemporary(): Promise<{ url: string; logFile: string; stop(): Promise<void> }> {
  removeAbandoned()
  const dataDir = mkdtempSync(join(clusterFolder(), FOLDER))
  writeFileSync(join(dataDir, 'run.json'), JSON.stringify(markOf(process.pid)))
  const silent = () => {}
  const server = await startEmbeddedPostgres({ dataDir, log: silent, durable: false })
  return {
    url: server.url,
    logFile: join(dataDir, 'logs', 'postgres.log'),
    async stop() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Runs that were killed could not clean up; the next one does. */
function removeAbandoned(): void {
  const parents = [tmpdir(), MEMORY_FOLDER].filter((parent) => existsSync(parent))
  const found = parents.flatMap((parent) => readdirSync(parent).map((name) => ({ name, folder: join(parent, name) })))
  for (const { folder } of found.filter(({ name }) => name.startsWith(FOLDER))) {
    try {
      const run = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as ProcessMark
      if (!isRunning(run)) rmSync(folder, { recursive: true, force: true })
    } catch {
      // Another user's, or being made this very moment.
    }
  }
}
