// npm test: the whole suite, with the browser and the database it needs. Closes with one line: N passed, N failed.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { prepare, root } from './bootstrap.mjs'
import { buildProduct } from './builds.mjs'
import { follow } from './child.mjs'
import { main } from './plain.mjs'
import { prepareVideoEngine } from './video-engine.mjs'

await main(async () => {
  const log = (line) => console.log(line)
  const node = await prepare({ log })
  await prepareVideoEngine({ log })
  await buildProduct(node, { log })
  const report = join(root, '.tools', `test-report-${process.pid}.json`)
  mkdirSync(join(root, '.tools'), { recursive: true })
  const code = await follow(node, [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...process.argv.slice(2),
  ])
  const counts = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8'))
    : { numPassedTests: 0, numFailedTests: 0 }
  rmSync(report, { force: true })
  // A suite that did not even load has no failed test of its own; it counts as one.
  const unloaded = (counts.testResults ?? []).filter(
    (file) => file.status === 'failed' && file.assertionResults.every((one) => one.status !== 'failed'),
  ).length
  for (const file of counts.testResults ?? [])
    for (const one of file.assertionResults)
      if (one.status === 'failed') console.log(`FAIL  ${relative(root, file.name)}: ${one.fullName}`)
  const failed = Math.max(counts.numFailedTests + unloaded, code === 0 ? 0 : 1)
  console.log(`${counts.numPassedTests} passed, ${failed} failed`)
  return failed === 0 && counts.numPassedTests > 0 ? 0 : 1
})
