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

/** The status as it is shown. Only a consent that ended on its last day still has one once it does not count: a withdrawal leaves none. */
export const shownConsent = <S extends string>({
  status,
  endsOn,
}: {
  status: S
  endsOn: string | null
}): S | 'ended' => (status === 'revoked' && endsOn !== null ? 'ended' : status)
