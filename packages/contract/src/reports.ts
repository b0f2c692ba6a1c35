import { reportTextMax, statementMin } from './limits.ts'
import { z } from 'zod'
import { captchaPass } from './captcha-pass.ts'
import { done, endpoint, many, one } from './endpoint.ts'
import { auditEntry } from './audit-log.ts'
import { says } from './field-errors.ts'
import { email, flag, id, instant, line, text } from './fields.ts'
import { mediaFile } from './media.ts'
import { reportActions, reportCategories, reportStates, reportTargets } from './report-values.ts'

// Reports of items, comments, messages and people, what staff decide about them, and appeals.

const target = z.strictObject({ type: z.enum(reportTargets), id })

export const createReport = endpoint('POST /reports', {
  group: 'reports',
  summary:
    'Reports an item, a comment, a person, or a message that one got. Without an account it needs an address to answer to. A second report of the same sender changes nothing.',
  who: 'public',
  limit: 'report',
  whileSuspended: true,
  refuses: ['AGE_REQUIRED', 'PERFORMER_NOT_FOUND', 'NOT_TO_ONESELF'],
  body: z
    .object({
      target,
      category: z.enum(reportCategories),
      text: text(0, reportTextMax).default(''),
      /** Where the outcome is sent. Needed without an account; with one, its own address is used. */
      contact: email.optional(),
      /** That the report is made in good faith and is true. Needed for copyright. */
      goodFaith: z.boolean().default(false),
      captcha: captchaPass,
    })
    .refine((entry) => entry.category !== 'other' || entry.text.length >= 3, {
      path: ['text'],
      message: says('REPORT_TEXT_MISSING'),
    })
    .refine((entry) => entry.category !== 'copyright' || entry.goodFaith, {
      path: ['goodFaith'],
      message: says('GOOD_FAITH_MISSING'),
    }),
  reply: one(
    z.object({
      /** What to name when writing about it. */
      number: z.string(),
      dueAt: instant,
    }),
  ),
})

// What the author of a reported target gets. Who reported it is never among it.

const decision = z.object({
  _id: z.string(),
  number: z.string(),
  targetType: z.enum(reportTargets),
  /** Of the item, or the beginning of its text. */
  title: z.string(),
  category: z.enum(reportCategories),
  action: z.enum(['hide', 'remove', 'delete_comment', 'delete_message', 'suspend']),
  statement: z.string(),
  decidedAt: instant,
  appealUntil: instant,
  appeal: z
    .object({
      text: z.string(),
      at: instant,
      outcome: z.enum(['upheld', 'reversed']).nullable(),
      statement: z.string(),
    })
    .nullable(),
  can: z.object({ appeal: z.boolean() }),
})
const params = z.object({ id })
const secret = line(1, 200)

export const listDecisions = endpoint('GET /reports/decisions', {
  group: 'reports',
  summary: 'Decisions about what one published or wrote, the newest first.',
  who: 'any',
  limit: 'read',
  query: z.object({
    pageSize: z.coerce.number().int().min(1).max(100).default(20),
    cursor: z.string().max(500).optional(),
  }),
  reply: many(decision),
})
export const viewDecision = endpoint('GET /reports/decisions/:id', {
  group: 'reports',
  summary: 'One decision, for its author: signed in, or with the token of the mailed link.',
  who: 'public',
  limit: 'read',
  whileTermsDue: true,
  whileUnfinished: true,
  params,
  query: z.object({ token: secret.optional() }),
  reply: one(decision),
})
export const appealDecision = endpoint('POST /reports/decisions/:id/appeal', {
  group: 'reports',
  summary: 'Appeals against a decision within six months, once. Someone else decides about it.',
  who: 'public',
  limit: 'report',
  whileSuspended: true,
  whileTermsDue: true,
  whileUnfinished: true,
  idempotent: 'none',
  refuses: ['NO_APPEAL', 'APPEAL_WAITS', 'APPEAL_ENDED'],
  params,
  body: z.object({ text: text(10, reportTextMax), token: secret.optional() }),
  reply: one(decision),
})

// For staff.

const person = z.object({
  _id: z.string(),
  name: z.string(),
  username: z.string().nullable(),
  avatar: z.string(),
})
const member = person.pick({ _id: true, name: true })
export const listedCase = z.object({
  _id: z.string(),
  number: z.string(),
  targetType: z.enum(reportTargets),
  targetId: z.string(),
  title: z.string(),
  author: person,
  category: z.enum(reportCategories),
  state: z.enum(reportStates),
  dueAt: instant,
  reports: z.int(),
  assignedTo: member.nullable(),
  action: z.enum(reportActions).nullable(),
  createdAt: instant,
  updatedAt: instant,
})
export const staffReport = listedCase.extend({
  isMine: z.boolean(),
  /** Since when it is hidden without a decision; dismissing shows it again. */
  hiddenAt: instant.nullable(),
  /** Decisions of the last 90 days that acted against its author, without those that were reversed and those of cases that the viewer may not see. */
  strikes: z.int(),
  snapshot: z.object({
    takenAt: instant,
    title: z.string(),
    text: z.string(),
    name: z.string(),
    username: z.string().nullable(),
    publishedAt: instant.nullable(),
    files: z.array(z.object({ _id: z.string(), kind: z.string(), sha256: z.string().nullable(), bytes: z.number() })),
    /** Of a message: what was written directly before and after it. Nothing else of a conversation is shown. */
    beside: z.array(
      z.object({
        isBefore: z.boolean(),
        /** Written by the author of the message, not by who reported it. */
        isAuthor: z.boolean(),
        text: z.string(),
        isDeleted: z.boolean(),
        files: z.int(),
        at: instant,
      }),
    ),
  }),
  /** The target as it is now; null where it is gone. */
  now: z
    .object({
      status: z.string(),
      title: z.string(),
      text: z.string(),
      /** A path of the site. */
      path: z.string().nullable(),
      isChanged: z.boolean(),
      /** How many people bought it, and may be refunded. */
      buyers: z.int(),
    })
    .nullable(),
  statements: z.array(
    z.object({
      _id: z.string(),
      category: z.enum(reportCategories),
      text: z.string(),
      goodFaith: z.boolean(),
      /** Null for someone without an account. */
      reporter: person.nullable(),
      /** How many of this account's earlier reports led to an action, and how many were dismissed; cases that the viewer may not see are not counted. */
      reporterHistory: z.object({ actioned: z.int(), dismissed: z.int() }).nullable(),
      createdAt: instant,
    }),
  ),
  decision: z
    .object({
      action: z.enum(reportActions),
      statement: z.string(),
      by: member.nullable(),
      at: instant,
      isMine: z.boolean(),
    })
    .nullable(),
  appeal: z
    .object({
      text: z.string(),
      at: instant,
      outcome: z.enum(['upheld', 'reversed']).nullable(),
      statement: z.string(),
      by: member.nullable(),
    })
    .nullable(),
  /** Other cases of the same target or author, the newest first. */
  others: z.array(listedCase),
  history: z.array(auditEntry),
  can: z.object({
    assign: z.boolean(),
    actions: z.array(z.enum(reportActions)),
    decideAppeal: z.boolean(),
  }),
})

export const listReports = endpoint('GET /admin/reports', {
  group: 'admin',
  summary: 'Cases of reports, those due first. Without a state, those that wait for a decision.',
  who: 'admin:moderation',
  limit: 'admin',
  query: z.object({
    state: z.enum([...reportStates, 'all']).optional(),
    category: z.enum(reportCategories).optional(),
    /** `late`: past their due time; `day`: within the next 24 hours. */
    due: z.enum(['late', 'day']).optional(),
    mine: flag.optional(),
    pageSize: z.coerce.number().int().min(1).max(100).default(30),
    cursor: z.string().max(500).optional(),
  }),
  reply: many(listedCase),
})
export const viewReport = endpoint('GET /admin/reports/:id', {
  group: 'admin',
  summary:
    'One case: the target when it was reported and now, its reports, other cases, and what staff did. The access is logged.',
  who: 'admin:moderation',
  limit: 'admin',
  audit: true,
  params,
  reply: one(staffReport),
})
const action = { group: 'admin', who: 'admin:moderation', limit: 'admin', audit: true, params } as const
export const viewReportMedia = endpoint('POST /admin/reports/:id/media', {
  ...action,
  summary: 'The files of a reported target. Each access is recorded in the audit log.',
  idempotent: 'none',
  reply: one(z.array(mediaFile)),
})
export const assignReport = endpoint('POST /admin/reports/:id/assignment', {
  ...action,
  summary: 'Assigns a case to oneself; with `takeOver` also one that another member of staff has.',
  refuses: ['ALREADY_REVIEWED', 'REVIEW_CLAIMED'],
  body: z.object({ takeOver: z.boolean().default(false) }),
  reply: done,
})
export const decideReport = endpoint('POST /admin/reports/:id/decision', {
  ...action,
  summary: 'Decides a case: acts on the target or its author, or dismisses it. The statement is mailed to the author.',
  refuses: ['ALREADY_REVIEWED', 'REVIEW_CLAIMED', 'NOT_TO_ONESELF', 'NOT_ABOVE_ONESELF', 'CONFLICT'],
  body: z.object({
    action: z.enum(reportActions),
    statement: text(statementMin, reportTextMax),
    /** Of a removed item, or what is bought of it: everybody who bought it gets their tokens back. */
    refundBuyers: z.boolean().default(false),
    /** Until when an account is suspended; null until it is lifted. */
    until: instant.nullable().default(null),
  }),
  reply: done,
})
export const decideAppeal = endpoint('POST /admin/reports/:id/appeal-decision', {
  ...action,
  summary:
    'Decides an appeal: another member of staff than who decided the case. `reversed` restores what was acted on.',
  refuses: ['ALREADY_REVIEWED', 'REVIEW_CLAIMED', 'ANOTHER_MUST_AGREE', 'NOT_TO_ONESELF', 'NOT_ABOVE_ONESELF'],
  body: z.object({ outcome: z.enum(['upheld', 'reversed']), statement: text(statementMin, reportTextMax) }),
  reply: done,
})
