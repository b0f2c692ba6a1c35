import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '@fanlight/server/testing/database'
import { demoWorldTemplate } from './demo-world.ts'
import { startProduct } from './product.ts'

export interface Copy {
  url: string
  databaseUrl: string
  /** Its DATA_DIR. */
  folder: string
  stop(): Promise<void>
  /** Kills the product as a power cut would. It is gone until `startAgain`, at the same address with the same data. */
  kill(): Promise<void>
  startAgain(): Promise<void>
  /** Kills the engine of live rooms, which the product starts again. */
  killLive(): void
}

/** The product running on a database and a data folder of its own: empty, or with the whole demo world. */
export async function startCopy(
  env: Record<string, string> = {},
  { demoWorld = false }: { demoWorld?: boolean } = {},
): Promise<Copy> {
  const template = demoWorld ? await demoWorldTemplate() : undefined
  const database = await createTestDatabase(template?.database)
  const folder = mkdtempSync(join(tmpdir(), 'fanlight-copy-'))
  if (template) cpSync(template.folder, folder, { recursive: true })
  const options = { databaseUrl: database.ownerUrl, folder, demoWorld, env }
  let product = await startProduct(options)
  return {
    url: product.url,
    databaseUrl: database.ownerUrl,
    folder,
    kill: () => product.kill(),
    killLive: () => product.killLive(),
    async startAgain() {
      product = await startProduct({ ...options, port: Number(new URL(product.url).port) })
    },
    async stop() {
      await product.stop()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
