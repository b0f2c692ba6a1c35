import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderStorage } from './storage.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'fanlight-storage-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

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
