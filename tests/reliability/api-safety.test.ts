import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// Each check in a process of its own: as the product is, where it must find nothing, and with its rule broken, where it must not.
const runner = fileURLToPath(new URL('run-check.ts', import.meta.url))
function run(id: string, sabotage = ''): { status: number | null; violations: string[]; n: number } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [runner, id.toLowerCase(), 'ci', '1'], {
    encoding: 'utf8',
    env: { ...process.env, SABOTAGE: sabotage },
  })
  const last = stdout.trim().split('\n').at(-1) ?? ''
  if (!last.startsWith('{')) throw new Error(stderr || stdout)
  return { status, ...(JSON.parse(last) as { violations: string[]; n: number }) }
}

test.each(['S1', 'S2', 'S3', 'S4', 'S5'])('%s holds', (id) => {
  const { violations, n } = run(id)
  expect(violations).toEqual([])
  expect(n).toBeGreaterThan(0)
})
test.each(['S1', 'S2', 'S3', 'S4', 'S5'])('%s fails when its rule is broken', (id) => {
  const { status, violations } = run(id, id)
  expect(status).toBe(1)
  expect(violations.length).toBeGreaterThan(0)
})
