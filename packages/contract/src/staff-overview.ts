import { z } from 'zod'
import { endpoint, many, one } from './endpoint.ts'
import { id, instant } from './fields.ts'
import { revenuePeriods } from './revenue-periods.ts'
import { ledgerCheck, payoutFreeze } from './ledger.ts'

// Pending work for a staff member: counts of the queues that their permissions allow. Queues without permission are null.

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
          /** When the oldest pending one was submitted. */
          oldestAt: instant.nullable(),
          /** Approved documents that run out within thirty days. */
          documentsExpiringSoon: count,
        })
        .nullable(),
      /** moderation */
      reports: z
        .object({
          waiting: count,
          /** Past their due time. */
          late: count,
          appeals: count,
          /** Assigned to this member of staff. */
          mine: count,
          /** When the most urgent one is due. */
          dueAt: instant.nullable(),
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
          ledgerCheck,
          disputes: count,
          /** Escalated orders that wait for a decision, and those of them that are overdue. */
          orderCases: count,
          orderCasesLate: count,
          /** Card payments without any update for an hour. */
          openPayments: count,
          /** Gateway events that have not been processed for five minutes. */
          waitingEvents: count,
          /** Payout requests to approve or to pay. */
          payouts: count,
          /** Payouts whose gateway has not answered for ten minutes. */
          payoutsToReview: count,
          /** The hash chain of the books: how many postings it has not reached, and since when. */
          unchained: count,
          unchainedSince: instant.nullable(),
          chainedAt: instant.nullable(),
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
          jobs: z.object({
            waiting: count,
            retrying: count,
            failed: count,
            /** Since when the oldest due job waits. */
            oldestAt: instant.nullable(),
            /** The same, if it has waited for more than a minute. */
            lateSince: instant.nullable(),
          }),
          /** In the last seven days. */
          failedMails: count,
          failedFiles: count,
          /** Events that a subscriber of the server gave up, in the last thirty days. */
          parkedEvents: count,
        })
        .nullable(),
    }),
  ),
})

const money = z.number()
/** All in the currency of the site, at what a token was worth at each sale: gross = fees + creators + refunded. */
const takings = { gross: money, fees: money, creators: money, refunded: money }
export const viewRevenue = endpoint('GET /admin/revenue', {
  group: 'admin',
  summary: 'What was sold in the last 7 or 30 days or twelve months, and what the site earned by it.',
  who: 'admin:finance',
  limit: 'admin',
  query: z.object({ period: z.enum(revenuePeriods).default('30') }),
  reply: one(
    z.object({
      currency: z.string(),
      ...takings,
      /** What the site earned in as long a span before, up to the same moment of it. */
      feesBefore: money,
      /** Every day, or every month of a year, in UTC; the last one goes on. */
      columns: z.array(z.object({ date: z.string(), ...takings })),
    }),
  ),
})

export const viewLatestDecisions = endpoint('GET /admin/decisions', {
  group: 'admin',
  summary:
    'Who decided how much in the last 24 hours, and the newest decisions, of the queues that this member of staff may open.',
  who: 'admin:any',
  limit: 'admin',
  reply: one(
    z.object({
      /** Those with most decisions first. */
      team: z.array(z.object({ _id: id, name: z.string(), decisions: count })),
      /** Six at most. */
      latest: z.array(
        z.object({
          _id: z.string(),
          at: instant,
          /** As in the audit log. */
          action: z.string(),
          /** null: the account is gone. */
          by: z.object({ _id: id, name: z.string() }).nullable(),
          target: z.object({ type: z.string(), id: z.string() }),
          /** The number of the case, payout or order, or whose verification it is; null where there is none, or no more. */
          about: z.string().nullable(),
        }),
      ),
    }),
  ),
})

export const parkedEventsMax = 100
export const listParkedEvents = endpoint('GET /admin/parked-events', {
  group: 'admin',
  summary: 'Events that a part of the server gave up after several tries, the oldest first; at most a hundred.',
  who: 'admin:settings',
  limit: 'admin',
  reply: many(
    z.object({
      _id: z.string(),
      subscriber: z.string(),
      topic: z.string(),
      tries: z.int(),
      parkedAt: instant,
      /** Of the last try. */
      error: z.string(),
    }),
  ),
})
export const retryParkedEvents = endpoint('POST /admin/parked-events/retry', {
  group: 'admin',
  summary: 'Tries all events again that were given up.',
  who: 'admin:settings',
  limit: 'admin',
  audit: true,
  reply: one(z.object({ retried: z.int() })),
})
