import type { VerificationStatus } from '@fanlight/contract/accounts'
import type { SignedIn } from '../../../platform/viewer.ts'
import type * as store from './store.ts'
import type { viewReview } from './review.ts'

const time = (at: Date | null) => at?.toISOString() ?? null

export const presentOwn = (
  row: store.VerificationRow | undefined,
  documents: readonly store.DocumentRow[],
  {
    effectiveStatus,
    renewable,
    history,
  }: { effectiveStatus: VerificationStatus; renewable: boolean; history: store.VerificationRow[] },
) => ({
  status: row?.status ?? ('draft' as const),
  reason: row?.reason ?? null,
  fieldReasons: row?.fieldReasons ?? {},
  submittedAt: time(row?.submittedAt ?? null),
  decidedAt: time(row?.decidedAt ?? null),
  documents: documents.map(presentOwnDocument),
  effectiveStatus,
  renewable,
  expiresOn:
    documents.flatMap(({ expiresOn, status }) => (expiresOn && status !== 'rejected' ? [expiresOn] : [])).sort()[0] ??
    null,
  history: history
    .filter(({ id }) => id !== row?.id)
    .map((entry) => ({
      status: entry.status,
      reason: entry.reason,
      submittedAt: time(entry.submittedAt),
      decidedAt: time(entry.decidedAt),
    })),
})

const presentOwnDocument = (document: store.DocumentRow) => ({
  kind: document.kind,
  status: document.status,
  fieldReasons: document.fieldReasons,
  expiresOn: document.expiresOn,
  createdAt: document.createdAt.toISOString(),
})

export const presentReviewed = (row: store.ReviewedRow, viewer: Pick<SignedIn, 'id'>) => ({
  _id: row.id,
  status: row.status,
  reason: row.reason,
  fieldReasons: row.fieldReasons,
  submittedAt: time(row.submittedAt),
  decidedAt: time(row.decidedAt),
  decidedBy: row.decidedBy,
  deciderName: row.deciderName,
  claim: row.claim && {
    name: row.claim.name,
    mine: row.claim.actorId === viewer.id,
    until: new Date(row.claim.until).toISOString(),
  },
  undoUntil: row.decidedBy === viewer.id ? time(row.undoUntil) : null,
  performer: { _id: row.performerId, name: row.name, username: row.username, country: row.country },
  updatedAt: row.updatedAt.toISOString(),
})

export const presentReview = (
  { review, declared, profile, documents, opened, history }: Awaited<ReturnType<typeof viewReview>>,
  viewer: Pick<SignedIn, 'id'>,
) => ({
  ...presentReviewed(review, viewer),
  declared: declared ?? { legalName: null, dateOfBirth: null, country: null, documentExpiresOn: null },
  profile: { ...profile, createdAt: profile.createdAt.toISOString() },
  documents: documents.map((document) => ({
    ...presentOwnDocument(document),
    _id: document.id,
    mime: document.mime,
    bytes: Number(document.bytes),
    sha256: document.sha256.toString('hex'),
    opened: opened.has(document.id),
  })),
  history: history.map((entry) => ({
    _id: entry.id,
    status: entry.status,
    reason: entry.reason,
    createdAt: entry.createdAt.toISOString(),
    decidedAt: time(entry.decidedAt),
  })),
})
