import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '../src/platform/db/embedded-postgres.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { describeSchema } from './schema.ts'

// Writes schema.sql and the table types of the query builder from a freshly migrated database.
const folder = await mkdtemp(join(tmpdir(), 'fanlight-schema-'))
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: () => {}, durable: false })
try {
  await migrate(postgres.url)
  await writeFile(new URL('../schema.sql', import.meta.url), await describeSchema(postgres.url))
  const codegen = join(createRequire(import.meta.url).resolve('kysely-codegen'), '../cli/bin.js')
  const out = fileURLToPath(new URL('../src/platform/db/db-types.ts', import.meta.url))
  execFileSync(
    process.execPath,
    [
      codegen,
      '--dialect',
      'postgres',
      '--url',
      postgres.url,
      '--out-file',
      out,
      '--type-mapping',
      '{"int8":"bigint","date":"string"}',
      '--include-pattern',
      '(public|fake_stripe).*',
    ],
    { stdio: 'inherit' },
  )
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
