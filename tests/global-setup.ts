import { startTestCluster } from '@fanlight/server/testing/cluster'

/** Starts the one PostgreSQL of this run; every test file then copies databases from its template. */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster(process.env.TEST_DATABASE_URL)
  // The test processes are started later and inherit these.
  process.env.TEST_CLUSTER_URL = cluster.url
  process.env.TEST_CLUSTER_TEMPLATE = cluster.template
  if (cluster.logFile) process.env.TEST_CLUSTER_LOG = cluster.logFile
  return () => cluster.stop()
}
