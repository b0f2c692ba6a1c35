import { useFormats, useT } from '../../../i18n/context.tsx'
import { ProgressBar } from '../../../ui/progress.tsx'
import type { TicketShow } from './ticket-show.ts'

/** How much of its goal has been pledged for a show, in words and as a bar. */
export function PledgeProgress({ show: { pledged, goal } }: { show: TicketShow }) {
  const t = useT()
  const { tokens } = useFormats()
  if (goal === null || pledged === null) return null
  const text = t('tickets.pledge.progress', { pledged: tokens(pledged), goal: t.tokens(goal) })
  return (
    <>
      <span className="num mb-1.5 block text-sm">{text}</span>
      <ProgressBar share={pledged / goal} label={text} />
    </>
  )
}
