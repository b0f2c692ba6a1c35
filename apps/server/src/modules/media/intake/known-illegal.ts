import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../../../platform/context.ts'

/** Compares a file with lists of known illegal material. An answer that does not come is thrown: the file then stays pending. */
export interface MatchPort {
  /** `picture` is given where the whole file is at hand, for services that compare what is seen. */
  isKnown(file: { sha256: Buffer; kind: string; picture?: Buffer }): Promise<boolean>
}

/** The embedded list: `known-illegal.sha256` in the data folder, one hexadecimal SHA-256 a line, `#` for remarks. */
export function matchPort(ctx: Context): MatchPort {
  return replaced ?? hashList(join(ctx.config.dataDir, 'known-illegal.sha256'))
}

let replaced: MatchPort | undefined
/** Tests and installations with a matching service put theirs here. */
export const useMatchPort = (port: MatchPort | undefined): void => {
  replaced = port
}

const lists = new Map<string, { modifiedMs: number; hashes: ReadonlySet<string> }>()

const hashList = (path: string): MatchPort => ({
  async isKnown({ sha256 }) {
    const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
    if (!found) return false
    let list = lists.get(path)
    if (list?.modifiedMs !== found.mtimeMs) {
      const lines = (await readFile(path, 'utf8'))
        .split('\n')
        .map((line) => line.replace(/#.*/, '').trim().toLowerCase())
      lists.set(
        path,
        (list = { modifiedMs: found.mtimeMs, hashes: new Set(lines.filter((line) => /^[0-9a-f]{64}$/.test(line))) }),
      )
    }
    return list.hashes.has(sha256.toString('hex'))
  },
})
