import { z } from 'zod'
import { event, id } from '../../../platform/events/events.ts'

const consent = z.object({ performerId: id, participantId: id })

export const consentSigned = event('consent.signed', consent)
export const consentVerified = event('consent.verified', consent)
export const consentRejected = event('consent.rejected', consent)
export const consentWithdrawn = event('consent.withdrawn', consent)
