import type { JobTable } from '../../platform/queue.ts'
import { fanOut, withdraw } from './publishing.ts'

export const feedJobs: JobTable = {
  fanOutFeed: (ctx, payload) => fanOut(ctx, payload),
  withdrawFeed: (ctx, payload) => withdraw(ctx, payload),
}
