import { Play } from 'lucide-react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import type { TicketShow } from '../../../parts/live/tickets/ticket-show.ts'
import { ButtonLink } from '../../../ui/button.tsx'

/** The replays that the viewer watches by their ticket: one, or one of each part of a show that broke off. */
export function ReplayLinks({ replayIds }: Pick<TicketShow, 'replayIds'>) {
  const t = useT()
  const { number } = useFormats()
  return replayIds.map((id, n) => (
    <ButtonLink key={id} variant={n === 0 ? 'primary' : 'quiet'} to={`/video/${id}`}>
      <Play aria-hidden="true" />
      {replayIds.length === 1 ? t('tickets.watchReplay') : t('tickets.watchPart', { n: number(n + 1) })}
    </ButtonLink>
  ))
}
