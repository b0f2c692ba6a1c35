import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConfigError, loadConfig } from '@fanlight/server/platform/config'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@fanlight/server/platform/db/embedded-postgres'
import { databaseWeaknesses } from '@fanlight/server/platform/process/safe-start'
import { createTestDatabase } from '@fanlight/server/testing/database'
import { type ReliabilityCheck, sabotaged } from './check.ts'

const main = fileURLToPath(new URL('../../main.ts', import.meta.url))
const secret = '0123456789abcdef89abcdef01234567fedcba98765432100123456789abcdef'

export const check: ReliabilityCheck = {
  id: 'O10',
  title: 'Production refuses to start on a weak setup',
  async run() {
    // The test cluster has the weakest database configuration: no data it receives survives a crash.
    const weak = await createTestDatabase()
    // The deliberate bug finds no weakness anywhere; the weak database alone shows it.
    if (sabotaged('O10')) return { n: 1, violations: await weaknessesMissed(weak.ownerUrl) }
    const folder = mkdtempSync(join(tmpdir(), 'fanlight-o10-'))
    let strong: EmbeddedPostgres | undefined
    try {
      strong = await startEmbeddedPostgres({ dataDir: join(folder, 'strong'), log: () => {}, durable: true })
      const configurations = refusedConfigurations(strong.url)
      return {
        n: configurations.length + 3,
        violations: [
          ...configurations.flatMap(({ env, names }) => configurationProblems(env, names)),
          ...(await weaknessesMissed(weak.ownerUrl)),
          ...(await databaseWeaknesses(strong.url)).map((problem) => `a secure database was refused: ${problem}`),
          ...(await startProblems(weak.ownerUrl, strong.url, folder)),
        ],
      }
    } finally {
      await strong?.stop()
      await weak.drop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

const production = (databaseUrl: string) => ({
  FANLIGHT_MODE: 'production',
  FANLIGHT_SECRET: secret,
  PUBLIC_URL: 'https://fans.example.org',
  DATABASE_URL: databaseUrl,
})

/** One weakness each, and the variable the refusal must name. */
function refusedConfigurations(databaseUrl: string): { env: Record<string, string | undefined>; names: string }[] {
  const good = production(databaseUrl)
  return [
    { env: { ...good, DATABASE_URL: undefined }, names: 'DATABASE_URL' },
    { env: { ...good, FANLIGHT_SECRET: undefined }, names: 'FANLIGHT_SECRET' },
    { env: { ...good, FANLIGHT_SECRET: '0'.repeat(64) }, names: 'FANLIGHT_SECRET' },
    { env: { ...good, FANLIGHT_SECRET: 'secret' }, names: 'FANLIGHT_SECRET' },
    { env: { ...good, PUBLIC_URL: undefined }, names: 'PUBLIC_URL' },
    { env: { ...good, PUBLIC_URL: 'http://fans.example.org' }, names: 'PUBLIC_URL' },
    { env: { ...good, SABOTAGE: 'M3' }, names: 'SABOTAGE' },
    { env: { ...good, FAULT: 'payout:7' }, names: 'FAULT' },
    { env: { ...good, FANLIGHT_DEV: '1' }, names: 'FANLIGHT_DEV' },
    { env: { ...good, RATE_LIMIT_FACTOR: '10' }, names: 'RATE_LIMIT_FACTOR' },
    { env: { PUBLIC_URL: 'https://fans.example.org' }, names: 'PUBLIC_URL' },
  ]
}

function configurationProblems(env: Record<string, string | undefined>, names: string): string[] {
  try {
    loadConfig(env, [])
    return [`production accepted a weak ${names}`]
  } catch (error) {
    if (!(error instanceof ConfigError)) return [`a weak ${names} ended in ${String(error)}`]
    return error.message.includes(names) ? [] : [`the refusal of a weak ${names} does not name it`]
  }
}

async function weaknessesMissed(weakUrl: string): Promise<string[]> {
  const weaknesses = (await databaseWeaknesses(weakUrl)).join('\n')
  return ['fsync', 'full_page_writes', 'synchronous_commit']
    .filter((name) => !weaknesses.includes(name))
    .map((name) => `a database with ${name} off was accepted`)
}

/** The real process: with the weak database it must exit by itself before it uses it, with the secure one it must not exit. */
async function startProblems(weakUrl: string, strongUrl: string, folder: string): Promise<string[]> {
  const [weak, strong] = await Promise.all([weakUrl, strongUrl].map((url) => runMigrations(production(url), folder)))
  return [
    ...(weak?.code === 1 && weak.output.includes('fsync')
      ? []
      : [`production ran on a weak database: ${weak?.output}`]),
    ...(strong?.code === 0 ? [] : [`production did not run on a secure database: ${strong?.output}`]),
  ]
}

function runMigrations(env: Record<string, string>, dataDir: string): Promise<{ code: number | null; output: string }> {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [main, 'migrate'], { env: { PATH, DATA_DIR: dataDir, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}
