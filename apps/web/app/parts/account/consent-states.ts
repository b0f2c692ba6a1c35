import type { Tone } from '../../ui/badge.tsx'

/** The colour of a consent’s status. */
export const consentTones: Record<string, Tone> = {
  invited: 'quiet',
  signed: 'sky',
  verified: 'leaf',
  rejected: 'ember',
  revoked: 'ember',
  expired: 'lamp',
}
