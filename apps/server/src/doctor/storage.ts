import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { storageOf } from '../platform/files/storage.ts'
import { type Check, fail, pass, reasonOf, skipped } from './check.ts'

export const storage: Check = {
  name: 'storage',
  async run({ config }) {
    const folder = resolve(config.dataDir)
    const owner = statSync(folder, { throwIfNoEntry: false })?.uid
    if (owner === undefined) return skipped(`DATA_DIR (${folder}) is made when the product starts for the first time.`)
    // What another account wrote there, the product could not change.
    if (process.getuid && process.getuid() !== owner)
      return skipped(`DATA_DIR (${folder}) belongs to another account: run this as the one that runs the product.`)
    const files = storageOf(config)
    const [key, written] = [`doctor/${randomBytes(8).toString('hex')}`, randomBytes(1024)]
    try {
      await files.put(key, Readable.from([written]), { bytesMax: written.length })
      const read = await buffer(await files.read(key))
      if (!read.equals(written))
        return fail(
          `A file in ${folder} was read otherwise than it was written.`,
          'DATA_DIR: this disk is broken; name a folder on another one.',
        )
      return pass(`A file was written to DATA_DIR (${folder}), read and removed.`)
    } catch (error) {
      return fail(
        `No file can be written to DATA_DIR: ${reasonOf(error)}.`,
        'DATA_DIR: name a folder that this account may write to.',
      )
    } finally {
      // Where nothing can be written, nothing can be removed, and the former is what is said.
      await files.remove(key).catch(() => {})
    }
  },
}
