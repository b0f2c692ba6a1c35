import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeDataFolder } from './data-folder.ts'
import { markOf } from '../process/processes.ts'

let dataDir: string
const take = () => takeDataFolder({ dataDir, host: '127.0.0.1', port: 4000 })

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fanlight-folder-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

test('a folder is taken once, and the refusal names who has it', async () => {
  const folder = await take()
  folder.noteAddress('127.0.0.1', 4321)
  await expect(take()).rejects.toThrow(`process ${process.pid}, port 4321`)
  folder.release()
  ;(await take()).release()
})

test('of many starts at the same moment one succeeds', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, take))
  const taken = outcomes.filter((outcome) => outcome.status === 'fulfilled')
  expect(taken).toHaveLength(1)
  for (const folder of taken) folder.value.release()
})

test('the note of a dead process is no hindrance, nor is a later process with its number', async () => {
  const note = { ...markOf(process.ppid), startedAt: 'long ago', host: '127.0.0.1', port: 4000 }
  writeFileSync(join(dataDir, 'running.json'), JSON.stringify(note))
  const folder = await take()
  expect(JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8'))).toMatchObject({ pid: process.pid })
  folder.release()
  expect(existsSync(join(dataDir, 'running.json'))).toBe(false)
})

test('the note of a living process is believed', async () => {
  const note = { ...markOf(process.ppid), host: '127.0.0.1', port: 4000 }
  writeFileSync(join(dataDir, 'running.json'), JSON.stringify(note))
  await expect(take()).rejects.toThrow(`process ${process.ppid}`)
})
