import { spawnSync } from 'node:child_process'
import { chmodSync, constants, cpSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

const MAX_BACKUPS = 3

/** True once a migration has run: before that there is nothing to lose. */
export async function hasData(ownerUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query(`SELECT to_regclass('schema_migrations') IS NOT NULL AS found`)
    return rows[0].found
  } finally {
    await client.end()
  }
}

/** Copies the files of a stopped embedded PostgreSQL. Returns where to. */
export function copyStoppedCluster(cluster: string, dataDir: string): string {
  return writeBackup(dataDir, 'postgres', (unfinished) => {
    cpSync(cluster, unfinished, { recursive: true, mode: constants.COPYFILE_FICLONE, preserveTimestamps: true })
    chmodSync(unfinished, 0o700)
  })
}

/** Dumps a database of the operator's own, where a fitting pg_dump is installed. Returns where to, or why not. */
export function dumpDatabase(url: string, dataDir: string): { file: string } | { reason: string } {
  let reason: string | undefined
  const file = writeBackup(dataDir, 'dump', (unfinished) => {
    reason = runTool('pg_dump', url, ['--format=custom', `--file=${unfinished}`])
    return reason === undefined
  })
  return reason === undefined ? { file } : { reason }
}

/** Restores a dump into an empty database. Its objects belong to the account that restores. Throws where the tool fails. */
export function restoreDump(url: string, file: string): void {
  const reason = runTool('pg_restore', url, ['--no-owner', '--exit-on-error', file])
  if (reason !== undefined) throw new Error(`The dump could not be restored: ${reason}`)
}

/** Returns why a tool of PostgreSQL failed. */
function runTool(tool: 'pg_dump' | 'pg_restore', url: string, args: string[]): string | undefined {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  const result = spawnSync(tool, [...args, `--dbname=${address}`], {
    encoding: 'utf8',
    // Not as an argument: every account of the machine can read those.
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', PGPASSWORD: password, LC_ALL: 'C' },
  })
  if (result.error) return `${tool} is not installed`
  return result.status === 0 ? undefined : (result.stderr.trim().split('\n').at(-1) ?? `${tool} failed`)
}

function writeBackup(dataDir: string, kind: string, write: (unfinished: string) => unknown): string {
  const folder = join(dataDir, 'backups')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stamp = new Date().toISOString().replaceAll(/[-:]/g, '').replace(/\..*/, 'Z')
  const target = join(folder, `${stamp}.${kind}`)
  const unfinished = `${target}.unfinished`
  for (const name of readdirSync(folder).filter((entry) => entry.endsWith('.unfinished'))) {
    rmSync(join(folder, name), { recursive: true, force: true })
  }
  if (write(unfinished) === false) {
    rmSync(unfinished, { recursive: true, force: true })
    return target
  }
  rmSync(target, { recursive: true, force: true })
  renameSync(unfinished, target)
  const old = readdirSync(folder)
    .filter((name) => name.endsWith(`.${kind}`))
    .sort()
    .slice(0, -MAX_BACKUPS)
  for (const name of old) rmSync(join(folder, name), { recursive: true, force: true })
  return target
}
