import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'

// sqlmap, a Python program that searches for SQL injection, cached outside the clone by version.

const version = '1.10.10'
const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'fanlight', `sqlmap-${version}`)

/** The path of sqlmap, which is installed if it is missing; or the reason why it is not available. */
export function sqlmapAt(): { program: string } | { reason: string } {
  const program = join(cache, 'sqlmap', 'sqlmap.py')
  if (existsSync(program)) return { program }
  if (spawnSync('python3', ['--version']).status !== 0) return { reason: 'there is no Python' }
  const unfinished = `${cache}.${process.pid}`
  const pip = [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--no-deps',
    '--timeout',
    '10',
    '--retries',
    '1',
  ]
  const made = spawnSync('python3', [...pip, '--target', unfinished, `sqlmap==${version}`], { encoding: 'utf8' })
  if (made.status !== 0 || !existsSync(join(unfinished, 'sqlmap', 'sqlmap.py'))) {
    rmSync(unfinished, { recursive: true, force: true })
    return { reason: `the package index gave none (${(made.stderr ?? '').trim().split('\n').at(-1)})` }
  }
  // Another run may have been faster.
  if (!existsSync(cache)) renameSync(unfinished, cache)
  rmSync(unfinished, { recursive: true, force: true })
  return { program }
}

export interface Target {
  url: string
  parameters: readonly string[]
  token: string | undefined
  level: number
}

/** What sqlmap finds at one address. */
export async function sqlmapFindings(program: string, { url, parameters, token, level }: Target): Promise<string[]> {
  const output = mkdtempSync(join(tmpdir(), 'fanlight-sqlmap-'))
  const args = [
    program,
    '-u',
    url,
    '-p',
    parameters.join(','),
    '--batch',
    '--dbms=PostgreSQL',
    `--level=${level}`,
    '--risk=1',
  ]
  args.push('--flush-session', '--disable-coloring', '--threads=4', '--timeout=10', `--output-dir=${output}`)
  args.push('--ignore-code=400,401,402,403,404,409,422,451', ...(token ? [`--headers=Authorization: ${token}`] : []))
  const child = spawn('python3', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (printed += text.toString()))
  await new Promise((resolve) => child.once('close', resolve))
  rmSync(output, { recursive: true, force: true })
  if (/identified the following injection point/.test(printed))
    return [...printed.matchAll(/^Parameter: (.+)$/gm)].map((entry) => `sqlmap injects ${entry[1]}`)
  return /all tested parameters do not appear to be injectable/.test(printed)
    ? []
    : [`sqlmap did not finish: ${printed.trim().split('\n').slice(-4).join(' ')}`]
}
