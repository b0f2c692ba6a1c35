import { CalendarPlus } from 'lucide-react'
import { usePageInfo, useT } from '../../../i18n/context.tsx'
import type { TicketShow } from '../../../parts/live/tickets/ticket-show.ts'

/** The show as a file that calendars take. */
export function CalendarLink({ _id }: Pick<TicketShow, '_id'>) {
  const t = useT()
  const { apiUrl } = usePageInfo().config
  return (
    <a
      href={`${apiUrl}/streaming/ticket-shows/${_id}/calendar`}
      download
      className="link mt-1.5 inline-flex min-h-6 items-center gap-1.5 text-sm"
    >
      <CalendarPlus className="icon size-4!" aria-hidden="true" />
      {t('tickets.calendar')}
    </a>
  )
}
