import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

// The commands of those who develop the product, as they type them.

const root = fileURLToPath(new URL('../../', import.meta.url))
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fanlight-tools-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const environment = () => ({ PATH: process.env['PATH'] ?? '', HOME: folder, DATA_DIR: folder, PORT: '0' })
function npm(name: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', name, '--', ...args], {
    cwd: root,
    env: environment(),
    encoding: 'utf8',
    timeout: 300_000,
  })
  return { status, output: stdout + stderr }
}

test('what is built already is not built again', () => {
  expect(npm('build')).toEqual({ status: 0, output: '' })
})

test('the data of a demo is deleted, and nothing else of its folder', () => {
  for (const name of ['media', 'backups']) mkdirSync(join(folder, name))
  const { status, output } = npm('demo:reset')
  expect(output).toContain(join(folder, 'media'))
  expect(status).toBe(0)
  expect([existsSync(join(folder, 'media')), existsSync(join(folder, 'backups'))]).toEqual([false, true])
})

test('a reliability check is run by its id, and an unknown one lists them', () => {
  const { status, output } = npm('rel', 'A1')
  expect(output).toContain('"violations":[]')
  expect(status).toBe(0)
  expect(npm('rel', 'Z99')).toMatchObject({ status: 2, output: expect.stringContaining('M12') })
})

test('an unknown row of the measurements lists those that there are', () => {
  const { status, output } = npm('bench', 'no-such-row')
  expect(output).toContain('home-feed')
  expect(status).not.toBe(0)
})

test('the server starts from its sources and ends with its terminal', async () => {
  const child = spawn('npm', ['run', '--silent', 'dev', '--', '--empty'], {
    cwd: root,
    env: environment(),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise((done) => child.once('close', done))
  try {
    await vi.waitFor(() => expect(output).toMatch(/Fanlight is ready at http:\/\/127\.0\.0\.1:\d+/), {
      timeout: 120_000,
      interval: 200,
    })
  } finally {
    // Ctrl-C reaches the whole group.
    process.kill(-child.pid!, 'SIGINT')
  }
  await ended
})
