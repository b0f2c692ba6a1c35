import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { newLog } from '../log.ts'
import { openLogFile } from './log-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fanlight-log-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a log that is full is moved aside, and there are never more than two', () => {
  const file = join(folder, 'logs', 'web.log')
  const log = openLogFile(file, 100)
  for (let at = 0; at < 50; at++) log.write(`${at} ${'x'.repeat(40)}\n`)
  expect(readFileSync(file, 'utf8')).toContain('49 ')
  for (const path of [file, `${file}.1`]) expect(statSync(path).size).toBeLessThan(200)
  // Only its owner reads it.
  expect(statSync(file).mode & 0o077).toBe(0)
})

test('a log goes on where it was left', () => {
  const file = join(folder, 'web.log')
  openLogFile(file).write('one\n')
  openLogFile(file).write('two\n')
  expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n')
})

test('`npm start` logs into the data folder, the parts on their own to standard output', () => {
  const env = { DATA_DIR: folder }
  expect(loadConfig(env, ['all']).logFile).toBe(join(folder, 'logs', 'web.log'))
  expect(loadConfig(env, ['worker', '--log-to-file']).logFile).toBe(join(folder, 'logs', 'worker.log'))
  expect(loadConfig(env, ['web']).logFile).toBeUndefined()
  expect(loadConfig({ ...env, LOG_TO: 'stdout' }, ['all']).logFile).toBeUndefined()
  expect(loadConfig({ ...env, FANLIGHT_DEV: '1' }, ['all']).logFile).toBeUndefined()
})

test('each line is one JSON object, and what is secret is left out', () => {
  const config = loadConfig({ DATA_DIR: folder }, ['all'])
  const log = newLog(config)
  log
    .child({ part: 'http' })
    .info({ password: 'a', body: { token: 'b', currentPassword: 'c', secret: 'd' } }, 'request')
  const text = readFileSync(config.logFile!, 'utf8')
  expect(JSON.parse(text)).toMatchObject({ part: 'http', msg: 'request', level: 30, password: '[Redacted]' })
  expect(JSON.parse(text).body).toEqual({ token: '[Redacted]', currentPassword: '[Redacted]', secret: '[Redacted]' })
})
