import type { ReportState } from '@fanlight/contract/report-values'
import type { Tone } from '../../../ui/badge.tsx'

export const stateTones: Readonly<Record<ReportState, Tone>> = {
  open: 'sky',
  triaged: 'sky',
  appealed: 'lamp',
  actioned: 'ember',
  dismissed: 'quiet',
  closed: 'quiet',
}
export const isWaiting = (state: ReportState): boolean =>
  state === 'open' || state === 'triaged' || state === 'appealed'
