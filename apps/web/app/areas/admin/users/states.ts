import type { Tone } from '../../../ui/badge.tsx'

export const kinds = ['user', 'performer', 'admin'] as const
export const states = ['active', 'pending_email', 'suspended', 'closing', 'closed'] as const
export const stateTones: Readonly<Record<(typeof states)[number], Tone>> = {
  active: 'leaf',
  pending_email: 'lamp',
  suspended: 'ember',
  closing: 'lamp',
  closed: 'quiet',
}
