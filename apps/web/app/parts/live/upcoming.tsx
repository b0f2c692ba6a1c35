import clsx from 'clsx'
import type { ScheduledStream } from '@fanlight/contract/stream-schedule'
import { usePageInfo, useT, useViewerZone } from '../../i18n/context.tsx'
import { ScheduleRow } from './schedule-row.tsx'

interface UpcomingProps {
  schedule: readonly ScheduledStream[]
  /** Where all of them are of one creator: who it is. Then there is a calendar of all of them. */
  performerId?: string
  className?: string
}
/** Streams that are announced. Nothing where there are none. */
export function Upcoming({ schedule, performerId, className }: UpcomingProps) {
  const t = useT()
  const zone = useViewerZone()
  const { apiUrl } = usePageInfo().config
  if (schedule.length === 0) return null
  return (
    <section aria-labelledby="upcoming" className={className}>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 id="upcoming" className="grow text-xl">
          {t('schedule.upcoming')}
        </h2>
        <span className="text-xs text-ink-3">{t('schedule.zone', { zone: zone.replaceAll('_', ' ') })}</span>
        {performerId === undefined ? null : (
          <a
            href={`${apiUrl}/streaming/schedule/performer/${performerId}/calendar`}
            className="text-sm text-primary-text underline underline-offset-2"
          >
            {t('schedule.subscribeCalendar')}
          </a>
        )}
      </div>
      <ul className={clsx('mt-2 grid gap-x-8', performerId === undefined && 'lg:grid-cols-2')}>
        {schedule.map((scheduled) => (
          <li key={scheduled._id} className="min-w-0 border-t border-line">
            <ScheduleRow scheduled={scheduled} withCreator={performerId === undefined} />
          </li>
        ))}
      </ul>
    </section>
  )
}
