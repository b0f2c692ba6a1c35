import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { clusterFolder, type EmbeddedPostgres, startEmbeddedPostgres } from './platform/embedded-postgres.ts'
import { copyStoppedCluster, dumpDatabase, hasData } from './platform/backup.ts'
import { type Config, ConfigError, loadConfig } from './platform/config.ts'
import { takeDataFolder } from './platform/data-folder.ts'
import { migrate, pendingMigrations } from './platform/migrate.ts'
import { databaseWeaknesses } from './platform/safe-start.ts'
import { demoPassword, shownAccounts } from './modules/site/demo-accounts.ts'
import { keepWorker } from './worker-process.ts'

const DRAIN_MS = 6_000
const SHUTDOWN_MS = 9_500

/** Undone in the opposite order when the process is told to end. */
const closers: (() => unknown)[] = []

const roles: Record<string, (config: Config) => Promise<void>> = {
  /** Everything on one machine: PostgreSQL unless there is one, web here, the worker beside it. */
  async all(config) {
    const folder = await takeDataFolder(config)
    closers.push(() => folder.release())
    await assertPortIsFree(config)
    const database = config.databaseUrl
      ? await prepareOwnDatabase(config, config.databaseUrl)
      : await prepareEmbedded(folder.path)
    const { startWeb } = await import('./web-role.ts')
    const web = await startWeb(config, { databaseUrl: database })
    const worker = keepWorker({ databaseUrl: database, log: say })
    closers.push(() => Promise.all([web.stop(), worker.stop()]))
    folder.noteAddress(config.host, portOf(web))
    const { describeEngine } = await import('./modules/media/engines.ts')
    say(await describeEngine(config))
    announce(config, web)
  },

  async web(config) {
    const databaseUrl = await migratedDatabase(config)
    const { startWeb } = await import('./web-role.ts')
    const web = await startWeb(config, { databaseUrl })
    closers.push(() => web.stop())
    announce(config, web)
  },

  async worker(config) {
    // As a child of `all` it is told which database; on its own it is configured.
    const databaseUrl = process.channel ? await databaseFromParent() : await migratedDatabase(config)
    const { startWorker } = await import('./worker-role.ts')
    const worker = await startWorker(config, { databaseUrl, ownerUrl: databaseUrl })
    closers.push(() => worker.stop())
  },

  /** For installations of several processes: once, before the new ones start. */
  async migrate(config) {
    await prepareOwnDatabase(config, ownDatabase(config))
    shutDown(0)
  },
}

async function prepareEmbedded(dataDir: string): Promise<string> {
  const start = () => startEmbeddedPostgres({ dataDir, log: say })
  say('Starting PostgreSQL.')
  let postgres = await start()
  closers.push(() => postgres.stop())
  const pending = await pendingMigrations(postgres.url)
  if (pending.length > 0 && (await hasData(postgres.url))) {
    say('Backing up the database before it is changed.')
    await postgres.stop()
    say(`The backup is ${copyStoppedCluster(clusterFolder(dataDir), dataDir)}.`)
    postgres = await start()
  }
  await migrateAloud(postgres.url, pending)
  endWhenLost(postgres)
  return postgres.url
}

async function prepareOwnDatabase(config: Config, url: string): Promise<string> {
  await refuseWeakDatabase(config, url)
  const pending = await pendingMigrations(url)
  if (pending.length > 0 && (await hasData(url))) {
    say('Backing up the database before it is changed.')
    const backup = dumpDatabase(url, resolve(config.dataDir))
    if ('file' in backup) say(`The backup is ${backup.file}.`)
    else say(`No backup was taken (${backup.reason}): for a database of your own, backups are yours to take.`)
  }
  await migrateAloud(url, pending)
  return url
}

async function migrateAloud(url: string, pending: string[]): Promise<void> {
  if (pending.length > 0) say(`Bringing the tables up to date: ${pending.length} steps.`)
  await migrate(url)
}

async function migratedDatabase(config: Config): Promise<string> {
  const url = ownDatabase(config)
  await refuseWeakDatabase(config, url)
  const pending = await pendingMigrations(url)
  if (pending.length === 0) return url
  throw new Error(
    `The database lacks ${pending.length} migrations. Run \`node apps/server/src/main.ts migrate\` first.`,
  )
}

function ownDatabase(config: Config): string {
  if (config.databaseUrl) return config.databaseUrl
  throw new Error('This role needs DATABASE_URL. Without one, `npm start` runs everything in one place.')
}

async function refuseWeakDatabase(config: Config, url: string): Promise<void> {
  if (config.mode !== 'production') return
  const problems = await databaseWeaknesses(url)
  if (problems.length > 0) throw new ConfigError(problems)
}

function databaseFromParent(): Promise<string> {
  return new Promise((done) => {
    process.once('message', (message: { databaseUrl: string }) => done(message.databaseUrl))
  })
}

// Asked before anything is started, so that the answer comes at once.
function assertPortIsFree({ host, port }: Config): Promise<void> {
  return new Promise((done, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => reject(new Error(portProblem(error, host, port))))
    probe.listen(port, host, () => probe.close(() => done()))
  })
}

function portProblem(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is taken by another program. Choose another one: PORT=${port + 1} npm start`
  }
  if (error.code === 'EACCES') return `This account may not open port ${port}. Choose one above 1023, as in PORT=4000.`
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') return `HOST=${host} is no address of this machine.`
  return `Port ${port} on ${host} cannot be opened: ${error.message}`
}

function announce({ host, demoWorld }: Config, web: { address: string }): void {
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  say(`Fanlight is ready at http://${shown}:${portOf(web)}`)
  if (demoWorld)
    say(
      `Sign in as ${shownAccounts.join(', ')} with the password “${demoPassword}”. The demo world fills while you look.`,
    )
}

// PORT=0 takes whichever is free.
const portOf = (web: { address: string }) => Number(new URL(web.address).port || 80)

function endWhenLost(postgres: EmbeddedPostgres): void {
  void postgres.lost.then((error) => {
    say(error.message)
    shutDown(1)
  })
}

let ending = false

function shutDown(code: number): void {
  if (ending) return
  ending = true
  // Whatever hangs, the process ends in time for the one who waits for it.
  setTimeout(() => process.exit(code || 1), SHUTDOWN_MS).unref()
  void closeAll().then(() => process.exit(code))
}

async function closeAll(): Promise<void> {
  for (const close of closers.reverse()) {
    const patience = new Promise((done) => setTimeout(done, DRAIN_MS).unref())
    await Promise.race([Promise.resolve().then(close).catch(tell), patience])
  }
}

function tell(error: unknown): void {
  say(inPlainWords(error))
}

function inPlainWords(error: unknown): string {
  const { code, path, message, stack } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return `The disk is full${path ? ` (${path})` : ''}. Free some space and start again.`
  if (path && (code === 'EACCES' || code === 'EROFS' || code === 'EPERM')) return `This account may not use ${path}.`
  if (code === 'ECONNREFUSED') return `No database answers at DATABASE_URL (${message}).`
  const isExpected = code !== undefined || error instanceof ConfigError || (error as Error).constructor === Error
  return isExpected ? message : (stack ?? message)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

process.on('SIGTERM', () => shutDown(0))
process.on('SIGINT', () => shutDown(0))
// A parent that was killed takes the whole tree with it.
process.on('disconnect', () => shutDown(0))

const role = process.argv[2] ?? 'all'
try {
  const start = roles[role]
  if (!start) throw new Error(`There is no role “${role}”. The roles are ${Object.keys(roles).join(', ')}.`)
  if (!existsSync(new URL('../migrations', import.meta.url))) throw new Error('This copy of the product is incomplete.')
  await start(loadConfig())
} catch (error) {
  tell(error)
  shutDown(1)
}
