import { RotateCcw } from 'lucide-react'
import { useT } from '../../../i18n/context.tsx'
import type { TicketShow } from '../../../parts/live/tickets/ticket-show.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { ReplayLinks } from './replay-links.tsx'
import { State } from './state.tsx'

const titles = {
  cancelled: 'tickets.cancelledBy',
  not_held: 'tickets.notHeld',
  not_reached: 'tickets.pledge.notReached',
} as const

/** What became of a show that is over, and of what was paid for it. */
export function Outcome({ show, status }: { show: TicketShow; status: 'held' | keyof typeof titles }) {
  const t = useT()
  const { performer, reason, myTicket } = show
  const refunded = myTicket?.isReturned ? t('tickets.refunded', { tokens: t.tokens(myTicket.tokens) }) : null
  if (status === 'held')
    return (
      <State title={t('tickets.over')} text={t('tickets.overHint')}>
        <ReplayLinks replayIds={show.replayIds} />
      </State>
    )
  return (
    <State
      badge={
        <Badge tone="lamp">
          <RotateCcw aria-hidden="true" />
          {t(`tickets.state.${status}`)}
        </Badge>
      }
      title={refunded ?? t(titles[status], { name: performer.name })}
      text={t(show.goal === null ? 'tickets.notHeldHint' : 'tickets.pledge.notReachedHint')}
    >
      {reason ? (
        <p className="basis-full text-sm text-ink-2">
          {t('tickets.wrote', { name: performer.name })} <q dir="auto">{reason}</q>
        </p>
      ) : null}
      {myTicket ? <ButtonLink to="/user/transactions">{t('ui.nav.wallet')}</ButtonLink> : null}
    </State>
  )
}
