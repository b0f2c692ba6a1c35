import { Users } from 'lucide-react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import type { TicketShow } from '../../../parts/live/tickets/ticket-show.ts'
import { Badge } from '../../../ui/badge.tsx'

/** How many of the seats are sold. */
export function Sold({ show }: { show: TicketShow }) {
  const t = useT()
  const { number } = useFormats()
  return (
    <Badge>
      <Users aria-hidden="true" />
      {t('tickets.sold', { sold: number(show.seats - show.seatsLeft), seats: number(show.seats) })}
    </Badge>
  )
}
