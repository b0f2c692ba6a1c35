import { breakRuleHereAndBelow } from './broken-sources.ts'
import type { ReliabilityCheck, Tier } from './check.ts'

// The sources of the product are imported after its rule is broken.
breakRuleHereAndBelow(process.env['SABOTAGE'] ?? '')
const { startTestCluster } = await import('@fanlight/server/testing/cluster')
const { randomOf } = await import('@fanlight/server/testing/inputs')

/** Numbers from 0 to 1 that a seed repeats. */
function randomUnit(seed: number): () => number {
  const below = randomOf(seed)
  return () => below(2 ** 31) / 2 ** 31
}

// node tests/reliability/run-check.ts FILE [tier] [seed]: one check in a process of its own, so that SABOTAGE is read afresh.
const [file = '', tier = 'ci', seed = '1'] = process.argv.slice(2)
const cluster = process.env['TEST_CLUSTER_URL'] ? undefined : await startTestCluster(process.env['TEST_DATABASE_URL'])
if (cluster)
  Object.assign(process.env, {
    TEST_CLUSTER_URL: cluster.url,
    TEST_CLUSTER_TEMPLATE: cluster.template,
    ...(cluster.logFile && { TEST_CLUSTER_LOG: cluster.logFile }),
  })
const startedAt = performance.now()
const { check } = (await import(new URL(file, import.meta.url).href)) as { check: ReliabilityCheck }
const outcome = await check.run({
  tier: tier as Tier,
  seed: Number(seed),
  random: randomUnit(Number(seed)),
  seconds: 60,
})
await cluster?.stop()
console.log(
  JSON.stringify({
    id: check.id,
    seed: Number(seed),
    ...outcome,
    seconds: Math.round((performance.now() - startedAt) / 100) / 10,
  }),
)
process.exit(outcome.violations.length > 0 ? 1 : 0)
