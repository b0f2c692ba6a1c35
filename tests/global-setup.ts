import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onServer, startTestCluster } from '@fanlight/server/testing/cluster'

/** Starts the one PostgreSQL of this run; every test file then copies databases from its template. */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster(process.env.TEST_DATABASE_URL)
  const demoWorld = mkdtempSync(join(tmpdir(), 'fanlight-demo-world-'))
  // The test processes are started later and inherit these.
  process.env.TEST_CLUSTER_URL = cluster.url
  process.env.TEST_CLUSTER_TEMPLATE = cluster.template
  process.env.TEST_DEMO_WORLD = demoWorld
  if (cluster.logFile) process.env.TEST_CLUSTER_LOG = cluster.logFile
  const filling = process.env.TEST_WHOLE ? fillDemoWorld() : undefined
  return async () => {
    await filling?.stop()
    const template = join(demoWorld, 'template.json')
    if (existsSync(template)) {
      const { database } = JSON.parse(readFileSync(template, 'utf8')) as { database: string }
      await onServer(cluster.url, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
    }
    rmSync(demoWorld, { recursive: true, force: true })
    await cluster.stop()
  }
}

/** Fills it beside the first tests, which leave the machine time for it; the journeys that begin with it come later. */
function fillDemoWorld(): { stop(): Promise<void> } {
  const program = fileURLToPath(new URL('browser/fill-demo-world.ts', import.meta.url))
  // A group of its own, which ends with the copy of the product in it.
  const child = spawn(process.execPath, ['--no-warnings', program], { stdio: 'inherit', detached: true })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    async stop() {
      if (child.exitCode === null && child.pid) process.kill(-child.pid)
      await ended
    },
  }
}
