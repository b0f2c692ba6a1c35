import { existsSync } from 'node:fs'
import { lookup } from 'node:dns/promises'
import { networkInterfaces } from 'node:os'
import { type Config, ConfigError } from '../platform/config.ts'
import { runningAddress } from '../platform/db/embedded-postgres.ts'
import { folderOwner } from '../platform/files/data-folder.ts'
import { shownHost } from '../platform/http/origin.ts'
import { loadSecret } from '../platform/keys.ts'
import { type Check, fail, type Finding, type Installation, type Network, pass, reasonOf } from './check.ts'
import { checks } from './checks.ts'

const checkMsMax = 30_000
const nameWidth = 15
const verdictWidth = 9

/**
 * Says of each part of an installation whether it works and can be reached, and which setting is wrong where not. Changes nothing that stays.
 * `readConfig` throws where the configuration can't be read. Returns the exit code: 1 where a check failed.
 */
export async function runDoctor(readConfig: () => Config, print: (line: string) => void): Promise<number> {
  const found: Finding[] = []
  const say = (name: string, finding: Finding) => {
    found.push(finding)
    for (const line of linesOf(name, finding)) print(line)
  }
  const config = configOf(readConfig)
  say('configuration', 'finding' in config ? config.finding : pass('The variables of the environment can be read.'))
  if (!('finding' in config)) {
    const installation = installationOf(config)
    for (const check of checks) say(check.name, await examine(check, installation))
  }
  const elsewhere = found.flatMap(({ elsewhere }) => elsewhere ?? [])
  if (elsewhere.length > 0) print('\nOnly another machine, outside of this network, can see the rest:')
  for (const line of elsewhere) print(`  ${line}`)
  const count = (verdict: Finding['verdict']) => found.filter((finding) => finding.verdict === verdict).length
  print(
    `\n${count('pass')} passed, ${count('warn')} with a warning, ${count('fail')} failed, ${count('skipped')} skipped.`,
  )
  return count('fail') > 0 ? 1 : 0
}

function configOf(readConfig: () => Config): Config | { finding: Finding } {
  try {
    return readConfig()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { finding: fail('The product does not start with these variables.', error.problems.join('\n')) }
  }
}

/** What one check says. One that does not end in time, or that breaks, has failed. */
export async function examine({ run }: Check, installation: Installation, msMax = checkMsMax): Promise<Finding> {
  const late = AbortSignal.timeout(msMax)
  const tooLate = new Promise<Finding>((done) => {
    late.addEventListener('abort', () =>
      done(
        fail(`No answer came within ${msMax / 1000} seconds.`, 'Look for a firewall on the way that drops packets.'),
      ),
    )
  })
  const failed = (error: unknown) => fail(`This could not be checked: ${reasonOf(error)}.`, 'Look at the line above.')
  return Promise.race([run(installation).catch(failed), tooLate])
}

function installationOf(config: Config): Installation {
  const port = folderOwner(config.dataDir)?.port ?? config.port
  const databaseUrl = config.databaseUrl ?? (existsSync(config.dataDir) ? runningAddress(config.dataDir) : undefined)
  return {
    config,
    site: config.publicUrl ?? `http://${shownHost(config)}:${port}`,
    ...(databaseUrl && { databaseUrl }),
    secret: () => loadSecret(config),
    network: machine,
  }
}

const machine: Network = {
  own: () =>
    Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ family }) => family === 'IPv4')
      .map(({ address }) => address),
  resolve: async (host) => (await lookup(host, { all: true, family: 4 }).catch(() => [])).map(({ address }) => address),
}

function linesOf(name: string, { verdict, tried, change }: Finding): string[] {
  const indent = ' '.repeat(verdictWidth + nameWidth)
  return [
    `${verdict.padEnd(verdictWidth)}${name.padEnd(nameWidth)}${tried}`,
    ...(change?.split('\n').map((line) => `${indent}→ ${line}`) ?? []),
  ]
}
