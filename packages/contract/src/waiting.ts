import { z } from 'zod'
import { endpoint, one } from './endpoint.ts'
import { instant } from './fields.ts'
import { payoutFreeze } from './ledger.ts'

// What waits for a member of staff: numbers of the queues that their permissions open. What is not theirs is null.

const count = z.int()

export const viewWaiting = endpoint('GET /admin/waiting', {
  group: 'admin',
  summary: 'What waits for this member of staff, by their permissions.',
  who: 'admin:any',
  limit: 'admin',
  reply: one(
    z.object({
      /** compliance */
      creators: z
        .object({
          submitted: count,
          inReview: count,
          moreInfo: count,
          expired: count,
          /** Since when the oldest one that was sent in waits. */
          oldestAt: instant.nullable(),
          /** Approved papers that run out within thirty days. */
          papersRunningOut: count,
        })
        .nullable(),
      /** support */
      contact: z
        .object({
          /** Messages of the contact form in the last seven days. */
          week: count,
          lastAt: instant.nullable(),
          /** Those that could not be mailed. */
          failed: count,
        })
        .nullable(),
      /** finance */
      money: z
        .object({
          freeze: payoutFreeze,
          disputes: count,
          /** Card payments that nobody has heard of for an hour. */
          openPayments: count,
          /** What gateways told and nobody has worked on for five minutes. */
          waitingEvents: count,
          /** The hash chain of the books: how many postings it has not reached, and since when. */
          unsealed: count,
          unsealedSince: instant.nullable(),
          sealedAt: instant.nullable(),
        })
        .nullable(),
      /** content */
      content: z
        .object({
          drafts: count,
          changedMessages: count,
          promosRunning: count,
          promosWaiting: count,
        })
        .nullable(),
      /** settings */
      site: z
        .object({
          maintenance: z.boolean(),
          blockedCountries: count,
          workers: count,
          jobs: z.object({ waiting: count, retrying: count, failed: count, lateSince: instant.nullable() }),
          /** In the last seven days. */
          failedMails: count,
          failedFiles: count,
        })
        .nullable(),
    }),
  ),
})
