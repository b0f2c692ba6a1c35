import { z } from 'zod'
import { job } from '../../../platform/jobs/jobs.ts'

/** Enqueued by a migration under its former name. */
export const refreshListingsJob = job('refresh-listings', z.object({}), { formerly: ['refresh_listings'] })
