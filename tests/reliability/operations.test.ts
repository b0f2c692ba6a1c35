import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

// Each check in a process of its own: as the product is, where it must find nothing, and with its rule broken, where it
// must not.
const runner = fileURLToPath(new URL('run-check.ts', import.meta.url))

describe.each(['O10', 'O12', 'S16'])('%s', (id) => {
  test('holds', () => {
    const { violations, n } = run(id)
    expect(violations).toEqual([])
    expect(n).toBeGreaterThan(0)
  })

  test('fails when its rule is broken', () => {
    const { status, violations } = run(id, id)
    expect(status).toBe(1)
    expect(violations.length).toBeGreaterThan(0)
  })
})

function run(id: string, sabotage = ''): { status: number | null; violations: string[]; n: number } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [runner, id.toLowerCase(), 'ci', '1'], {
    encoding: 'utf8',
    env: { ...process.env, SABOTAGE: sabotage },
  })
  const last = stdout.trim().split('\n').at(-1) ?? ''
  if (!last.startsWith('{')) throw new Error(stderr || stdout)
  return { status, ...(JSON.parse(last) as { violations: string[]; n: number }) }
}
