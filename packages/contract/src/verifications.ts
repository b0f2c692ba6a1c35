import { z } from 'zod'
import { says } from './field-errors.ts'
import { verificationStatus } from './accounts.ts'
import { day, documentTypes, identityFields, identityFiles } from './auth.ts'
import { endpoint, many, one } from './endpoint.ts'
import { id, instant, line, listQuery, text } from './fields.ts'

// Proving who a performer is: what they send, and what staff decide.

export const documentKinds = ['id_front', 'id_back', 'selfie_with_id', 'address', 'tax'] as const
export const documentFiles = [...identityFiles, 'address', 'tax'] as const
/** The upload's field names beside the kinds they are stored as. */
export const kindOfFile = {
  idFront: 'id_front',
  idBack: 'id_back',
  selfieWithId: 'selfie_with_id',
  address: 'address',
  tax: 'tax',
} as const satisfies Record<(typeof documentFiles)[number], (typeof documentKinds)[number]>

const fieldReasons = z.record(z.string(), z.string())
const ownDocument = z.object({
  kind: z.enum(documentKinds),
  status: z.enum(['pending', 'approved', 'rejected', 'expired']),
  fieldReasons,
  expiresOn: z.string().nullable(),
  createdAt: instant,
})
const ownVerification = z.object({
  status: verificationStatus,
  reason: z.string().nullable(),
  fieldReasons,
  submittedAt: instant.nullable(),
  decidedAt: instant.nullable(),
  documents: z.array(ownDocument),
  /** The status that counts: while documents are renewed, the earlier approval stays valid. */
  effectiveStatus: verificationStatus,
  /** The documents run out soon or have, and may be sent anew. */
  renewable: z.boolean(),
  /** The date on which the current identity documents expire. */
  expiresOn: z.string().nullable(),
  /** Earlier reviews, the newest first. */
  history: z.array(
    z.object({
      status: verificationStatus,
      reason: z.string().nullable(),
      submittedAt: instant.nullable(),
      decidedAt: instant.nullable(),
    }),
  ),
})

export const getMyVerification = endpoint('GET /performers/me/verification', {
  group: 'performers',
  summary: 'The status of one’s own verification. The documents themselves are not shown again.',
  who: 'performer',
  limit: 'read',
  reply: one(ownVerification),
})
export const uploadDocuments = endpoint('POST /performers/documents/upload', {
  group: 'performers',
  summary: 'Submits documents again after a request for more, a rejection or an expiry.',
  who: 'performer',
  limit: 'upload',
  refuses: ['VERIFICATION_SENT', 'TOO_YOUNG'],
  idempotent: 'none',
  files: documentFiles,
  body: z.object(identityFields).partial(),
  reply: one(ownVerification),
})

const reviewed = z.object({
  _id: z.string(),
  status: verificationStatus,
  reason: z.string().nullable(),
  fieldReasons,
  submittedAt: instant.nullable(),
  decidedAt: instant.nullable(),
  decidedBy: z.string().nullable(),
  deciderName: z.string().nullable(),
  /** The reviewer who is working on it now. Another reviewer waits, or takes it over. */
  claim: z.object({ name: z.string(), mine: z.boolean(), until: instant }).nullable(),
  /** Until when the requester may undo their approval. */
  undoUntil: instant.nullable(),
  performer: z.object({
    _id: z.string(),
    name: z.string(),
    username: z.string().nullable(),
    country: z.string().nullable(),
  }),
  updatedAt: instant,
})
export const reviewedVerification = reviewed
export const listVerifications = endpoint('GET /admin/verifications', {
  group: 'admin',
  summary: 'Verifications, newest change first.',
  who: 'admin:compliance',
  limit: 'admin',
  query: z.object({
    ...listQuery(['updatedAt', 'submittedAt', 'createdAt']),
    status: verificationStatus.optional(),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .optional(),
    q: line(1, 100).optional(),
  }),
  reply: many(reviewed),
})
const params = z.object({ id })
/** Both sides: what the performer declared and proved, and what their account says. Looking is logged. */
export const getVerification = endpoint('GET /admin/verifications/:id', {
  group: 'admin',
  summary: 'One verification with its documents.',
  who: 'admin:compliance',
  limit: 'admin',
  audit: true,
  params,
  reply: one(
    reviewed.extend({
      declared: z.object({
        legalName: z.string().nullable(),
        dateOfBirth: z.string().nullable(),
        country: z.string().nullable(),
        documentExpiresOn: z.string().nullable(),
      }),
      profile: z.object({
        name: z.string(),
        username: z.string().nullable(),
        email: z.string().nullable(),
        emailVerified: z.boolean(),
        gender: z.string().nullable(),
        dateOfBirth: z.string().nullable(),
        age: z.int().nullable(),
        country: z.string().nullable(),
        status: z.string(),
        createdAt: instant,
      }),
      documents: z.array(
        ownDocument.extend({
          _id: z.string(),
          mime: z.string(),
          bytes: z.int(),
          sha256: z.string(),
          /** The requester opened it since they claimed the review. */
          opened: z.boolean(),
        }),
      ),
      history: z.array(
        z.object({
          _id: z.string(),
          status: verificationStatus,
          reason: z.string().nullable(),
          createdAt: instant,
          decidedAt: instant.nullable(),
        }),
      ),
    }),
  ),
})
export const claimVerification = endpoint('POST /admin/verifications/:id/claim', {
  group: 'admin',
  summary: 'Takes a review for a quarter of an hour, so that two do not do the same work.',
  who: 'admin:compliance',
  limit: 'admin',
  audit: true,
  refuses: ['ALREADY_REVIEWED', 'REVIEW_CLAIMED'],
  params,
  body: z.object({ takeOver: z.boolean().default(false) }),
  reply: one(reviewed),
})
const why = line(3, 500)
export const getVerificationDocument = endpoint('GET /admin/verifications/:id/documents/:documentId', {
  group: 'admin',
  summary: 'The bytes of one document. Each access is recorded in the audit log with its reason.',
  who: 'admin:compliance',
  limit: 'admin',
  audit: true,
  refuses: ['REVIEW_CLAIMED'],
  params: z.object({ id, documentId: id }),
  query: z.object({ reason: why }),
  sends: documentTypes,
  reply: z.any(),
})
export const approveVerification = endpoint('POST /admin/verifications/:id/approval', {
  group: 'admin',
  summary:
    'Approves a performer. The reviewer has opened every new document since the claim, and enters when the identity document expires.',
  who: 'admin:compliance',
  limit: 'admin',
  audit: true,
  refuses: ['ALREADY_REVIEWED', 'REVIEW_CLAIMED', 'DOCUMENTS_NOT_OPENED'],
  params,
  body: z
    .object({
      reason: text(0, 500).optional(),
      /** As read from the document; null for one without an expiry date. Required where there is a new identity document. */
      documentExpiresOn: day.nullish(),
    })
    .nullish(),
  reply: one(reviewed),
})
export const undoApproval = endpoint('DELETE /admin/verifications/:id/approval', {
  group: 'admin',
  summary: 'Undoes one’s own approval within ten minutes. The review is then claimed by its reviewer again.',
  who: 'admin:compliance',
  limit: 'admin',
  audit: true,
  refuses: ['ALREADY_REVIEWED', 'UNDO_EXPIRED'],
  params,
  reply: one(reviewed),
})
export const rejectVerification = endpoint('POST /admin/verifications/:id/rejection', {
  group: 'admin',
  summary: 'Rejects a performer; the reason is mailed to them.',
  who: 'admin:compliance',
  limit: 'admin',
  audit: true,
  refuses: ['ALREADY_REVIEWED', 'REVIEW_CLAIMED'],
  params,
  body: z.object({ reason: text(3, 1000) }),
  reply: one(reviewed),
})
export const revokeVerification = endpoint('POST /admin/verifications/:id/revocation', {
  group: 'admin',
  summary: 'Takes an approval back: the creator is no longer shown, publishes nothing and is not paid.',
  who: 'admin:compliance',
  limit: 'admin',
  audit: true,
  refuses: ['ALREADY_REVIEWED'],
  params,
  body: z.object({ reason: text(3, 1000) }),
  reply: one(reviewed),
})
const questionable = [...documentKinds, 'legalName', 'dateOfBirth', 'country', 'documentExpiresOn'] as const
export const requestDocuments = endpoint('POST /admin/verifications/:id/request-for-more', {
  group: 'admin',
  summary: 'Requests the performer to correct some fields or documents.',
  who: 'admin:compliance',
  limit: 'admin',
  audit: true,
  refuses: ['ALREADY_REVIEWED', 'REVIEW_CLAIMED'],
  params,
  body: z.object({
    fieldReasons: z
      .partialRecord(z.enum(questionable), text(3, 500))
      .refine((reasons) => Object.keys(reasons).length > 0, says('CORRECTION_MISSING')),
  }),
  reply: one(reviewed),
})
