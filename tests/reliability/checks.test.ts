import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkIds, folder } from './checks.ts'

// Each check in a process of its own: as the product is, where it must find nothing, and with its rule broken, where it must not.
describe.each(checkIds)('%s', (id) => {
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
  const args = [join(folder, 'run-check.ts'), id.toLowerCase(), 'ci', '1']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...process.env, SABOTAGE: sabotage },
  })
  const last = stdout.trim().split('\n').at(-1) ?? ''
  if (!last.startsWith('{')) throw new Error(stderr || stdout)
  return { status, ...(JSON.parse(last) as { violations: string[]; n: number }) }
}
