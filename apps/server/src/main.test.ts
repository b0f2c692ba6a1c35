import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { markOf } from './platform/process/processes.ts'

// A start-up failure is reported in plain language: what causes it and how to fix it. No stack trace, and no delay.

const main = fileURLToPath(new URL('../../../main.ts', import.meta.url))
let folder: string
let taken: Server
let takenPort: number
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fanlight-start-'))
  // The process creates its folders as the current user or as an unprivileged one: see `start`.
  chmodSync(folder, 0o777)
  taken = createServer()
  await new Promise<void>((ready) => taken.listen(0, '127.0.0.1', ready))
  takenPort = (taken.address() as { port: number }).port
})
afterAll(() => {
  taken.close()
  rmSync(folder, { recursive: true, force: true })
})

function start(env: Record<string, string>, role = 'all'): Promise<{ code: number | null; output: string }> {
  const { PATH = '' } = process.env
  // Root can write anywhere; the unprivileged user can't.
  const ids = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const child = spawn(process.execPath, [main, role], {
    ...ids,
    env: { PATH, DATA_DIR: join(folder, 'data'), PORT: '0', ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}
async function refused(env: Record<string, string>, role?: string): Promise<string> {
  const { code, output } = await start(env, role)
  expect(code, output).toBe(1)
  expect(output).not.toMatch(/\n\s+at |Error:/)
  return output
}

test('a configuration that can’t be read', async () => {
  expect(await refused({ PORT: 'abc' })).toContain('PORT: must be a whole number from 0 to 65535')
  const output = await refused({ FANLIGHT_SECRET: 'x', FANLIGHT_OLD_SECRETS: 'y', LOG_TO: 'printer' })
  for (const name of ['FANLIGHT_SECRET', 'FANLIGHT_OLD_SECRETS', 'LOG_TO']) expect(output).toContain(name)
})

test('production without what it needs: everything that is missing, at once', async () => {
  const output = await refused({ FANLIGHT_MODE: 'production' })
  for (const name of ['DATABASE_URL', 'FANLIGHT_SECRET', 'PUBLIC_URL']) expect(output).toContain(name)
})

test('a port that is taken, with one that may be free', async () => {
  expect(await refused({ PORT: String(takenPort) })).toContain(
    `Port ${takenPort} on 127.0.0.1 is already in use. Choose another one: PORT=${takenPort + 1} npm start`,
  )
})

test('an address that is not of this machine', async () => {
  expect(await refused({ HOST: '192.0.2.7', PORT: '4999', FANLIGHT_DEMO_PUBLIC: '1' })).toContain(
    'HOST=192.0.2.7 is not an address of this machine',
  )
})

test('a data folder that is a file', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(await refused({ DATA_DIR: file })).toContain('Name a folder')
  expect(await refused({ DATA_DIR: join(file, 'data') })).toContain('Name a folder')
})

test('a data folder that this account may not write to', async () => {
  const closed = join(folder, 'closed')
  mkdirSync(closed, { mode: 0o555 })
  expect(await refused({ DATA_DIR: join(closed, 'data') })).toContain(`This account may not use ${closed}/data.`)
})

test('a data folder from which another copy runs, and who that is', async () => {
  const dataDir = join(folder, 'held')
  mkdirSync(dataDir)
  writeFileSync(
    join(dataDir, 'running.json'),
    JSON.stringify({ ...markOf(process.pid), host: '127.0.0.1', port: 4242 }),
  )
  const output = await refused({ DATA_DIR: dataDir })
  expect(output).toContain(`process ${process.pid}, port 4242 on 127.0.0.1`)
  expect(output).toContain('npm stop')
})

test('a database that does not answer', async () => {
  expect(await refused({ DATABASE_URL: 'postgres://unknown@127.0.0.1:1/nothing' })).toContain('No database answers')
})

test('a part that needs a database of one’s own, and a part that there is not', async () => {
  expect(await refused({}, 'web')).toContain('needs DATABASE_URL')
  expect(await refused({}, 'everything')).toContain('There is no role “everything”')
})
