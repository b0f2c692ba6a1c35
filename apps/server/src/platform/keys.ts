import { createHash, hkdfSync, randomBytes } from 'node:crypto'
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

/** A 256-bit key for one purpose (`media-address`, `documents`, …): knowing one reveals nothing of another. */
export const keyFor = (secret: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `fanlight ${purpose}`, 32))

/** The present key of a purpose, then those of secrets from before: the first one encrypts, each of them opens. */
export const keysFor = (ctx: { secret: Buffer; oldSecrets: readonly Buffer[] }, purpose: string): Buffer[] =>
  [ctx.secret, ...ctx.oldSecrets].map((secret) => keyFor(secret, purpose))

/** A name for a key that reveals nothing of it, to note what was encrypted with which. */
export const nameOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 16)
