import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { refuse, refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { openDocument } from '../../people/verifications/documents.ts'
import { endQuarantine } from './quarantining.ts'
import { announceDecision } from './signing.ts'
import * as store from './store.ts'

/** Who reviews, and the request they do it with. */
export interface Reviewer {
  viewer: SignedIn
  requestId: string
}

/** One consent with what the person declared. Names and birth dates are decrypted here, so the access is logged. */
export const viewReview = (ctx: Context, { viewer, requestId }: Reviewer, id: string) =>
  ctx.transaction(async (tx) => {
    const review = (await store.reviewed(tx, id)) ?? refuse('NOT_FOUND')
    await audit(tx, viewer, requestId, { action: 'consent.viewed', target: { type: 'participant', id } })
    return {
      review,
      declared: review.encryptedIdentity ? store.openIdentity(tx, id, review.encryptedIdentity) : null,
      documents: await store.documentsOf(tx, id, viewer.id),
      items: (await store.itemsNaming(tx, [id])).get(id) ?? [],
    }
  })

/** Opens one document. The access is logged before a byte is sent. */
export const readDocument = (
  ctx: Context,
  { viewer, requestId }: Reviewer,
  id: string,
  documentId: string,
  reason: string,
) =>
  ctx.transaction(async (tx) => {
    const document = (await store.documentsOf(tx, id, viewer.id)).find((entry) => entry.id === documentId)
    if (!document) refuse('NOT_FOUND')
    await audit(tx, viewer, requestId, {
      action: 'consent.document_viewed',
      target: { type: 'participant_document', id: documentId },
      reason,
      after: { participantId: id, kind: document.kind },
    })
    return { document, bytes: await openDocument(tx, document.storageKey) }
  })

/** One decision a signature: of two at once the second is rejected. Verified items that wait for it are published by the next turn. */
export const decide = (
  ctx: Context,
  { viewer, requestId }: Reviewer,
  id: string,
  decision: { status: 'verified' | 'rejected'; reason: string | null },
): Promise<store.ReviewedRow> =>
  ctx.transaction(async (tx) => {
    const person = (await store.lockById(tx, id)) ?? refuse('NOT_FOUND')
    refuseIf(person.status !== 'signed', 'ALREADY_REVIEWED')
    const { status, reason } = decision
    if (status === 'verified') {
      const unopened = (await store.documentsOf(tx, id, viewer.id)).filter(({ opened }) => !opened)
      refuseIf(unopened.length > 0, 'DOCUMENTS_NOT_OPENED', { documents: unopened.map(({ kind }) => kind) })
    }
    await store.decide(tx, id, { status, by: viewer.id, reason })
    if (status === 'verified') await endQuarantine(tx, person.performerId)
    await audit(tx, viewer, requestId, {
      action: `consent.${status}`,
      target: { type: 'participant', id },
      reason: reason ?? '',
      before: { status: person.status },
      after: { status },
    })
    await announceDecision(tx, person, status === 'verified' ? 'consent_verified' : 'consent_rejected', reason ?? '')
    return (await store.reviewed(tx, id))!
  })
