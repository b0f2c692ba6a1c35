import { z } from 'zod'
import { event, id } from '../../../platform/events/events.ts'

const review = z.object({ performerId: id, verificationId: id })

export const performerSubmitted = event('performer.submitted', review, { for: 'audit' })
export const performerApproved = event('performer.approved', review)
export const performerRejected = event('performer.rejected', review)
export const performerMoreInfoRequested = event('performer.more_info_requested', review)
export const performerReopened = event('performer.reopened', review)
export const performerRevoked = event('performer.revoked', review)
export const performerDocumentsExpired = event('performer.documents_expired', review)
export const performerExpired = event('performer.expired', review)
