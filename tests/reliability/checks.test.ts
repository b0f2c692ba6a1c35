import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { checkIds, fileOf, folder } from './checks.ts'
import { deliberateBugs } from './deliberate-bugs.ts'

// Each check in a process of its own: as the product is, where it must find nothing, and with its rule broken, where it must not.

/** They measure how long replies take, so nothing else may run beside them: O12 how soon it is ready, S10 and S11 replies. */
const timed = new Set(['O12', 'S10', 'S11'])

const holds = async (id: string) => {
  const { violations, n } = await run(id)
  expect(violations, violations.join('; ')).toEqual([])
  expect(n).toBeGreaterThan(0)
}
/** Of a check that has several bugs, each by itself. */
const furtherBugs = Object.keys(deliberateBugs).filter((name) => name.includes(' '))
const fails = async (name: string) => {
  const { status, violations } = await run(name.split(' ')[0]!, name)
  expect(status).toBe(1)
  expect(violations.length).toBeGreaterThan(0)
}

describe('alone', () => {
  test.each([...timed])('%s holds', holds)
  // It also waits for a start that has to succeed.
  test('O12 fails', () => fails('O12'))
})
describe.concurrent('as the product is', () => {
  test.each(checkIds.filter((id) => !timed.has(id)))('%s holds', holds)
})
// A broken rule shows by far, also where its check measures time.
// By day those of live video and of payouts, which changed last; at night all of them.
const byDay = (name: string) => Boolean(process.env['CI_NIGHT']) || /^(W\d+|M9|M13)\b/.test(name)
describe.concurrent('with its rule broken', () => {
  const bugs = [...checkIds.filter((id) => id !== 'O12'), ...furtherBugs]
  test.each(bugs.filter(byDay))('%s fails', fails)
})

/** Eighty processes load the same sources of the server: the first compiles them, the others find them compiled. */
const compiled = fileURLToPath(new URL('../../.cache/compiled-checks', import.meta.url))

async function run(id: string, sabotage = ''): Promise<{ status: number | null; violations: string[]; n: number }> {
  const args = [join(folder, 'run-check.ts'), fileOf(id), 'ci', '1']
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_COMPILE_CACHE: compiled, SABOTAGE: sabotage },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  const [status, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  const last = stdout.trim().split('\n').at(-1) ?? ''
  if (!last.startsWith('{')) throw new Error(stderr || stdout)
  return { status, ...(JSON.parse(last) as { violations: string[]; n: number }) }
}
