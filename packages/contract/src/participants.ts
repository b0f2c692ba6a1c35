import { z } from 'zod'
import { documentTypes, day } from './auth.ts'
import { done, endpoint, many, one } from './endpoint.ts'
import { says } from './field-errors.ts'
import { email, id, instant, line, listQuery, locale, text, username } from './fields.ts'
import { itemKindNames, personSummary } from './items.ts'
import { performerRefusals } from './refusals.ts'

// Participants: the people whom a creator’s items show, and their consent. A participant is another creator of the site, or a guest who
// signs by a link. One consent covers all items of the creator that name the person.

export const consentStatuses = ['invited', 'signed', 'verified', 'rejected', 'revoked', 'expired'] as const
export const consentStatus = z.enum(consentStatuses)
export type ConsentStatus = z.infer<typeof consentStatus>
/** How long an invitation can be signed. */
export const invitationDays = 14
export const participantsMax = 1_000
export const consentFiles = ['idFront', 'selfieWithId'] as const

/** Whether those who buy a video that shows the person may save it; null where they were not asked, which forbids nothing. */
const mayDownload = z.boolean().nullable()
/** The last day on which it counts, in UTC; null where it counts until it is withdrawn. */
const endsOn = day.nullable()

/** A person as the creator sees them. What they declared and sent for review is shown to staff alone. */
export const participant = z.object({
  _id: id,
  name: z.string(),
  /** Of a creator; null for a guest. */
  username: z.string().nullable(),
  isGuest: z.boolean(),
  email: z.string().nullable(),
  status: consentStatus,
  /** Why staff rejected or revoked it. */
  reason: z.string().nullable(),
  /** Until when the invitation can be signed. */
  invitedUntil: instant.nullable(),
  signedAt: instant.nullable(),
  mayDownload,
  endsOn,
  items: z.int(),
  updatedAt: instant,
})
export type Participant = z.infer<typeof participant>
/** The link and code of a guest are mailed to the guest alone: a creator who had them could sign for the guest. */
const invited = one(participant)
const params = z.object({ id })

export const addParticipant = endpoint('POST /performer/participants', {
  group: 'participants',
  summary: 'Adds a person whom one’s items show, and invites them to consent.',
  who: 'approved',
  limit: 'write',
  idempotent: 'none',
  refuses: [
    ...performerRefusals,
    'NOT_TO_ONESELF',
    'ALREADY_PARTICIPANT',
    'TOO_MANY_PARTICIPANTS',
    'TOO_MANY_REQUESTS',
  ],
  body: z
    .strictObject({
      username: username.optional(),
      name: line(2, 120).optional(),
      /** Of a guest: where the link and the code are sent. */
      email: email.optional(),
      /** The language of the email. */
      locale: locale.optional(),
    })
    .refine((body) => (body.username === undefined) !== (body.name === undefined), {
      path: ['name'],
      message: says('PERSON_MISSING'),
    })
    .refine((body) => body.name === undefined || body.email !== undefined, {
      path: ['email'],
      message: says('ADDRESS_MISSING'),
    }),
  reply: invited,
})
export type NewParticipant = z.output<typeof addParticipant.body>
export const listParticipants = endpoint('GET /performer/participants', {
  group: 'participants',
  summary: 'The people whom one’s items show.',
  who: 'performer',
  limit: 'read',
  query: z.object({
    ...listQuery(['updatedAt', 'createdAt']),
    status: consentStatus.optional(),
    q: text(0, 100).optional(),
  }),
  reply: many(participant),
})
export const inviteAgain = endpoint('POST /performer/participants/:id/invitation', {
  group: 'participants',
  summary: 'Sends the person a new link to sign by. The link before no longer works.',
  who: 'approved',
  limit: 'write',
  idempotent: 'none',
  refuses: ['CONSENT_ANSWERED', 'TOO_MANY_REQUESTS'],
  params,
  reply: invited,
})
export const removeParticipant = endpoint('DELETE /performer/participants/:id', {
  group: 'participants',
  summary: 'Removes a person whom no item names.',
  who: 'performer',
  limit: 'write',
  refuses: ['PARTICIPANT_IN_USE'],
  params,
  reply: done,
})

const consentItem = z.object({ kind: z.enum(itemKindNames), title: z.string() })
/** What a person is invited to consent to, or has consented to. */
const request = z.object({
  creator: personSummary,
  status: consentStatus,
  signedAt: instant.nullable(),
  mayDownload,
  endsOn,
  /** The newest items that name the person, 20 at most. */
  items: z.array(consentItem),
  itemCount: z.int(),
  /** Paragraphs of the release: in the reader’s language, or as it was signed. */
  release: z.array(z.string()),
})
export const listConsentRequests = endpoint('GET /performer/consent-requests', {
  group: 'participants',
  summary: 'What other creators ask one to consent to, and what one consented to.',
  who: 'performer',
  limit: 'read',
  query: z.object(listQuery(['updatedAt', 'createdAt'])),
  reply: many(request.extend({ _id: id })),
})
export const signConsentRequest = endpoint('POST /performer/consent-requests/:id/signature', {
  group: 'participants',
  summary: 'Consents. A creator’s identity is verified already, so that the consent counts at once.',
  who: 'approved',
  limit: 'write',
  refuses: ['LINK_SPENT'],
  params,
  body: z.strictObject({
    agree: z.literal(true),
    mayDownload: z.boolean().default(false),
    /** The last day on which it counts, after today. */
    endsOn: day.nullable().default(null),
  }),
  reply: done,
})
export const withdrawConsentRequest = endpoint('POST /performer/consent-requests/:id/withdrawal', {
  group: 'participants',
  summary: 'Declines or withdraws consent: every item that names one is hidden at once.',
  who: 'performer',
  limit: 'write',
  whileSuspended: true,
  whileClosing: true,
  params,
  reply: done,
})

const token = z.object({ token: z.string().regex(/^[\w-]{43}$/) })
/** `use`: what the link can still do. Nothing else is said by a link that is `used` or `expired`. */
export const getConsent = endpoint('GET /consents/:token', {
  group: 'participants',
  summary: 'What a link asks consent to. Links that don’t exist are not found.',
  who: 'public',
  limit: 'read',
  params: token,
  reply: one(
    request.extend({
      use: z.enum(['sign', 'withdraw', 'used', 'expired']),
      name: z.string(),
      until: instant.nullable(),
    }),
  ),
})
export const signConsent = endpoint('POST /consents/:token/signature', {
  group: 'participants',
  summary: 'Signs by an invitation, with a document and a selfie. `link` withdraws later and is shown once.',
  who: 'public',
  limit: 'register',
  idempotent: 'none',
  refuses: ['TOO_YOUNG', 'LINK_SPENT', 'CODE_INCORRECT'],
  params: token,
  files: consentFiles,
  body: z.object({
    /** Of the email with the link. */
    code: z.string().regex(/^\d{6}$/, says('SIX_DIGITS')),
    legalName: line(2, 120),
    dateOfBirth: day,
    /** Where the link for withdrawing is sent. */
    email: z.union([z.literal(''), email]).optional(),
    agree: z.literal('true'),
    /** Those who buy a video that shows the person may save it; not where it is missing or empty. */
    mayDownload: z.enum(['', 'true']).optional(),
    /** The last day on which it counts, after today; without an end where it is missing or empty. */
    endsOn: z.union([z.literal(''), day]).optional(),
  }),
  reply: one(z.object({ link: z.string() })),
})
export const withdrawConsent = endpoint('POST /consents/:token/withdrawal', {
  group: 'participants',
  summary: 'Declines or withdraws consent: every item that names the person is hidden at once.',
  who: 'public',
  limit: 'write',
  idempotent: 'none',
  refuses: ['LINK_SPENT'],
  params: token,
  reply: done,
})

const reviewed = z.object({
  _id: id,
  name: z.string(),
  status: consentStatus,
  reason: z.string().nullable(),
  isGuest: z.boolean(),
  /** What a guest who signed shares with the creator, who may have signed instead: the network address, or the device. */
  sharedWithCreator: z.array(z.enum(['address', 'device'])),
  creator: personSummary.omit({ avatar: true }),
  signedAt: instant.nullable(),
  mayDownload,
  endsOn,
  decidedAt: instant.nullable(),
  deciderName: z.string().nullable(),
  updatedAt: instant,
})
export const listConsents = endpoint('GET /admin/consents', {
  group: 'admin',
  summary: 'Consents of participants. Those that wait for review come first when sorted by `signedAt`.',
  who: 'admin:compliance',
  limit: 'admin',
  query: z.object({ ...listQuery(['signedAt', 'updatedAt']), status: consentStatus.optional() }),
  reply: many(reviewed),
})
export const getConsentReview = endpoint('GET /admin/consents/:id', {
  group: 'admin',
  summary: 'One consent with what the person declared. Looking is logged.',
  who: 'admin:compliance',
  limit: 'admin',
  audit: true,
  params,
  reply: one(
    reviewed.extend({
      declared: z.object({ legalName: z.string(), dateOfBirth: z.string() }).nullable(),
      release: z.array(z.string()),
      items: z.array(consentItem),
      itemCount: z.int(),
      documents: z.array(
        z.object({
          _id: id,
          kind: z.string(),
          mime: z.string(),
          bytes: z.int(),
          opened: z.boolean(),
          createdAt: instant,
        }),
      ),
    }),
  ),
})
const why = line(3, 500)
export const getConsentDocument = endpoint('GET /admin/consents/:id/documents/:documentId', {
  group: 'admin',
  summary: 'The bytes of one document. Each access is recorded in the audit log with its reason.',
  who: 'admin:compliance',
  limit: 'admin',
  audit: true,
  params: z.object({ id, documentId: id }),
  query: z.object({ reason: why }),
  sends: documentTypes,
  reply: z.any(),
})
export const approveConsent = endpoint('POST /admin/consents/:id/approval', {
  group: 'admin',
  summary: 'Verifies a signed consent. The reviewer has opened every document since it was signed.',
  who: 'admin:compliance',
  limit: 'admin',
  audit: true,
  refuses: ['ALREADY_REVIEWED', 'DOCUMENTS_NOT_OPENED'],
  params,
  reply: one(reviewed),
})
export const rejectConsent = endpoint('POST /admin/consents/:id/rejection', {
  group: 'admin',
  summary: 'Rejects a signed consent; the reason is mailed to the creator.',
  who: 'admin:compliance',
  limit: 'admin',
  audit: true,
  refuses: ['ALREADY_REVIEWED'],
  params,
  body: z.object({ reason: text(3, 1000) }),
  reply: one(reviewed),
})
export const revokeConsent = endpoint('POST /admin/consents/:id/revocation', {
  group: 'admin',
  summary: 'Revokes a consent for the person: every item that names them is hidden at once.',
  who: 'admin:compliance',
  limit: 'admin',
  audit: true,
  refuses: ['ALREADY_REVIEWED'],
  params,
  body: z.object({ reason: text(3, 1000) }),
  reply: one(reviewed),
})
