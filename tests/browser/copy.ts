import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTestDatabase } from '@fanlight/server/testing/database'

export interface Copy {
  url: string
  databaseUrl: string
  stop(): Promise<void>
}

const main = fileURLToPath(new URL('../../apps/server/build/main.js', import.meta.url))
const startMsMax = 60_000

/** A whole running copy, web and worker, as `npm start -- --empty` starts it, on a database of its own; or with the demo world. */
export async function startCopy(
  env: Record<string, string> = {},
  { demoWorld = false }: { demoWorld?: boolean } = {},
): Promise<Copy> {
  const database = await createTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'fanlight-copy-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [main, 'all', ...(demoWorld ? [] : ['--empty'])], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      LOG_TO: 'stdout',
      RATE_LIMIT_FACTOR: '20',
      DATABASE_URL: database.ownerUrl,
      DATA_DIR: folder,
      PORT: String(port),
      ...env,
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
    databaseUrl: database.ownerUrl,
    async stop() {
      await end(child)
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const end = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), 12_000).unref()
  })

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
