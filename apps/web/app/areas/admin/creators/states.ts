import type { Tone } from '../../../ui/badge.tsx'

export const tones: Record<string, Tone> = {
  approved: 'leaf',
  submitted: 'sky',
  in_review: 'sky',
  more_info: 'lamp',
  rejected: 'ember',
  expired: 'ember',
  revoked: 'ember',
}
