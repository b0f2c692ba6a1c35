import { z } from 'zod'
import { job } from '../../../platform/jobs/jobs.ts'

/** Enqueued by a migration under its former name. */
export const fillSearchTermsJob = job('fill-search-terms', z.object({}), { formerly: ['fill_search_terms'] })
