import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isRunning } from './processes.mjs'

export const dataDir = () => resolve(process.env.DATA_DIR || '.data')

/** The copy that runs from this data folder: its process, host and port. */
export function runningCopy() {
  try {
    const owner = JSON.parse(readFileSync(join(dataDir(), 'running.json'), 'utf8'))
    return isRunning(owner) ? owner : undefined
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return undefined
    throw error
  }
}
