import { handle, type JobHandler } from '../../../platform/jobs/jobs.ts'
import { fillSearchTermsJob } from './jobs.ts'
import { refreshSearchTerms } from './search-terms.ts'

export const searchJobs: JobHandler[] = [handle(fillSearchTermsJob, (ctx) => refreshSearchTerms(ctx))]
