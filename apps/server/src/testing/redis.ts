import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { freeTcpPort } from '../platform/process/free-port.ts'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const program = ['/usr/bin/redis-server', '/usr/local/bin/redis-server'].find((path) => existsSync(path))
export const hasRedis: boolean = program !== undefined

export interface RunningRedis {
  url: string
  stop(): Promise<void>
}

/** A Redis of its own that stores nothing. */
export async function startRedis(port?: number): Promise<RunningRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'fanlight-redis-'))
  const chosen = port ?? (await freeTcpPort())
  const args = ['--port', String(chosen), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
  const child = spawn(program!, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const chunk of child.stdout) if (String(chunk).includes('eady to accept connections')) break
  return {
    url: `redis://127.0.0.1:${chosen}`,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}
