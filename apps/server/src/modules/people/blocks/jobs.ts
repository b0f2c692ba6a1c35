import { z } from 'zod'
import { id } from '../../../platform/events/events.ts'
import { job } from '../../../platform/jobs/jobs.ts'

/** Ends what is left in countries that a creator has blocked. */
export const endInBlockedCountriesJob = job(
  'end-in-blocked-countries',
  z.object({ performerId: id, countries: z.array(z.string()), since: z.iso.datetime() }),
)
