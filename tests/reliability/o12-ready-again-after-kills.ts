import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { freeTcpPort } from '@fanlight/server/platform/process/free-port'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { processEnvironment, type ReliabilityCheck, sabotaged } from './check.ts'
import { counts } from './counts.ts'

const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const PATIENCE_MS = 30_000
const TRAFFIC_BEFORE_KILL_MS = 150
const VISITORS = 8
const READY_MS_MAX = 5_000
const POSTGRES_READY_MS_MAX = 2_000

const victims = ['everything', 'postgres', 'main', 'worker', 'main and postgres'] as const

export const check: ReliabilityCheck = {
  id: 'O12',
  title: 'After kill -9 of anything, it is ready again without a manual step, and nothing is lost',
  async run({ tier, random }) {
    if (!existsSync(file('apps/web/build/server/index.js')))
      throw new Error('The web is not built: npm test does that.')
    const { kills } = counts.O12[tier]
    const copy = await newCopy()
    const violations: string[] = []
    try {
      await copy.start()
      for (let n = 0; n < kills && violations.length === 0; n++) {
        // Each kind at least once, then at random.
        const victim = victims[n] ?? (victims[Math.floor(random() * victims.length)] as (typeof victims)[number])
        await copy.remember(n)
        // Connections that are busy at that moment die differently from idle ones.
        const traffic = copy.makeTraffic()
        await sleep(TRAFFIC_BEFORE_KILL_MS)
        copy.kill(victim)
        const killedAt = Date.now()
        const problem = await copy.readyAgain(victim)
        await traffic.end()
        if (problem) violations.push(`after the death of ${victim}: ${problem}`)
        const tookMs = Date.now() - killedAt
        const allowedMs = victim === 'postgres' ? POSTGRES_READY_MS_MAX : READY_MS_MAX
        if (tier !== 'ci' && tookMs > allowedMs)
          violations.push(`after the death of ${victim}: ready after ${tookMs} ms`)
      }
      if (violations.length === 0) violations.push(...(await copy.lost(kills)))
    } finally {
      await copy.stop()
    }
    return { n: kills, violations }
  },
}

/** A copy as `npm start` makes it, with a database of its own, whose processes we may kill. */
async function newCopy() {
  const dataDir = mkdtempSync(join(tmpdir(), 'fanlight-o12-'))
  const port = await freeTcpPort()
  let main: ChildProcess
  let output = ''

  const start = async (): Promise<string | undefined> => {
    const { PATH = '' } = process.env
    // What ships can't be broken on purpose; the sources can.
    const program = file(sabotaged('O12') ? 'main.ts' : 'apps/server/build/main.js')
    main = spawn(process.execPath, [program, 'all', '--empty'], {
      env: {
        PATH,
        DATA_DIR: dataDir,
        PORT: String(port),
        LOG_LEVEL: 'fatal',
        NODE_ENV: 'production',
        ...(sabotaged('O12') && processEnvironment()),
      },
    })
    output = ''
    for (const stream of [main.stdout, main.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    return within(async () => {
      if (main.exitCode !== null) return `it did not start: ${output.trim()}`
      return output.includes('Fanlight is ready') && (await isHealthy()) ? 'done' : 'not yet'
    })
  }
  const isHealthy = () =>
    fetch(`http://127.0.0.1:${port}/api/health`).then(
      (reply) => reply.ok,
      () => false,
    )
  const childOf = (word: string) =>
    childrenOf(main.pid as number).find((pid) => commandOf(pid).some((part) => part.endsWith(word)))
  const database = async <T>(use: (client: pg.Client) => Promise<T>): Promise<T> => {
    const lines = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
    const password = readFileSync(join(dataDir, 'postgres.password'), 'utf8')
    const client = new pg.Client({ connectionString: `postgres://fanlight:${password}@127.0.0.1:${lines[3]}/fanlight` })
    client.on('error', () => {})
    await client.connect()
    return use(client).finally(() => client.end())
  }

  return {
    start: async () => {
      const problem = await start()
      if (problem) throw new Error(problem)
      await database((client) => client.query('CREATE TABLE remembered (n int)'))
    },
    remember: (n: number) => database((client) => client.query('INSERT INTO remembered VALUES ($1)', [n])),
    /** What was written before a kill and is not there any more. */
    lost: async (written: number) => {
      const { rows } = await database((client) => client.query('SELECT DISTINCT n FROM remembered'))
      return rows.length === written ? [] : [`${written} rows were written and ${rows.length} are there`]
    },
    /** Visitors who keep requesting a page that reads the database, whatever they get. */
    makeTraffic() {
      let isOver = false
      const openPage = async () => {
        while (!isOver) {
          await fetch(`http://127.0.0.1:${port}/`)
            .then((reply) => reply.arrayBuffer())
            .catch(() => sleep(25))
        }
      }
      const openedPages = Array.from({ length: VISITORS }, openPage)
      return {
        end: async () => {
          isOver = true
          await Promise.all(openedPages)
        },
      }
    },
    kill(victim: (typeof victims)[number]) {
      const [postgres, worker] = [childOf('/postgres'), childOf('worker')]
      const doomed = {
        everything: [main.pid, worker, postgres],
        postgres: [postgres],
        main: [main.pid],
        worker: [worker],
        'main and postgres': [main.pid, postgres],
      }[victim]
      for (const pid of doomed) if (pid) process.kill(pid, 'SIGKILL')
    },
    readyAgain: async (victim: (typeof victims)[number]) => {
      if (victim === 'everything' || victim.startsWith('main')) return start()
      return within(async () => {
        if (main.exitCode !== null) return `everything ended: ${output.trim()}`
        const answers = await database((client) => client.query('SELECT 1')).then(
          () => true,
          () => false,
        )
        return answers && (await isHealthy()) && childOf('worker') ? 'done' : 'not yet'
      })
    },
    async stop() {
      main.kill('SIGTERM')
      if (main.exitCode === null && main.signalCode === null) await new Promise((done) => main.once('exit', done))
      // A database whose parent died is still writing its last lines.
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

/** Repeats the request until it succeeds; returns what went wrong, if anything. */
async function within(request: () => Promise<string>): Promise<string | undefined> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const answer = await request()
    if (answer === 'done') return undefined
    if (answer !== 'not yet') return answer
    if (Date.now() > deadline) return `not ready after ${PATIENCE_MS / 1000} seconds`
    await sleep(25)
  }
}

const childrenOf = (pid: number) => read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)
const commandOf = (pid: number) => read(`/proc/${pid}/cmdline`).split('\0').filter(Boolean)

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // Gone meanwhile.
  }
}
