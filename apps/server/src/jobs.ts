import type { JobTable } from './platform/queue.ts'

// Everything the queue may ask, one line a module.
export const jobs: JobTable = {}
