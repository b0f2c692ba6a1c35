import { z } from 'zod'
import { verificationStatus } from './accounts.ts'
import { auditEntry } from './audit-log.ts'
import { listedCase } from './reports.ts'
import { done, endpoint, many, one } from './endpoint.ts'
import { id, instant, line, text, tokens } from './fields.ts'

// What staff see of people, and may do about them. No one does it to themselves; to staff, only an owner.

export const accountStates = ['active', 'pending_email', 'suspended', 'closing', 'closed'] as const
const role = z.enum(['user', 'performer', 'admin'])
const listed = z.object({
  _id: z.string(),
  name: z.string(),
  username: z.string().nullable(),
  avatar: z.string(),
  role,
  status: z.enum(accountStates),
  verificationStatus: verificationStatus.nullable(),
  country: z.string().nullable(),
  createdAt: instant,
})
export const listAccounts = endpoint('GET /admin/accounts', {
  group: 'admin',
  summary: 'Accounts, the newest first. `q` is part of a name or username, a whole e-mail address, or an id.',
  who: 'admin:support',
  limit: 'admin',
  query: z.object({
    q: line(1, 254).optional(),
    role: role.optional(),
    status: z.enum(accountStates).optional(),
    pageSize: z.coerce.number().int().min(1).max(100).default(50),
    cursor: z.string().max(500).optional(),
  }),
  reply: many(listed),
})

const params = z.object({ id })
const why = line(3, 500)
export const staffAccount = listed.extend({
  statusReason: z.string().nullable(),
  statusUntil: instant.nullable(),
  /** `POST …/personal-data` shows all of it, and is logged. */
  maskedEmail: z.string().nullable(),
  emailVerified: z.boolean(),
  addresses: z.int(),
  permissions: z.array(z.string()),
  formerUsernames: z.array(z.string()),
  closesAt: instant.nullable(),
  sessions: z.array(
    z.object({ device: z.string(), country: z.string().nullable(), createdAt: instant, lastSeenAt: instant }),
  ),
  signIn: z.object({
    hasPassword: z.boolean(),
    authenticator: z.boolean(),
    passkeys: z.int(),
    recoveryCodesLeft: z.int(),
    providers: z.array(z.string()),
  }),
  /** A second factor is about to be removed: by another member of staff at any time, by itself at `dueAt`. */
  removal: z
    .object({
      reason: z.string(),
      requestedBy: z.string(),
      isMine: z.boolean(),
      requestedAt: instant,
      dueAt: instant.nullable(),
    })
    .nullable(),
  verification: z
    .object({ _id: z.string(), status: verificationStatus, reason: z.string().nullable(), changedAt: instant })
    .nullable(),
  /** For staff with the finance permission. */
  money: z
    .object({
      wallet: tokens,
      /** What they paid to creators, less what went back. */
      spent: tokens,
      /** What they were paid and have to give back; later earnings pay it first. */
      owed: tokens,
      /** Null for everybody but creators. */
      earnings: z
        .object({
          /** In the last thirty days, less fees and what went back. */
          earned: tokens,
          /** What waits for the delivery of orders. */
          escrow: tokens,
          pending: tokens,
          available: tokens,
          inPayout: tokens,
          /** What waits because its payment is disputed. */
          held: tokens,
        })
        .nullable(),
    })
    .nullable(),
  /** For staff with the moderation permission: what was reported of this account, the newest first. */
  reports: z
    .object({
      /** Decisions of the last 90 days that acted against the account, without those that an appeal reversed and those of cases that the viewer may not see. */
      strikes: z.int(),
      cases: z.array(listedCase),
    })
    .nullable(),
  /** For staff with the moderation permission: up to twenty other accounts that saved the same card or logged in on the same device. */
  related: z
    .array(
      listed
        .pick({ _id: true, name: true, username: true, avatar: true, status: true })
        .extend({ sameCard: z.boolean(), sameDevice: z.boolean() }),
    )
    .nullable(),
  history: z.array(auditEntry),
  can: z.object({
    suspend: z.boolean(),
    lift: z.boolean(),
    endSessions: z.boolean(),
    removeSecondFactor: z.boolean(),
    approveRemoval: z.boolean(),
    withdrawRemoval: z.boolean(),
    mailConfirmation: z.boolean(),
    revokeVerification: z.boolean(),
    requestDocuments: z.boolean(),
    note: z.boolean(),
  }),
})
const action = { group: 'admin', who: 'admin:support', limit: 'admin', audit: true, params } as const

export const viewAccount = endpoint('GET /admin/accounts/:id', {
  group: 'admin',
  summary: 'One account: its state, sessions, ways to sign in, verification, and what staff did about it.',
  who: 'admin:support',
  limit: 'admin',
  params,
  reply: one(staffAccount),
})
export const showPersonalData = endpoint('POST /admin/accounts/:id/personal-data', {
  ...action,
  summary: 'The e-mail and postal addresses of an account. The access is recorded in the audit log.',
  idempotent: 'none',
  reply: one(
    z.object({
      email: z.string().nullable(),
      addresses: z.array(
        z.object({
          name: z.string(),
          lines: z.array(z.string()),
          country: z.string(),
          phone: z.string(),
        }),
      ),
    }),
  ),
})
export const noteAccount = endpoint('POST /admin/accounts/:id/notes', {
  ...action,
  summary: 'Writes a note about an account into the audit log.',
  body: z.object({ text: text(1, 1000) }),
  reply: done,
})
export const suspendAccount = endpoint('POST /admin/accounts/:id/suspension', {
  ...action,
  summary: 'Takes an account out of use, for a time or until lifted; the reason is mailed to its owner.',
  refuses: ['NOT_TO_ONESELF', 'NOT_ABOVE_ONESELF', 'ALREADY_SUSPENDED'],
  body: z.object({ reason: why, until: instant.nullable().default(null) }),
  reply: done,
})
export const liftSuspension = endpoint('POST /admin/accounts/:id/suspension/lift', {
  ...action,
  summary: 'Lifts a suspension.',
  refuses: ['NOT_TO_ONESELF', 'NOT_ABOVE_ONESELF', 'NOT_SUSPENDED'],
  body: z.object({ reason: why }),
  reply: done,
})
export const endSessionsOf = endpoint('POST /admin/accounts/:id/sessions/end', {
  ...action,
  summary: 'Signs an account out everywhere.',
  refuses: ['NOT_TO_ONESELF', 'NOT_ABOVE_ONESELF'],
  body: z.object({ reason: why }),
  reply: one(z.object({ ended: z.int() })),
})
export const mailConfirmation = endpoint('POST /admin/accounts/:id/confirmation-mail', {
  ...action,
  summary: 'Mails the link again that confirms the address of an account.',
  refuses: ['NOT_TO_ONESELF', 'NOT_ABOVE_ONESELF', 'EMAIL_CONFIRMED', 'TOO_MANY_REQUESTS'],
  idempotent: 'none',
  body: z.object({ reason: why }),
  reply: done,
})

const removalRefusals = ['NOT_TO_ONESELF', 'NOT_ABOVE_ONESELF'] as const
export const requestFactorRemoval = endpoint('POST /admin/accounts/:id/second-factor-removal', {
  ...action,
  summary:
    'Begins to remove a lost second factor: another member of staff agrees, or 24 hours pass in which its owner may stop it by mail.',
  refuses: [...removalRefusals, 'SECOND_FACTOR_MISSING', 'FACTOR_REMOVAL_OPEN'],
  idempotent: 'none',
  body: z.object({ reason: why }),
  reply: done,
})
export const approveFactorRemoval = endpoint('POST /admin/accounts/:id/second-factor-removal/approval', {
  ...action,
  summary: 'Agrees as the second member of staff: the second factor is removed at once.',
  refuses: [...removalRefusals, 'NO_FACTOR_REMOVAL', 'ANOTHER_MUST_AGREE'],
  reply: done,
})
export const withdrawFactorRemoval = endpoint('POST /admin/accounts/:id/second-factor-removal/withdrawal', {
  ...action,
  summary: 'Takes the removal of a second factor back.',
  refuses: [...removalRefusals, 'NO_FACTOR_REMOVAL'],
  reply: done,
})
/** From the mail to the account's address. */
export const stopFactorRemoval = endpoint('POST /auth/second-factor-removal/refusal', {
  group: 'auth',
  summary: 'Stops the removal of a second factor with the token of the mailed link.',
  who: 'public',
  limit: 'login',
  idempotent: 'none',
  refuses: ['TOKEN_SPENT'],
  body: z.object({ token: text(1, 200) }),
  reply: done,
})
