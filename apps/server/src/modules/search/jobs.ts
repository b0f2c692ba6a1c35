import type { JobTable } from '../../platform/queue.ts'
import { refreshSearchTerms } from './search-terms.ts'

export const searchJobs: JobTable = {
  fill_search_terms: (ctx) => refreshSearchTerms(ctx),
}
