import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { migratedDatabase, ownDatabase, prepareEmbedded, prepareOwnDatabase } from './database.ts'
import { hasAdmin } from './modules/people/accounts/first-admin.ts'
import { type Config, loadConfig } from './platform/config.ts'
import type { Context } from './platform/context.ts'
import { type Demo, attachDemo, demoOf } from './platform/demo.ts'
import { takeDataFolder } from './platform/files/data-folder.ts'
import type { EmbeddedPostgres } from './platform/db/embedded-postgres.ts'
import { shownHost } from './platform/http/origin.ts'
import { plainMessage } from './platform/process/plain-message.ts'
import { settleSoon } from './platform/process/compile-cache.ts'
import { sourceStack } from './platform/process/source-stack.ts'
import { superviseRole } from './child-process.ts'
import { type LivePorts, freePorts, livePortsOf } from './live-ports.ts'

const DRAIN_MS = 6_000
const SHUTDOWN_MS = 9_500

/** Called in reverse order when the process receives a signal to end. */
const closers: (() => unknown)[] = []

const roles: Record<string, (config: Config) => Promise<void>> = {
  /** Everything on one machine: PostgreSQL unless there is one, web here, the worker beside it. */
  async all(config) {
    const folder = await takeDataFolder(config)
    closers.push(() => folder.release())
    await assertPortIsFree(config)
    const database = config.databaseUrl
      ? await prepareOwnDatabase(config, config.databaseUrl, log)
      : await embeddedDatabase(folder.path)
    const { startWeb } = await import('./web-role.ts')
    const ports = await freePorts(config)
    const liveEngineUrl = config.liveEngineUrl ?? `http://127.0.0.1:${ports.http}`
    const web = await startWeb({ ...config, liveEngineUrl }, { databaseUrl: database })
    const children = { logToFile: config.logFile !== undefined, log }
    const worker = superviseRole('worker', { told: { databaseUrl: database, liveEngineUrl }, ...children })
    const live =
      config.liveEngineUrl || config.liveKit
        ? undefined
        : superviseRole('live', { told: { ...ports, product: web.address }, ...children })
    closers.push(() => Promise.all([web.stop(), worker.stop(), live?.stop()]))
    folder.noteAddress(config.host, portOf(web))
    const { describeEngine } = await import('./modules/media/processing/engines.ts')
    log(await describeEngine(config))
    if (config.demoWorld) await demoOf(web.ctx)?.notices.untilAccountsExist(web.ctx, log)
    await announce(config, web)
  },

  async web(config) {
    const databaseUrl = await migratedDatabase(config)
    const { startWeb } = await import('./web-role.ts')
    const web = await startWeb(config, { databaseUrl })
    closers.push(() => web.stop())
    await announce(config, web)
  },

  async worker(config) {
    // As a child process of `all`, it receives the database URL from its parent; on its own, it uses the configuration.
    const told = process.channel ? await fromParent<{ databaseUrl: string; liveEngineUrl: string }>() : undefined
    const databaseUrl = told?.databaseUrl ?? (await migratedDatabase(config))
    const { startWorker } = await import('./worker-role.ts')
    const worker = await startWorker(
      { ...config, ...(told && { liveEngineUrl: told.liveEngineUrl }) },
      { databaseUrl, ownerUrl: databaseUrl },
    )
    closers.push(() => worker.stop())
  },

  /** The engine of live rooms. It needs no database: grants say who may do what. */
  async live(config) {
    const ports = process.channel ? await fromParent<LivePorts>() : livePortsOf(config)
    const { startLive } = await import('./live-role.ts')
    const live = await startLive(config, ports, demoOf({ config })?.loops)
    closers.push(() => live.stop())
  },

  /** For installations of several processes: once, before the new ones start. */
  async migrate(config) {
    await prepareOwnDatabase(config, ownDatabase(config), log)
    shutDown(0)
  },
}

async function embeddedDatabase(dataDir: string): Promise<string> {
  const postgres = await prepareEmbedded(dataDir, log)
  closers.push(() => postgres.stop())
  endWhenLost(postgres)
  return postgres.url
}

function fromParent<T>(): Promise<T> {
  return new Promise((done) => {
    process.once('message', (message) => done(message as T))
  })
}

// Called before anything is started, so that the answer comes at once.
function assertPortIsFree({ host, port }: Config): Promise<void> {
  return new Promise((done, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => reject(new Error(portProblem(error, host, port))))
    probe.listen(port, host, () => probe.close(() => done()))
  })
}

function portProblem(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is already in use. Choose another one: PORT=${port + 1} npm start`
  }
  if (error.code === 'EACCES')
    return `This user account is not allowed to open port ${port}. Choose one above 1023, such as PORT=4000.`
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return `HOST=${host} is not an address of this machine.`
  return `Port ${port} on ${host} cannot be opened: ${error.message}`
}

async function announce(config: Config, web: { address: string; ctx: Context }): Promise<void> {
  const { demoWorld, logFile } = config
  log(`Fanlight is ready at http://${shownHost(config)}:${portOf(web)}`)
  const notices = demoWorld ? demoOf(web.ctx)?.notices : undefined
  const isLoading = await notices?.announce(web.ctx, log)
  if (!notices && !(await hasAdmin(web.ctx)))
    log('There is no administrator yet. To create one, run in another terminal: npm run admin:create')
  if (logFile) log(`Logs: ${dirname(logFile)}. Stop with Ctrl-C or \`npm stop\`.`)
  if (isLoading)
    void notices!.untilLoaded(web.ctx).then(() => {
      if (!ending) log('Demo content has loaded. Its images and videos are still being processed.')
    })
}

// PORT=0 takes whichever is free.
const portOf = (web: { address: string }) => Number(new URL(web.address).port || 80)

function endWhenLost(postgres: EmbeddedPostgres): void {
  void postgres.lost.then((error) => {
    log(error.message)
    shutDown(1)
  })
}

let ending = false

function shutDown(code: number): void {
  if (ending) return
  ending = true
  // Even if a closer hangs, the process ends within the time that its supervisor allows.
  setTimeout(() => process.exit(code || 1), SHUTDOWN_MS).unref()
  void closeAll().then(() => process.exit(code))
}

async function closeAll(): Promise<void> {
  for (const close of closers.reverse()) {
    const patience = new Promise((done) => setTimeout(done, DRAIN_MS).unref())
    await Promise.race([Promise.resolve().then(close).catch(reportError), patience])
  }
}

function reportError(error: unknown): void {
  log(plainMessage(error))
}

function log(line: string): void {
  process.stdout.write(`${line}\n`)
}

process.on('SIGTERM', () => shutDown(0))
process.on('SIGINT', () => shutDown(0))
// For example, a database connection that a library lost. A bug is logged with its stack.
process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
  log(error.code ? plainMessage(error) : (sourceStack(error) ?? String(error)))
  shutDown(1)
})
// A parent that was killed takes the whole tree with it.
process.on('disconnect', () => shutDown(0))

/** Starts what `process.argv` names: `all` unless it names a role. Demo mode loads and attaches the demo. */
export async function startRole(loadDemo: () => Promise<Demo>): Promise<void> {
  const role = process.argv[2] ?? 'all'
  try {
    const start = roles[role]
    if (!start) throw new Error(`There is no role “${role}”. The roles are ${Object.keys(roles).join(', ')}.`)
    if (!existsSync(new URL('../migrations', import.meta.url)))
      throw new Error('This copy of the product is incomplete.')
    const config = loadConfig()
    if (config.mode === 'demo') attachDemo(await loadDemo())
    await start(config)
    settleSoon()
  } catch (error) {
    reportError(error)
    shutDown(1)
  }
}
