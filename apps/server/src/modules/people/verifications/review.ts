import type { VerificationStatus } from '@fanlight/contract/accounts'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { type DeclaredEvent, publish } from '../../../platform/events/events.ts'
import { refuse, refuseIf, refuseRule } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import * as accounts from '../accounts/performers.ts'
import { mail } from '../../site/mail/outbox.ts'
import { closePage, openPage } from '../../money/subscriptions/page-closures.ts'
import type { EmailKind } from '../../site/mail/emails.ts'
import { openDocument } from './documents.ts'
import * as store from './store.ts'
import {
  performerApproved,
  performerMoreInfoRequested,
  performerRejected,
  performerReopened,
  performerRevoked,
} from './events.ts'

/** Who reviews, and the request they do it with. */
export interface Reviewer {
  viewer: SignedIn
  requestId: string
}
const open: readonly VerificationStatus[] = ['submitted', 'in_review']
const consequences = {
  approved: { event: performerApproved, emailKind: 'verification_approved' },
  rejected: { event: performerRejected, emailKind: 'verification_rejected' },
  more_info: { event: performerMoreInfoRequested, emailKind: 'verification_more_info' },
} as const satisfies Record<
  store.Decision['status'],
  { event: DeclaredEvent<typeof performerApproved.schema>; emailKind: EmailKind }
>

/** One decision per review: of two concurrent ones the second is rejected. Account, email, event and log share one transaction. */
export const decide = (ctx: Context, { viewer, requestId }: Reviewer, id: string, decision: store.Decision) =>
  ctx.transaction(async (tx) => {
    const before = await store.locked(tx, id)
    if (!before) refuse('NOT_FOUND')
    // Documents can also be requested later, such as a tax document: the approval stays valid. After a revocation, it allows re-approval.
    const requestsLater = decision.status === 'more_info' && (await canRequestDocuments(tx, before))
    refuseIf(!open.includes(before.status) && !requestsLater, 'ALREADY_REVIEWED')
    await refuseOthers(tx, viewer, id)
    const pending = (await store.documentsOf(tx, id)).filter(({ status }) => status === 'pending')
    if (decision.status === 'approved') await checkDocuments(tx, viewer, id, pending, decision.documentExpiresOn)
    const performerStatus = await store.statusOf(tx, before.performerId)
    await store.decide(tx, id, viewer.id, decision)
    await accounts.setVerificationStatus(tx, before.performerId, decision.status, {
      unlessApproved: decision.status !== 'approved',
    })
    if (decision.status === 'approved') await openPage(tx, before.performerId)
    const { event, emailKind } = consequences[decision.status]
    await audit(tx, viewer, requestId, {
      action: `verification.${decision.status}`,
      target: { type: 'verification', id },
      reason: decision.reason ?? Object.values(decision.fieldReasons).join(' · '),
      before: {
        status: before.status,
        fieldReasons: before.fieldReasons,
        ...(decision.status === 'approved' && { performerStatus, documents: pending.map((document) => document.id) }),
      },
      after: { status: decision.status, fieldReasons: decision.fieldReasons },
    })
    await publish(tx, event, { performerId: before.performerId, verificationId: id })
    const to = await accounts.addressee(tx, before.performerId)
    const values = { name: to.name, reason: decision.reason ?? '', items: Object.values(decision.fieldReasons) }
    if (to.email) await mail(tx, { to: to.email, kind: emailKind, locale: to.locale, values })
    return (await store.reviewed(tx, id))!
  })

const isIdentityDocument = ({ kind }: store.DocumentRow): boolean => kind === 'id_front' || kind === 'id_back'

/** What an approval needs: every new document was opened since the reviewer's claim, and the identity document's expiry was entered. */
async function checkDocuments(
  tx: Context,
  viewer: SignedIn,
  id: string,
  pending: readonly store.DocumentRow[],
  expiresOn: string | null | undefined,
): Promise<void> {
  const opened = await store.openedInClaim(tx, id, viewer.id)
  const unopened = pending.filter((document) => !opened.has(document.id))
  refuseIf(unopened.length > 0, 'DOCUMENTS_NOT_OPENED', { documents: unopened.map(({ kind }) => kind) })
  const identityDocuments = pending.filter(isIdentityDocument)
  if (identityDocuments.length === 0) return
  if (expiresOn === undefined) refuseRule('documentExpiresOn', 'DOCUMENT_DATE_MISSING')
  if (expiresOn !== null && expiresOn <= tx.clock.now().toISOString().slice(0, 10))
    refuseRule('documentExpiresOn', 'DOCUMENT_EXPIRED')
  await store.setExpiry(
    tx,
    identityDocuments.map((document) => document.id),
    expiresOn,
  )
}

/** Undoes an approval: the review goes on with its reviewer, and what the creator was before applies again. */
export const undoApproval = (ctx: Context, reviewer: Reviewer, id: string) =>
  ctx.transaction(async (tx) => {
    if (!(await store.locked(tx, id))) refuse('NOT_FOUND')
    const { viewer, requestId } = reviewer
    const present = (await store.reviewed(tx, id))!
    const { performerId } = present
    refuseIf(
      present.status !== 'approved' || (await store.newestOf(tx, performerId, true))?.id !== id,
      'ALREADY_REVIEWED',
    )
    refuseIf(present.undoUntil === null || present.decidedBy !== viewer.id, 'UNDO_EXPIRED')
    const before = await store.beforeApproval(tx, id)
    await store.reopen(tx, id, before.documents)
    const isStillApproved = before.performerStatus === 'approved' || before.performerStatus === 'expired'
    await accounts.setVerificationStatus(tx, performerId, isStillApproved ? before.performerStatus : 'in_review')
    if (!isStillApproved) await closePage(tx, performerId)
    await audit(tx, viewer, requestId, {
      action: 'verification.approval_undone',
      target: { type: 'verification', id },
      before: { status: 'approved' },
      after: { status: 'in_review' },
    })
    await writeClaim(tx, reviewer, id)
    await publish(tx, performerReopened, { performerId, verificationId: id })
    const to = await accounts.addressee(tx, performerId)
    if (to.email)
      await mail(tx, { to: to.email, kind: 'verification_reopened', locale: to.locale, values: { name: to.name } })
    return (await store.reviewed(tx, id))!
  })

async function canRequestDocuments(tx: Context, { id, performerId, status }: store.VerificationRow): Promise<boolean> {
  if (status === 'approved') return true
  // A closed account gets no requests, and only its newest verification can be reopened.
  if (status !== 'revoked' || (await accounts.addressee(tx, performerId)).email === null) return false
  return (await store.newestOf(tx, performerId))?.id === id
}

/** Revokes an approval. The access policy is evaluated on each request, so the creator's page is closed as of the commit. */
export const revoke = (ctx: Context, { viewer, requestId }: Reviewer, id: string, reason: string) =>
  ctx.transaction(async (tx) => {
    const verification = await store.locked(tx, id)
    if (!verification) refuse('NOT_FOUND')
    const present = (await store.newestOf(tx, verification.performerId, true))!
    // A renewal in progress does not change which creator is affected: the newest verification is marked as revoked.
    refuseIf(!(await store.isApproved(tx, verification.performerId)), 'ALREADY_REVIEWED')
    await store.revoke(tx, present.id, viewer.id, reason)
    await accounts.setVerificationStatus(tx, verification.performerId, 'revoked')
    await closePage(tx, verification.performerId)
    await audit(tx, viewer, requestId, {
      action: 'verification.revoked',
      target: { type: 'verification', id: present.id },
      reason,
      before: { status: present.status },
      after: { status: 'revoked' },
    })
    await publish(tx, performerRevoked, { performerId: verification.performerId, verificationId: present.id })
    const to = await accounts.addressee(tx, verification.performerId)
    const values = { name: to.name, reason }
    if (to.email) await mail(tx, { to: to.email, kind: 'verification_revoked', locale: to.locale, values })
    return (await store.reviewed(tx, present.id))!
  })

/** Claims a review, so that two reviewers do not do the same work; with `takeOver` also if another reviewer has claimed it. */
export const claim = (ctx: Context, reviewer: Reviewer, id: string, takeOver: boolean) =>
  ctx.transaction(async (tx) => {
    const present = await store.locked(tx, id)
    if (!present) refuse('NOT_FOUND')
    refuseIf(!open.includes(present.status), 'ALREADY_REVIEWED')
    const before = takeOver ? null : await refuseOthers(tx, reviewer.viewer, id)
    if (!before) await writeClaim(tx, reviewer, id)
    return (await store.reviewed(tx, id))!
  })

const writeClaim = (tx: Context, { viewer, requestId }: Reviewer, id: string) =>
  audit(tx, viewer, requestId, { action: 'verification.claimed', target: { type: 'verification', id } })

/** Returns the viewer's own claim, if any; rejects the request if another reviewer has claimed the review. */
async function refuseOthers(tx: Context, viewer: SignedIn, id: string) {
  const present = (await store.reviewed(tx, id))?.claim ?? null
  refuseIf(present !== null && present.actorId !== viewer.id, 'REVIEW_CLAIMED', { name: present?.name })
  return present
}

/** A review with the declared data and the profile. Names and birth dates are decrypted here, so the access is logged. */
export const viewReview = (ctx: Context, { viewer, requestId }: Reviewer, id: string) =>
  ctx.transaction(async (tx) => {
    const review = await store.reviewed(tx, id)
    if (!review) refuse('NOT_FOUND')
    await audit(tx, viewer, requestId, { action: 'verification.viewed', target: { type: 'verification', id } })
    return {
      review,
      declared: review.encryptedIdentity ? store.openIdentity(tx, id, review.encryptedIdentity) : undefined,
      profile: await store.profileSide(tx, review.performerId),
      documents: await store.documentsOf(tx, id),
      opened: await store.openedInClaim(tx, id, viewer.id),
      history: await store.historyOf(tx, review.performerId),
    }
  })

/** Opens one document. The access is logged before a byte is sent; the first access to a new review starts and claims it. */
export const readDocument = (ctx: Context, reviewer: Reviewer, id: string, documentId: string, reason: string) =>
  ctx.transaction(async (tx) => {
    const document = await store.documentOf(tx, id, documentId)
    if (!document) refuse('NOT_FOUND')
    const { viewer, requestId } = reviewer
    // Three documents may be requested at once: the requests run in turn, and the first one claims the review.
    const present = await store.locked(tx, id)
    if (present && open.includes(present.status) && !(await refuseOthers(tx, viewer, id)))
      await writeClaim(tx, reviewer, id)
    const performerId = await store.startReview(tx, id)
    if (performerId) await accounts.setVerificationStatus(tx, performerId, 'in_review', { unlessApproved: true })
    const target = { type: 'verification_document', id: documentId } as const
    await audit(tx, viewer, requestId, {
      action: 'verification.document_viewed',
      target,
      reason,
      after: { verificationId: id, kind: document.kind },
    })
    return { document, bytes: await openDocument(tx, document.storageKey) }
  })
