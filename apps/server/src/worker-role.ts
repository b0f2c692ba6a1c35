import { assertNames, assertJobs } from './declarations.ts'
import { jobHandlers } from './job-handlers.ts'
import { jobs } from './jobs.ts'
import type { Config } from './platform/config.ts'
import { describeEngine, hasEngine } from './modules/media/processing/engines.ts'
import { openContext } from './platform/context.ts'
import { startSubscribers } from './platform/events/event-subscribers.ts'
import { loadSecret } from './platform/keys.ts'
import { runJobs } from './platform/jobs/queue.ts'
import { startScheduledJobs } from './platform/jobs/scheduled-jobs.ts'
import { scheduleOf } from './schedule.ts'
import { subscribers } from './subscribers.ts'

/** Runs queued and scheduled jobs, and subscribers to events, until stopped. `ownerUrl` owns the queue's tables. */
export async function startWorker(
  config: Config,
  { databaseUrl, ownerUrl }: { databaseUrl: string; ownerUrl: string },
) {
  const ctx = await openContext(
    { ...config, databasePool: Math.min(config.databasePool, 8) },
    databaseUrl,
    await loadSecret(config),
  )
  if (!(await hasEngine(config))) ctx.log.error(await describeEngine(config))
  assertJobs(jobs, jobHandlers)
  await assertNames(ctx)
  // Four queues of long jobs (three of media, archives), each with one job at a time, leave two for short ones.
  const runner = await runJobs(ctx, ownerUrl, jobHandlers, 6)
  const stopScheduledJobs = await startScheduledJobs(ctx, databaseUrl, scheduleOf(config))
  const running = await startSubscribers(ctx, subscribers)
  await ctx.bus.listen({ onWake: running.wake, onSignal: () => {} })
  return {
    async stop() {
      await running.stop()
      await stopScheduledJobs()
      await runner.stop()
      await ctx.close()
    },
  }
}
