import { resolve } from 'node:path'
import { copyStoppedCluster, dumpDatabase, hasData, restoreDump } from './platform/db/backup.ts'
import { type Config, ConfigError } from './platform/config.ts'
import { clusterFolder, type EmbeddedPostgres, startEmbeddedPostgres } from './platform/db/embedded-postgres.ts'
import { migrate, pendingFunctions, pendingMigrations, prepareRoles } from './platform/db/migrate.ts'
import { databaseWeaknesses } from './platform/process/safe-start.ts'

type Log = (line: string) => void

/** Starts the embedded PostgreSQL and brings its tables to what this version needs, with a backup before any change. */
export async function prepareEmbedded(dataDir: string, log: Log): Promise<EmbeddedPostgres> {
  const start = () => startEmbeddedPostgres({ dataDir, log })
  log('Starting PostgreSQL.')
  let postgres = await start()
  try {
    const pending = await pendingMigrations(postgres.url)
    if (pending.length > 0 && (await hasData(postgres.url))) {
      log('Backing up the database before it is changed.')
      await postgres.stop()
      log(`The backup is ${copyStoppedCluster(clusterFolder(dataDir), dataDir)}.`)
      postgres = await start()
    }
    await migrateAloud(postgres.url, pending, log)
  } catch (error) {
    await postgres.stop()
    throw error
  }
  return postgres
}

/** For a command: only a start of the site changes tables that are there. */
export async function openEmbedded(dataDir: string, log: Log): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  try {
    const pending = await pendingMigrations(postgres.url)
    if (pending.length > 0 && (await hasData(postgres.url)))
      throw new Error(
        `The database is of an older version and lacks ${pending.length} migrations. Nothing was changed: \`npm start\` brings it up to date, with a backup before.`,
      )
    await migrate(postgres.url)
  } catch (error) {
    await postgres.stop()
    throw error
  }
  return postgres
}

/** The same for a database of the operator's own. */
export async function prepareOwnDatabase(config: Config, url: string, log: Log): Promise<string> {
  await refuseWeakDatabase(config, url)
  const pending = await pendingMigrations(url)
  if (pending.length > 0 && (await hasData(url))) {
    log('Backing up the database before it is changed.')
    const backup = dumpDatabase(url, resolve(config.dataDir))
    if ('file' in backup) log(`The backup is ${backup.file}.`)
    else log(`No backup was taken (${backup.reason}): for a database of your own, backups are yours to take.`)
  }
  await migrateAloud(url, pending, log)
  return url
}

async function migrateAloud(url: string, pending: string[], log: Log): Promise<void> {
  if (pending.length > 0) log(`Bringing the tables up to date: ${pending.length} steps.`)
  await migrate(url)
}

/** For parts that run on their own: the tables have to be ready. */
export async function migratedDatabase(config: Config): Promise<string> {
  const url = ownDatabase(config)
  await refuseWeakDatabase(config, url)
  const pending = [...(await pendingMigrations(url)), ...(await pendingFunctions(url))]
  if (pending.length === 0) return url
  throw new Error(
    `The database lacks ${pending.length} migrations or functions. Run \`node scripts/run.mjs apps/server/build/main.js migrate\` first.`,
  )
}

/**
 * npm run restore -- FILE: a dump that `pg_dump --format=custom` made becomes the database of DATABASE_URL, which has to be empty. The roles
 * that the dump names are made first, as far as the account may.
 */
export async function restoreOwnDatabase(config: Config, [file, ...others]: string[], log: Log): Promise<void> {
  if (!file || others.length > 0) throw new Error('Give the file of one dump: npm run restore -- FILE')
  const url = ownDatabase(config)
  await refuseWeakDatabase(config, url)
  if (await hasData(url))
    throw new Error(
      'The database of DATABASE_URL is not empty. Nothing was changed: a dump is restored into a new one.',
    )
  await prepareRoles(url)
  restoreDump(url, resolve(file))
  const pending = await pendingMigrations(url)
  if (pending.length === 0) await migrate(url)
  log(
    pending.length === 0
      ? 'Restored. Start the processes, with the media, documents and secret of the same backup.'
      : `Restored: the dump is of an older version and lacks ${pending.length} migrations. Start that version, or run \`migrate\` of this one.`,
  )
}

export function ownDatabase(config: Config): string {
  if (config.databaseUrl) return config.databaseUrl
  throw new Error('This role needs DATABASE_URL. Without one, `npm start` runs everything in one place.')
}

async function refuseWeakDatabase(config: Config, url: string): Promise<void> {
  if (config.mode !== 'production') return
  const problems = await databaseWeaknesses(url)
  if (problems.length > 0) throw new ConfigError(problems)
}
