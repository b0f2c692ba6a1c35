import type { Tone } from '../../ui/badge.tsx'

/** The colour of a consent’s status. */
export const consentTones: Record<string, Tone> = {
  invited: 'quiet',
  signed: 'sky',
  verified: 'leaf',
  rejected: 'ember',
  revoked: 'ember',
  expired: 'lamp',
  ended: 'ember',
}

/** The status as it is shown: whoever named a last day has not withdrawn when it is over. */
export const shownConsent = <S extends string>({
  status,
  endsOn,
}: {
  status: S
  endsOn: string | null
}): S | 'ended' =>
  status === 'revoked' && endsOn !== null && endsOn < new Date().toISOString().slice(0, 10) ? 'ended' : status
