import type { JobTable } from '../../platform/queue.ts'
import { fanOut, withdraw } from './fan-out.ts'

export const contentJobs: JobTable = {
  fanOutItem: (ctx, payload) => fanOut(ctx, payload),
  withdrawItem: (ctx, payload) => withdraw(ctx, payload),
}
