// npm test: the whole suite, with the browser and the database it needs. Closes with one line: N passed, N failed.
import { rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { prepare, root } from './bootstrap.mjs'
import { buildProduct } from './builds.mjs'
import { follow } from './child.mjs'
import { main } from './plain-error.mjs'
import { count, failures, failuresWithReasons, joined, runTests, worthSecondRun } from './test-runs.mjs'
import { prepareVideoEngine } from './video-engine.mjs'

await main(async () => {
  const log = (line) => console.log(line)
  const node = await prepare({ log })
  await prepareVideoEngine({ log })
  await buildProduct(node, { log })
  const args = process.argv.slice(2)
  const isWhole = args.length === 0
  // The records of this run alone are what the claims are compared with.
  if (isWhole) rmSync(join(root, '.tools', 'test-records'), { recursive: true, force: true })
  if (isWhole) process.env.TEST_WHOLE = 'yes'
  let run = await runTests(node, args)
  delete process.env.TEST_WHOLE
  // At night a journey that breaks has failed; by day it is run once more, and named where it then holds.
  const again = process.env.CI_NIGHT ? [] : worthSecondRun(run)
  if (again.length > 0) {
    const before = failures(run)
    console.log(`\nRun once more, alone: ${again.map((file) => relative(root, file)).join(', ')}`)
    run = joined(run, await runTests(node, ['--project', 'journeys', '--project', 'live', ...again]))
    const still = new Set(failures(run))
    for (const name of before) if (!still.has(name)) console.log(`UNSTEADY  ${name}`)
  }
  for (const name of failuresWithReasons(run)) console.log(`FAIL  ${name}`)
  const { passed, failed } = count(run)
  // A laptop may skip tests for want of a program; CI has them all.
  const isCompared = isWhole && failed === 0 && process.env.CI
  const unfounded = isCompared && (await follow(node, ['tests/spec/compare-answered-calls.ts'])) !== 0 ? 1 : 0
  console.log(`${passed} passed, ${failed + unfounded} failed`)
  return failed + unfounded === 0 && passed > 0 ? 0 : 1
})
