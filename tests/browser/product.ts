import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { freeTcpPort } from '@fanlight/server/platform/process/free-port'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../apps/server/build/main.js', import.meta.url))
const startMsMax = 180_000

export interface Product {
  url: string
  stop(): Promise<void>
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  /** Ends the engine of live rooms alone, as a crash would. The product starts another one. */
  killLive(): void
}

/** The built product, web and worker, as `npm start` runs it, on this database and data folder. */
export async function startProduct(options: {
  databaseUrl: string
  folder: string
  demoWorld: boolean
  env?: Record<string, string>
  /** Where it listens; any that is free, if it is not said. */
  port?: number
}): Promise<Product> {
  const port = options.port ?? (await freeTcpPort())
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [main, 'all', ...(options.demoWorld ? [] : ['--empty'])], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      LOG_TO: 'stdout',
      RATE_LIMIT_FACTOR: '20',
      DATABASE_URL: options.databaseUrl,
      DATA_DIR: options.folder,
      PORT: String(port),
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (output += text.toString()))
  const began = Date.now()
  while (
    !(await fetch(`${url}/api/health`).then(
      (reply) => reply.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || Date.now() - began > startMsMax)
      throw new Error(`The copy did not start:\n${output.slice(-4000)}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    url,
    stop: () => end(child),
    kill: () => end(child, 'SIGKILL'),
    killLive: () => process.kill(liveOf(child), 'SIGKILL'),
  }
}

/** The process of the engine, which is a child of the product. */
function liveOf({ pid }: ChildProcess): number {
  const lines = execFileSync('ps', ['-Ao', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  const [found] = lines.flatMap((line) => {
    const [, own, parent, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return Number(parent) === pid && /main\.js live\b/.test(args) ? [Number(own)] : []
  })
  if (!found) throw new Error('The engine of live rooms is not running.')
  return found
}

const end = (child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill(signal)
    setTimeout(() => child.kill('SIGKILL'), 12_000).unref()
  })
