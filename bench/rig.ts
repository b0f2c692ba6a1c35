import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { startEmbeddedPostgres } from '@fanlight/server/platform/db/embedded-postgres'
import { migrate } from '@fanlight/server/platform/db/migrate'

// Machines differ and so do minutes: floor and product take turns in one run, and what is printed is the median of the rounds' ratios.

export interface Rig {
  databaseUrl: string
  folder: string
  stop(): Promise<void>
}

/** A PostgreSQL of its own, durable like in production, with the product's tables. */
export async function startRig(): Promise<Rig> {
  const folder = await mkdtemp(join(tmpdir(), 'fanlight-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: () => {}, durable: true })
  await migrate(postgres.url)
  return {
    databaseUrl: postgres.url,
    folder,
    async stop() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export const databasePid = (rig: Rig): number =>
  Number(readFileSync(join(rig.folder, 'postgres/postgres/postmaster.pid'), 'utf8').split('\n')[0])

export interface Served {
  url: string
  pid: number
  /** From spawn to the first 200, milliseconds. */
  startMs: number
  stop(): Promise<void>
}

/** The server as it ships. `npm run bench` has built it. */
export const server = fileURLToPath(new URL('../apps/server/build/main.js', import.meta.url))
/** The product's web role alone, or all of it with the demo world; limits raised and not removed. */
export const serveProduct = (rig: Rig, env: Record<string, string> = {}, role: 'web' | 'all' = 'web') =>
  serve(server, [role], '/api/health', {
    DATABASE_URL: rig.databaseUrl,
    DATA_DIR: join(rig.folder, 'data'),
    RATE_LIMIT_FACTOR: '100000',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
    ...env,
  })
export const serveFloor = (name: string, rig: Rig, env: Record<string, string> = {}) =>
  serve(fileURLToPath(new URL(`floors/${name}.ts`, import.meta.url)), [], '/', {
    DATABASE_URL: rig.databaseUrl,
    NODE_ENV: 'production',
    ...env,
  })

async function serve(script: string, args: string[], path: string, env: Record<string, string>): Promise<Served> {
  const port = await freePort()
  const began = performance.now()
  const child: ChildProcess = spawn(process.execPath, [script, ...args], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      PORT: String(port),
      HOST: '127.0.0.1',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // A row that fails leaves nothing running.
  process.once('exit', () => child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${script} ended with ${child.exitCode}`)
    const up = await fetch(url + path).then(
      (reply) => reply.ok,
      () => false,
    )
    if (up) break
    if (performance.now() - began > 60_000) throw new Error(`${script} did not come up`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return {
    url,
    pid: child.pid!,
    startMs: performance.now() - began,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
        setTimeout(() => child.kill('SIGKILL'), 12_000).unref()
      }),
  }
}

async function freePort(): Promise<number> {
  const { createServer } = await import('node:net')
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** CPU microseconds of a process and its children so far, also of those that have ended. */
export function cpuOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * 10_000
    return own + childrenOf(pid).reduce((sum, child) => sum + cpuOf(child), 0)
  } catch {
    // It has just ended: its parent has its time.
    return 0
  }
}
export const rssOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
  )

export interface Load {
  perSecond: number
  p99Ms: number
  cpuPerRequestUs: number
  /** CPU of the database for one request; nothing where no database was named. */
  databaseCpuUs: number
}
export interface TimedRequest {
  served: Served
  /** The same for every connection, in turn; or rendered anew for each. */
  requests: autocannon.Request[] | (() => autocannon.Request)
  connections?: number
  seconds?: number
  databasePid?: number | undefined
}

/** More requests than one connection sends in one round. */
const requestsMax = 1_000

export async function fire({
  served,
  requests,
  connections = 16,
  seconds = 3,
  databasePid,
}: TimedRequest): Promise<Load> {
  const databaseCpu = () => (databasePid ? cpuOf(databasePid) : 0)
  const [before, databaseBefore] = [cpuOf(served.pid), databaseCpu()]
  const requestList = () => (Array.isArray(requests) ? requests : Array.from({ length: requestsMax }, requests))
  const result = await autocannon({
    url: served.url,
    connections,
    duration: seconds,
    requests: requestList(),
    ...(!Array.isArray(requests) && { setupClient: (client: autocannon.Client) => client.setRequests(requestList()) }),
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refusals and ${result.errors} errors at ${served.url}`)
  const done = result.requests.total
  return {
    perSecond: done / result.duration,
    p99Ms: result.latency.p99,
    cpuPerRequestUs: (cpuOf(served.pid) - before) / Math.max(1, done),
    databaseCpuUs: (databaseCpu() - databaseBefore) / Math.max(1, done),
  }
}

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Code is compiled while it runs: for some thousand requests one costs up to twice of what it costs from then on. */
const warmSeconds = 5
const warmRequests = 4_000
/** What answers slowly gets more time: the floor has answered as many in the first seconds. */
async function warmUp(timedRequest: TimedRequest): Promise<void> {
  let answered = 0
  for (let turn = 0; turn < 8 && (turn === 0 || answered < warmRequests); turn++)
    answered += (await fire({ ...timedRequest, seconds: warmSeconds })).perSecond * warmSeconds
}

/** Floor and product in turn. Prints requests a second and CPU a request as ratios product ÷ floor; with a rig its database's CPU, too. */
export async function compare(
  name: string,
  floorRequest: TimedRequest,
  productRequest: TimedRequest,
  { rounds = 5, rig }: { rounds?: number; rig?: Rig } = {},
): Promise<void> {
  const [floor, product] = [floorRequest, productRequest].map((timedRequest) => ({
    ...timedRequest,
    databasePid: rig && databasePid(rig),
  })) as [TimedRequest, TimedRequest]
  await warmUp(floor)
  await warmUp(product)
  const turns: { floor: Load; product: Load }[] = []
  for (let round = 0; round < rounds; round++) turns.push({ floor: await fire(floor), product: await fire(product) })
  const ratio = (of: (load: Load) => number) => median(turns.map((turn) => of(turn.product) / of(turn.floor)))
  print(name, {
    'req/s ÷ floor': ratio((load) => load.perSecond),
    'CPU/req ÷ floor': ratio((load) => load.cpuPerRequestUs),
    'p99 ÷ floor': ratio((load) => load.p99Ms),
    ...(rig && {
      'with the database': ratio((load) => load.cpuPerRequestUs + load.databaseCpuUs),
      'CPU µs': median(turns.map((turn) => turn.product.cpuPerRequestUs)),
      'floor CPU µs': median(turns.map((turn) => turn.floor.cpuPerRequestUs)),
      'database µs': median(turns.map((turn) => turn.product.databaseCpuUs)),
      'floor database µs': median(turns.map((turn) => turn.floor.databaseCpuUs)),
    }),
    'req/s': median(turns.map((turn) => turn.product.perSecond)),
    'floor req/s': median(turns.map((turn) => turn.floor.perSecond)),
  })
}

/** One line of figures, with the machine's load of the last minute: what else runs here bends them. */
export function print(name: string, figures: Record<string, number>): void {
  console.log(
    `${name.padEnd(24)} ${Object.entries(figures)
      .map(([label, value]) => `${label} ${value >= 100 ? value.toFixed(0) : value.toFixed(2)}`)
      .join(' · ')} · at load ${loadavg()[0]!.toFixed(1)}`,
  )
}
