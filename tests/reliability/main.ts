import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

// npm run rel -- ID --tier ci|night|release --seed N: tries one figure of the product's safety and prints one line.
// Each check is the file of its id beside this one.
const folder = fileURLToPath(new URL('.', import.meta.url))
const known = readdirSync(folder).flatMap((name) => name.match(/^([a-z]\d+)\.ts$/)?.[1]?.toUpperCase() ?? [])

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tier: { type: 'string', default: 'ci' }, seed: { type: 'string', default: '1' } },
})
const [id = ''] = positionals
if (
  !known.includes(id.toUpperCase()) ||
  !['ci', 'night', 'release'].includes(values.tier) ||
  !/^\d+$/.test(values.seed)
) {
  console.error(`npm run rel -- ID [--tier ci|night|release] [--seed N], where ID is one of ${known.join(', ')}.`)
  process.exit(2)
}
const args = [`${folder}run-check.ts`, id.toLowerCase(), values.tier, values.seed]
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1
