import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { storageOf } from '../platform/files/storage.ts'
import { type Check, fail, pass, skipped, warn } from './check.ts'

/** Below this, uploads and the database's own files stop fitting. */
const bytesMin = 1e9
const bytesEnough = 10e9

export const disk: Check = {
  name: 'disk',
  async run({ config }) {
    const folder = resolve(config.dataDir)
    if (!existsSync(folder)) return skipped(`DATA_DIR (${folder}) is made when the product starts for the first time.`)
    return judge(folder, await storageOf(config).room())
  },
}

/** What so many free bytes mean. */
export function judge(folder: string, bytes: number) {
  const said = `${(bytes / 1e9).toFixed(1)} GB are free in DATA_DIR (${folder}).`
  const change = 'Free some space, or give DATA_DIR a larger disk.'
  if (bytes < bytesMin) return fail(said, change)
  return bytes < bytesEnough ? warn(said, change) : pass(said)
}
