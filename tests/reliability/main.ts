import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkIds, fileOf, folder } from './checks.ts'

// npm run rel -- ID --tier ci|night|release --seed N: tries one figure of the product's safety and prints one line.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tier: { type: 'string', default: 'ci' }, seed: { type: 'string', default: '1' } },
})
const [id = ''] = positionals
if (
  !checkIds.includes(id.toUpperCase()) ||
  !['ci', 'night', 'release'].includes(values.tier) ||
  !/^\d+$/.test(values.seed)
) {
  console.error(`npm run rel -- ID [--tier ci|night|release] [--seed N], where ID is one of ${checkIds.join(', ')}.`)
  process.exit(2)
}
const args = [join(folder, 'run-check.ts'), fileOf(id), values.tier, values.seed]
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1
