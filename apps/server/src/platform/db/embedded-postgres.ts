import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { chmodSync, chownSync, copyFileSync, readSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { freeTcpPort } from '../process/free-port.ts'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isRunning, markOf, type ProcessMark, processesIn } from '../process/processes.ts'
import { giveTo, clusterPath, type PostgresAccount, postgresAccount, SPAWN_ENV } from './postgres-account.ts'
import { postgresBinaries } from './postgres-binaries.ts'

export type EmbeddedPostgres = {
  /** The owner's address. It stays the same while this process lives, also when PostgreSQL had to be started again. */
  url: string
  stop(): Promise<void>
  /** Resolves only if PostgreSQL stops and can't be restarted. */
  lost: Promise<Error>
}

type Options = {
  /** The product's data folder; the database is in `postgres` below it. */
  dataDir: string
  log: (message: string) => void
  /** False gives up safety against crashes for speed: tests only. */
  durable?: boolean
  /** After an uptime of this length, earlier restarts no longer count. */
  steadyMs?: number
}

const OWNER = 'fanlight'
const DATABASE = 'fanlight'
const MAJOR_VERSION = '18'
const START_SECONDS_MAX = 60
const RESTARTS_IN_A_ROW_MAX = 5
const STEADY_MS = 60_000
const LOG_BYTES_MAX = 10_000_000
const ROTATION_MS = 60_000

/** Starts the PostgreSQL that comes with the product, on a free port of 127.0.0.1, and keeps it running. */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  durable = true,
  steadyMs = STEADY_MS,
}: Options): Promise<EmbeddedPostgres> {
  mkdirSync(join(dataDir, 'logs'), { recursive: true, mode: 0o700 })
  const home = realpathSync(dataDir)
  const account = postgresAccount(postgresBinaries(), home)
  const cluster = clusterFolder(home, account)
  await endLeftovers(home, cluster, log)
  const password = ownerPassword(home)
  if (!existsSync(cluster)) initialise({ cluster, account, password, durable, log })
  assertVersion(cluster)
  giveTo(account, cluster)
  // PostgreSQL refuses a folder that others may read, and a backup copied back by hand is often one.
  chmodSync(cluster, 0o700)

  const logFile = join(home, 'logs', 'postgres.log')
  const first = await run({ home, cluster, account, durable, logFile })
  const { port } = first
  let { child } = first
  const url = (database: string) => `postgres://${OWNER}:${password}@127.0.0.1:${port}/${database}`
  try {
    await ensureDatabase(url('postgres'))
  } catch (error) {
    await shutDown(child)
    throw error
  }

  let stopping = false
  const lost = Promise.withResolvers<Error>()
  const rotation = setInterval(() => rotateLog(logFile), ROTATION_MS)
  rotation.unref()
  const superviseCluster = async () => {
    for (let restarts = 1; ; restarts++) {
      const runningSince = performance.now()
      await exitOf(child)
      // One that was killed leaves its workers behind for a moment.
      if (stopping) return child.exitCode === 0 ? undefined : endLeftovers(home, cluster, log)
      if (performance.now() - runningSince >= steadyMs) restarts = 1
      if (restarts > RESTARTS_IN_A_ROW_MAX)
        return lost.resolve(new Error(`PostgreSQL keeps ending unexpectedly. ${logFile} may say why.`))
      log(`PostgreSQL ended unexpectedly (${child.signalCode ?? child.exitCode}); starting it again.`)
      await endLeftovers(home, cluster, log)
      try {
        ;({ child } = await run({ home, cluster, account, durable, logFile, port }))
      } catch (error) {
        return lost.resolve(error as Error)
      }
      // A stop was requested during startup.
      if (stopping) return shutDown(child)
      log('PostgreSQL is running again.')
    }
  }
  const runningCluster = superviseCluster()

  return {
    url: url(DATABASE),
    lost: lost.promise,
    async stop() {
      if (stopping) return
      stopping = true
      clearInterval(rotation)
      await shutDown(child)
      await runningCluster
      rmSync(parentFile(home), { force: true })
    },
  }
}

/** The owner's address of the server that another process of ours runs from this data folder, once it is ready. */
export function runningAddress(dataDir: string): string | undefined {
  const home = realpathSync(dataDir)
  try {
    const lines = readFileSync(join(clusterFolder(home), 'postmaster.pid'), 'utf8').split('\n')
    if (lines[7]?.trim() !== 'ready') return undefined
    return `postgres://${OWNER}:${ownerPassword(home)}@127.0.0.1:${Number(lines[3])}/${DATABASE}`
  } catch {
    return undefined // Not yet, or no longer.
  }
}

/** The folder of the database files; also used to back them up and to reset the demo world. */
export function clusterFolder(dataDir: string, account?: PostgresAccount): string {
  const elsewhere = join(dataDir, 'postgres.location')
  if (existsSync(elsewhere)) return readFileSync(elsewhere, 'utf8').trim()
  if (account === undefined || account.reachesData) return join(dataDir, 'postgres')
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const cluster = clusterPath(`data-${name}`)
  mkdirSync(cluster, { recursive: true, mode: 0o755 })
  writeFileSync(elsewhere, join(cluster, 'postgres'))
  return join(cluster, 'postgres')
}

/** Written first to another name, so that a killed first start leaves no folder that counts as finished. */
function initialise(options: {
  cluster: string
  account: PostgresAccount
  password: string
  durable: boolean
  log: (message: string) => void
}): void {
  const { cluster, account, password, durable, log } = options
  log('Preparing a new PostgreSQL database.')
  const unfinished = `${cluster}.unfinished`
  const passwordFile = `${cluster}.unfinished-password`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  rmSync(passwordFile, { force: true })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (account.owner) {
    chownSync(passwordFile, account.owner.uid, account.owner.gid)
    chownSync(unfinished, account.owner.uid, account.owner.gid)
  }
  const [program, ...args] = [...account.prefix, join(account.binaries, 'bin', 'initdb')]
  const flags = [`--pgdata=${unfinished}`, `--username=${OWNER}`, `--pwfile=${passwordFile}`, '--no-instructions']
  flags.push('--auth=scram-sha-256', '--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8')
  flags.push('--data-checksums', ...(durable ? [] : ['--no-sync']))
  const result = spawnSync(program as string, [...args, ...flags], {
    cwd: '/',
    encoding: 'utf8',
    env: SPAWN_ENV,
    uid: account.uid,
    gid: account.gid,
  })
  rmSync(passwordFile, { force: true })
  if (result.status !== 0) {
    const output = `${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}`
    throw new Error(
      diskFull(output, cluster) ?? `PostgreSQL could not prepare its data folder ${cluster}:\n${output.trim()}`,
    )
  }
  renameSync(unfinished, cluster)
}

type RunOptions = {
  home: string
  cluster: string
  account: PostgresAccount
  durable: boolean
  logFile: string
  port?: number
}

/** Copies a log at its limit aside as `.1` and empties it: PostgreSQL, which appends, goes on with the same file. */
export function rotateLog(logFile: string, bytesMax = LOG_BYTES_MAX): void {
  try {
    if (statSync(logFile).size <= bytesMax) return
    copyFileSync(logFile, `${logFile}.1`)
    truncateSync(logFile)
  } catch (error) {
    // On a full disk the log stays as it is, until the next time.
    if (!['ENOENT', 'ENOSPC'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

async function run(options: RunOptions): Promise<{ child: ChildProcess; port: number }> {
  const port = options.port ?? (await freeTcpPort())
  const { home, cluster, account, durable, logFile } = options
  rotateLog(logFile)
  const logFrom = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  const logHandle = openSync(logFile, 'a', 0o600)
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] %d ',
    // Statements that our rules refuse are errors to PostgreSQL; the server logs what is one for us.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '256MB' }),
  }
  const command = [...account.prefix, join(account.binaries, 'bin', 'postgres'), '-D', cluster, '-p', String(port)]
  const [program, ...args] = [...command, ...Object.entries(settings).map(([name, value]) => `--${name}=${value}`)]
  writeFileSync(parentFile(home), JSON.stringify(markOf(process.pid)), { mode: 0o600 })
  // In a session of its own: Ctrl-C in the terminal must reach us first, so that requests are answered before the
  // database goes.
  const child = spawn(program as string, args, {
    cwd: '/',
    detached: true,
    stdio: ['ignore', logHandle, logHandle],
    env: SPAWN_ENV,
    uid: account.uid,
    gid: account.gid,
  })
  closeSync(logHandle)
  let failure: Error | undefined
  child.once('error', (error) => {
    failure = error
  })
  const deadline = Date.now() + START_SECONDS_MAX * 1000
  while (!isReady(cluster, child.pid)) {
    if (failure || child.exitCode !== null || child.signalCode !== null) {
      const output = tail(logFile, logFrom) || failure?.message || 'It said nothing.'
      // Another process took the port between the check and the start of PostgreSQL.
      if (output.includes('Address already in use') && options.port === undefined) return run(options)
      throw new Error(diskFull(output, cluster) ?? `PostgreSQL did not start. The end of ${logFile}:\n${output}`)
    }
    if (Date.now() > deadline) {
      child.kill('SIGQUIT')
      throw new Error(
        `PostgreSQL was not ready after ${START_SECONDS_MAX} seconds. The end of ${logFile}:\n${tail(logFile, logFrom)}`,
      )
    }
    await sleep(10)
  }
  return { child, port }
}

/** A clear message for a full disk; PostgreSQL's own output is many lines about other errors. */
const diskFull = (output: string, cluster: string): string | undefined =>
  /No space left on device/.test(output)
    ? `The disk of ${cluster} is full. Free some space and start again; nothing that was saved is lost.`
    : undefined

// PostgreSQL writes its state into the eighth line of its pid file.
function isReady(cluster: string, pid: number | undefined): boolean {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
  } catch {
    return false
  }
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE])
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`)
  } finally {
    await client.end()
  }
}

/**
 * Stops the server that a killed parent left running: two servers on one data folder would destroy it. A server whose parent
 * is still alive is in use: this throws an error.
 */
async function endLeftovers(home: string, cluster: string, log: (message: string) => void): Promise<void> {
  if (!existsSync(cluster)) return
  const folder = realpathSync(cluster)
  const parent = readParent(home)
  if (parent && parent.pid !== process.pid && isRunning(parent) && processesIn(folder).length > 0) {
    throw new Error(`The database in ${home} is in use by process ${parent.pid}.`)
  }
  const escalation = [
    ['SIGINT', 5_000],
    ['SIGQUIT', 3_000],
    ['SIGKILL', 3_000],
  ] as const
  for (const [signal, patienceMs] of escalation) {
    const leftovers = processesIn(folder)
    if (leftovers.length === 0) break
    if (signal === 'SIGINT') log('Ending a PostgreSQL that an earlier run left behind.')
    // The kernel lists the server itself before its children in nearly every case; signalling all of them is the same
    // as signalling the one.
    for (const pid of leftovers) signalIfThere(pid, signal)
    const deadline = Date.now() + patienceMs
    while (processesIn(folder).length > 0 && Date.now() < deadline) await sleep(20)
  }
  if (processesIn(folder).length > 0) throw new Error(`A PostgreSQL that runs in ${cluster} could not be ended.`)
  // Its number may belong to another program by now, and PostgreSQL would take that for a running server.
  if (process.platform === 'linux') rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

/** First without new questions, then at once, then by force. */
async function shutDown(child: ChildProcess): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', 6_000],
    ['SIGQUIT', 2_000],
    ['SIGKILL', 2_000],
  ] as const) {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await Promise.race([exitOf(child), sleep(patienceMs, undefined, { ref: false })])
  }
}

function exitOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => child.once('exit', () => resolve()))
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Gone meanwhile.
  }
}

const parentFile = (home: string) => join(home, 'postgres.parent')

function readParent(home: string): ProcessMark | undefined {
  try {
    return JSON.parse(readFileSync(parentFile(home), 'utf8')) as ProcessMark
  } catch {
    return undefined // None, or cut short by a crash.
  }
}

function ownerPassword(home: string): string {
  const file = join(home, 'postgres.password')
  if (!existsSync(file)) {
    writeFileSync(`${file}.unfinished`, randomBytes(24).toString('hex'), { mode: 0o600 })
    renameSync(`${file}.unfinished`, file)
  }
  chmodSync(file, 0o600)
  return readFileSync(file, 'utf8').trim()
}

function assertVersion(cluster: string): void {
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (version === MAJOR_VERSION) return
  throw new Error(`${cluster} was made by PostgreSQL ${version}; this version of the product brings ${MAJOR_VERSION}.`)
}

function tail(file: string, from: number): string {
  const size = statSync(file).size
  const start = Math.max(from, size - 4_000)
  const buffer = Buffer.alloc(size - start)
  const handle = openSync(file, 'r')
  readSync(handle, buffer, 0, buffer.length, start)
  closeSync(handle)
  return buffer.toString('utf8').trim()
}
