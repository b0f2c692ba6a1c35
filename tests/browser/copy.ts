import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '@fanlight/server/testing/database'
import { demoWorldTemplate } from './demo-world.ts'
import { startProduct } from './product.ts'

export interface Copy {
  url: string
  databaseUrl: string
  stop(): Promise<void>
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
  const product = await startProduct({ databaseUrl: database.ownerUrl, folder, demoWorld, env })
  return {
    url: product.url,
    databaseUrl: database.ownerUrl,
    async stop() {
      await product.stop()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
