import { hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'

/** The installation's secret: from the configuration, else made once in DATA_DIR (demo mode). */
export async function loadSecret(config: Config): Promise<Buffer> {
  if (config.secret) return Buffer.from(config.secret, 'hex')
  const file = join(config.dataDir, 'secrets', 'fanlight.key')
  await mkdir(join(config.dataDir, 'secrets'), { recursive: true, mode: 0o700 })
  await writeFile(file, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  return Buffer.from((await readFile(file, 'utf8')).trim(), 'hex')
}

/** A 256-bit key for one purpose (`media-address`, `documents`, …): knowing one tells nothing of another. */
export const keyFor = (secret: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `fanlight ${purpose}`, 32))
