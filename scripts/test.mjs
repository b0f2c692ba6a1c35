// npm test: the whole suite, with the browser and the database it needs. Closes with one line: N passed, N failed.
import { relative } from 'node:path'
import { prepare, root } from './bootstrap.mjs'
import { buildProduct } from './builds.mjs'
import { main } from './plain.mjs'
import { count, failures, joined, runTests, worthSecondWalk } from './test-runs.mjs'
import { prepareVideoEngine } from './video-engine.mjs'

await main(async () => {
  const log = (line) => console.log(line)
  const node = await prepare({ log })
  await prepareVideoEngine({ log })
  await buildProduct(node, { log })
  let run = await runTests(node, process.argv.slice(2))
  const again = worthSecondWalk(run)
  if (again.length > 0) {
    const before = failures(run)
    console.log(`\nWalked once more, alone: ${again.map((file) => relative(root, file)).join(', ')}`)
    run = joined(run, await runTests(node, ['--project', 'journeys', ...again]))
    const still = new Set(failures(run))
    for (const name of before) if (!still.has(name)) console.log(`UNSTEADY  ${name}`)
  }
  for (const name of failures(run)) console.log(`FAIL  ${name}`)
  const { passed, failed } = count(run)
  console.log(`${passed} passed, ${failed} failed`)
  return failed === 0 && passed > 0 ? 0 : 1
})
