import { Flag } from 'lucide-react'
import { useT } from '../../../i18n/context.tsx'
import type { TicketShow } from '../../../parts/live/tickets/ticket-show.ts'

/** Of a pledge show that takes place: how much was pledged, and that seats are final. */
export function ReachedGoal({ show: { goal, pledged } }: { show: TicketShow }) {
  const t = useT()
  if (goal === null || pledged === null) return null
  return (
    <p className="mt-4 flex basis-full gap-3 rounded-md bg-surface-2 p-3.5 text-sm">
      <Flag className="icon mt-0.5 shrink-0 text-ink-3" aria-hidden="true" />
      <span>
        <b className="block">{t('tickets.pledge.reached')}</b>
        {t('tickets.pledge.reachedHint', { pledged: t.tokens(pledged) })} {t('tickets.pledge.final')}
      </span>
    </p>
  )
}
