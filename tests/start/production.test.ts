import { freeTcpPort } from '@fanlight/server/platform/process/free-port'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { buildBankDetails } from '@fanlight/server/modules/money/payouts/testing'
import { loadConfig } from '@fanlight/server/platform/config'
import { openContext } from '@fanlight/server/platform/context'
import { buildPerformer, buildUser } from '@fanlight/server/testing/builders'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { asSuperuser, hasRedis, postgresPrograms, type Service, startPostgres, startRedis } from './debian-services.ts'

// A production installation as docs/operating.md makes it, from the build: a PostgreSQL of Debian, whose account may make no roles, Redis, two web
// nodes and a worker, and every command of an operator.

const root = fileURLToPath(new URL('../../', import.meta.url))
const programs = postgresPrograms()
const missing = [!programs && 'PostgreSQL', !hasRedis() && 'Redis'].filter((name) => name !== false)
if (missing.length > 0)
  console.log(`Not installed from Debian: ${missing.join(', ')}. The tests of production are skipped.`)
const production = test.skipIf(missing.length > 0)

const [superPassword, password] = [randomBytes(9).toString('hex'), randomBytes(9).toString('hex')]
const [secret, newSecret] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
let folder: string
let postgres: Service
let other: Service
let redis: Service
const running: ChildProcess[] = []

const superuser = ({ port }: Service, database = 'postgres') =>
  `postgres://postgres:${superPassword}@127.0.0.1:${port}/${database}`
const owned = ({ port }: Service) => `postgres://fanlight:${password}@127.0.0.1:${port}/fanlight`
const environment = (service: Service): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: folder,
  FANLIGHT_MODE: 'production',
  DATABASE_URL: owned(service),
  REDIS_URL: `redis://127.0.0.1:${redis.port}`,
  FANLIGHT_SECRET: secret,
  PUBLIC_URL: 'https://site.example',
  DATA_DIR: join(folder, 'data'),
  ...(process.env['NODE_COMPILE_CACHE'] && { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }),
})

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fanlight-production-'))
  // PostgreSQL runs as another account than root.
  chmodSync(folder, 0o711)
  if (missing.length > 0) return
  ;[postgres, other, redis] = await Promise.all([
    startPostgres(programs!, join(folder, 'one'), superPassword),
    startPostgres(programs!, join(folder, 'other'), superPassword),
    startRedis(join(folder, 'redis')),
  ])
  await asSuperuser(
    superuser(postgres),
    `CREATE ROLE fanlight LOGIN PASSWORD '${password}'`,
    `CREATE DATABASE fanlight OWNER fanlight TEMPLATE template0 ENCODING 'UTF8'`,
  )
  // The other server is made ready as the page says.
  const [, statements = ''] = /```sql\n([^]+?)```/.exec(readFileSync(join(root, 'docs/operating.md'), 'utf8')) ?? []
  await asSuperuser(
    superuser(other),
    ...statements
      .replace('choose-one', password)
      .trim()
      .split(/(?<=;)\s+/),
  )
}, 120_000)
afterAll(async () => {
  for (const child of running) child.kill('SIGTERM')
  await Promise.all(
    running.map((child) => new Promise((done) => (child.exitCode === null ? child.once('close', done) : done(0)))),
  )
  await Promise.all([postgres?.stop(), other?.stop(), redis?.stop()])
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a file of the repository as the page says, `node scripts/run.mjs FILE …`, to its end. */
function run(args: string[], env: Record<string, string> = environment(postgres), input = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/run.mjs', ...args], {
    cwd: root,
    env,
    input,
    encoding: 'utf8',
    timeout: 120_000,
  })
  return { status, output: stdout + stderr }
}
const command = (...args: string[]) => run(['apps/server/build/command.js', ...args])

/** Two fans, and a creator with payout details, written straight into the database. */
async function people() {
  const config = { ...loadConfig(environment(postgres), []), databasePool: 2 }
  const ctx = await openContext(config, owned(postgres), Buffer.from(secret, 'hex'))
  try {
    const [fan, other, creator] = [await buildUser(ctx), await buildUser(ctx), await buildPerformer(ctx)]
    await buildBankDetails(ctx, creator)
    return { fan, other, creator }
  } finally {
    await ctx.close()
  }
}

/** The site's name as a visitor reads it, who comes through the proxy. */
async function nameAt(url: string): Promise<string> {
  const sent = request(`${url}/api/settings/public`, { headers: { host: 'site.example' } }).end()
  const [reply] = (await once(sent, 'response')) as [IncomingMessage]
  return (JSON.parse(await text(reply)) as { siteName: string }).siteName
}

async function start(role: 'web' | 'worker', env: Record<string, string>): Promise<string> {
  const port = await freeTcpPort()
  const child = spawn(process.execPath, ['scripts/run.mjs', 'apps/server/build/main.js', role], {
    cwd: root,
    env: { ...env, PORT: String(port), LOG_TO: 'stdout', LOG_LEVEL: 'warn' },
  })
  running.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const url = `http://127.0.0.1:${port}`
  if (role === 'web')
    await vi.waitFor(
      async () => {
        expect(child.exitCode, output).toBeNull()
        expect((await fetch(`${url}/api/health`)).status).toBe(200)
      },
      { timeout: 60_000, interval: 100 },
    )
  return url
}

production('an account that may make no roles learns what to run, before any table is made', async () => {
  const refused = run(['apps/server/build/main.js', 'migrate'])
  expect(refused.status).toBe(1)
  expect(refused.output).toContain('Nothing was changed')
  const statements = refused.output.match(/^ {2}.+;$/gm)!.map((line) => line.trim())
  expect(statements).toEqual(['CREATE ROLE fanlight_app NOLOGIN;', 'GRANT fanlight_app TO "fanlight";'])
  await asSuperuser(
    superuser(postgres, 'fanlight'),
    `DO $$ BEGIN ASSERT to_regclass('schema_migrations') IS NULL; END $$`,
    ...statements,
  )
  const migrated = run(['apps/server/build/main.js', 'migrate'])
  expect(migrated.output).toContain('Bringing the tables up to date')
  expect(migrated.status).toBe(0)
  // Again, and nothing is left to do.
  expect(run(['apps/server/build/main.js', 'migrate']).status).toBe(0)
})

production('two web nodes and a worker share a database and a Redis', async () => {
  const env = environment(postgres)
  const [one, two] = await Promise.all([start('web', env), start('web', { ...env, DATA_DIR: join(folder, 'data-2') })])
  const { fan, other, creator } = await people()
  const follow = async ({ token }: { token: string }) => {
    const followed = request(`${one}/api/follows/${creator.id}`, {
      method: 'POST',
      headers: { host: 'site.example', authorization: `Bearer ${token}` },
    }).end()
    const [reply] = (await once(followed, 'response')) as [IncomingMessage]
    expect(reply.statusCode, await text(reply)).toBe(200)
  }
  // Before any worker ran: the first one makes good what it missed.
  await follow(fan)
  await start('worker', env)
  const redisSays = (...args: string[]) =>
    spawnSync('redis-cli', ['-p', String(redis.port), ...args], { encoding: 'utf8' }).stdout.trim()
  await vi.waitFor(() => {
    const [channel] = redisSays('PUBSUB', 'CHANNELS').split('\n')
    expect(channel).toMatch(/fanlight/)
    expect(Number(redisSays('PUBSUB', 'NUMSUB', channel!).split('\n')[1])).toBeGreaterThanOrEqual(2)
  })
  const sent = () => Number(/cmdstat_publish:calls=(\d+)/.exec(redisSays('INFO', 'commandstats'))?.[1] ?? 0)
  const before = sent()
  const set = command('settings', 'siteName', 'Lantern House')
  expect(set.output).toContain('siteName is now "Lantern House"')
  for (const url of [one, two]) await expect.poll(() => nameAt(url)).toBe('Lantern House')
  // What happens at one node wakes the others through Redis.
  await follow(other)
  await expect.poll(sent).toBeGreaterThan(before)
  const client = new (await import('pg')).default.Client({ connectionString: owned(postgres) })
  await client.connect()
  await expect
    .poll(
      async () =>
        (await client.query('SELECT count(*)::int AS n FROM scheduled_jobs WHERE last_succeeded_at IS NOT NULL'))
          .rows[0].n,
    )
    .toBeGreaterThan(0)
  const notified = 'SELECT kind FROM notifications WHERE account_id = $1'
  await expect.poll(async () => (await client.query(notified, [creator.id])).rows).toMatchObject([{ kind: 'followed' }])
  await client.end()
})

production('each command of an operator runs', async () => {
  const made = command('admin:create', '--email', 'owner@site.example', '--username', 'hannah')
  expect(made.output).toMatch(/hannah is now an administrator[^]*https:\/\/site\.example\/auth\/reset\?token=/)
  expect(command('settings').output).toMatch(/\* siteName +"Lantern House"/)
  expect(command('settings', 'siteName').output).toContain('"Lantern House"')
  const verified = command('audit:verify')
  expect(verified.output).toContain('The audit log passes')
  expect(verified.status).toBe(0)
  // The same by npm, from the sources.
  for (const [name, says] of [
    ['settings', 'siteName'],
    ['audit:verify', 'The audit log passes'],
  ] as const) {
    const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', name], {
      cwd: root,
      env: environment(postgres),
      encoding: 'utf8',
    })
    expect(stdout + stderr).toContain(says)
    expect(status).toBe(0)
  }
})

production('the secret is rotated in three steps, and nothing is lost', async () => {
  const rotating = { ...environment(postgres), FANLIGHT_SECRET: newSecret, FANLIGHT_OLD_SECRETS: secret }
  const rotated = run(['apps/server/build/command.js', 'secret:rotate'], rotating)
  expect(rotated.output).toContain('1 payout details')
  expect(rotated.output).toContain('Nothing needs an older secret any more.')
  expect(rotated.status).toBe(0)
  // Without the old one.
  const last = run(['apps/server/build/command.js', 'secret:rotate'], {
    ...environment(postgres),
    FANLIGHT_SECRET: newSecret,
  })
  expect(last.output).toContain('Nothing needs an older secret any more.')
})

production('a dump is restored on a new server by one command', async () => {
  const file = join(folder, 'site.dump')
  const dumped = spawnSync('pg_dump', ['--format=custom', `--file=${file}`, `--dbname=${owned(postgres)}`], {
    encoding: 'utf8',
  })
  expect(dumped.stderr).toBe('')
  const there = { ...environment(other), FANLIGHT_SECRET: newSecret, DATA_DIR: join(folder, 'data-again') }
  const restore = () => run(['apps/server/build/command.js', 'restore', file], there)
  const restored = restore()
  expect(restored.output).toContain('Restored.')
  expect(restored.status).toBe(0)
  expect(restore().output).toContain('is not empty')
  expect(run(['apps/server/build/command.js', 'audit:verify'], there).output).toContain('The audit log passes')
  const url = await start('web', there)
  expect(await nameAt(url)).toBe('Lantern House')
})
