import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderStorage } from './storage.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'fanlight-storage-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

test('what a killed process wrote of a file is removed at once; what others are writing stays', async () => {
  const script = `
    import { Readable } from 'node:stream'
    import { folderStorage } from ${JSON.stringify(new URL('./storage.ts', import.meta.url).href)}
    const source = new Readable({ read() {} })
    source.push('the first bytes')
    void folderStorage(${JSON.stringify(root)}).workFolder()
    void folderStorage(${JSON.stringify(root)}).put('originals/aa/killed', source, { bytesMax: 100 })
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' })
  const source = new Readable({ read() {} })
  source.push('bytes')
  const storage = folderStorage(root)
  const stored = storage.put('originals/aa/alive', source, { bytesMax: 100 })
  const own = await storage.workFolder()
  const unfinished = () => readdir(join(root, 'unfinished')).catch(() => [])
  const folders = () => readdir(join(root, 'work')).catch(() => [])
  await expect.poll(unfinished, { timeout: 20_000 }).toHaveLength(2)
  await expect.poll(folders, { timeout: 20_000 }).toHaveLength(2)
  await storage.sweepKilled()
  expect(await unfinished()).toHaveLength(2)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await storage.sweepKilled()
  expect(await unfinished()).toHaveLength(1)
  expect(await folders()).toEqual([basename(own.path)])
  await own.remove()
  source.push(null)
  expect((await stored).bytes).toBe(5)
})

test('a file that is written while the last other file of its folder is deleted is stored all the same', async () => {
  const storage = folderStorage(root)
  const lost: unknown[] = []
  const comeAndGo = async (worker: number) => {
    for (let round = 0; round < 60; round++) {
      const key = `originals/a${(worker + round) % 8}/${worker}-${round}`
      await storage
        .put(key, Readable.from([Buffer.from('bytes')]), { bytesMax: 100 })
        .catch((error) => lost.push(error))
      await storage.remove(key)
    }
  }
  await Promise.all(Array.from({ length: 16 }, (_, worker) => comeAndGo(worker)))
  expect(lost).toEqual([])
})
