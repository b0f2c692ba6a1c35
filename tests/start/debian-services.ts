import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { freeTcpPort } from '@fanlight/server/platform/process/free-port'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

// Programs that Debian packages, as a production installation has them.

const unprivilegedId = 65534
const isRoot = process.getuid?.() === 0
const asOther = isRoot ? { uid: unprivilegedId, gid: unprivilegedId } : {}

/** The folder of its programs; undefined where Debian's PostgreSQL is not installed. */
export function postgresPrograms(): string | undefined {
  const all = '/usr/lib/postgresql'
  const [version] = existsSync(all) ? readdirSync(all).sort((one, other) => Number(other) - Number(one)) : []
  return version && existsSync(join(all, version, 'bin/initdb')) ? join(all, version, 'bin') : undefined
}
export const hasRedis = (): boolean => spawnSync('redis-server', ['--version']).status === 0

export interface Service {
  port: number
  stop(): Promise<void>
}
const endOf = (child: ChildProcess): Promise<void> =>
  child.exitCode === null && child.signalCode === null
    ? new Promise((done) => child.once('close', () => done()))
    : Promise.resolve()

/** A new cluster with checksums, whose superuser is `postgres` with this password. */
export async function startPostgres(programs: string, folder: string, password: string): Promise<Service> {
  const port = await freeTcpPort()
  const [data, passwordFile] = [join(folder, 'data'), join(folder, 'password')]
  mkdirSync(folder, { mode: 0o755 })
  mkdirSync(data, { mode: 0o700 })
  writeFileSync(passwordFile, password)
  if (isRoot) for (const path of [data, passwordFile]) chownSync(path, unprivilegedId, unprivilegedId)
  const made = spawnSync(
    join(programs, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--data-checksums',
      '--no-sync',
    ],
    { ...asOther, cwd: '/', encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(made.stderr)
  const child = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    { ...asOther, cwd: '/', stdio: 'ignore' },
  )
  const isReady = () =>
    spawnSync(join(programs, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]).status === 0
  for (let tries = 0; !isReady(); tries++) {
    if (tries === 200) throw new Error('PostgreSQL did not start')
    await sleep(50)
  }
  return {
    port,
    async stop() {
      child.kill('SIGINT')
      await endOf(child)
    },
  }
}

/** Runs statements as the superuser, one after the other. */
export async function asSuperuser(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

export async function startRedis(folder: string): Promise<Service> {
  const port = await freeTcpPort()
  mkdirSync(folder)
  const child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder], {
    stdio: 'ignore',
  })
  const isReady = () =>
    spawnSync('redis-cli', ['-p', String(port), 'ping'], { encoding: 'utf8' }).stdout.includes('PONG')
  for (let tries = 0; !isReady(); tries++) {
    if (tries === 200) throw new Error('Redis did not start')
    await sleep(50)
  }
  return {
    port,
    async stop() {
      child.kill('SIGTERM')
      await endOf(child)
    },
  }
}
