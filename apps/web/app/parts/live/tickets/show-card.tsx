import { HandCoins, Ticket } from 'lucide-react'
import { Link } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { LiveBadge } from '../../../ui/badge.tsx'
import { dot } from '../../../ui/dot.ts'
import { Price } from '../../money/price.tsx'
import { PledgeProgress } from './pledge-progress.tsx'
import { isPledging, showPath, type TicketShow } from './ticket-show.ts'

/** A show with tickets as a card in a list: when, what, whose, and its price; of one that has yet to reach its goal, how far it is. */
export function ShowCard({ show }: { show: TicketShow }) {
  const t = useT()
  const { dateTime } = useFormats()
  const isPledge = isPledging(show)
  const Icon = isPledge ? HandCoins : Ticket
  return (
    <Link
      to={showPath(show)}
      className="flex min-w-0 items-center gap-4 rounded-lg bg-surface p-4 ring-1 ring-line hover:bg-surface-2 focus-visible:rounded-lg"
    >
      <span className="grid size-12 shrink-0 place-items-center rounded-md bg-primary-soft text-primary-soft-ink">
        <Icon className="icon-lg" aria-hidden="true" />
      </span>
      <span className="min-w-0 flex-1 leading-tight">
        <b dir="auto" className="line-clamp-2 wrap-anywhere">
          {show.title}
        </b>
        <span dir="auto" className="mt-1 block truncate text-xs text-ink-3">
          {show.performer.name}
          {dot}
          <time dateTime={show.startsAt}>{dateTime(show.startsAt)}</time>
        </span>
        {isPledge ? (
          <span className="mt-2.5 block">
            <PledgeProgress show={show} />
          </span>
        ) : null}
      </span>
      {show.status === 'live' ? (
        <LiveBadge>{t('ui.live')}</LiveBadge>
      ) : (
        <span className="text-end leading-tight">
          {isPledge ? <span className="block text-xs text-ink-3">{t('tickets.pledge.from')}</span> : null}
          <Price tokens={show.price} bare />
        </span>
      )}
    </Link>
  )
}
