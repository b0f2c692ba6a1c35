import type { ScheduledStream } from '@fanlight/contract/stream-schedule'
import { Bell, BellRing, CalendarPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useFormats, usePageInfo, useT } from '../../i18n/context.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button, iconButtonClass } from '../../ui/button.tsx'
import { useSignIn } from '../account/use-sign-in.ts'
import { useToggle } from '../forms/use-toggle.ts'
import { useMe } from '../site/site.ts'
import { LocalTime } from '../time/local-time.tsx'

interface ScheduleRowProps {
  scheduled: ScheduledStream
  /** Whose it is; absent on their own pages. */
  withCreator?: boolean
  /** In place of being reminded. */
  action?: ReactNode
}
/** An announced stream: its day, its title, when it starts on the viewer's clock, and for whom it is. */
export function ScheduleRow({ scheduled, withCreator = false, action }: ScheduleRowProps) {
  const t = useT()
  const { weekday, dayOfMonth } = useFormats()
  const { title, startsAt, type, performer } = scheduled
  const name = (
    <b dir="auto" className="line-clamp-2 text-sm wrap-anywhere">
      {title}
    </b>
  )
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2 py-3">
      <span aria-hidden="true" className="grid w-11 shrink-0 justify-items-center leading-tight">
        <span className="text-xs text-ink-3">{weekday(startsAt)}</span>
        <span className="num text-lg font-bold">{dayOfMonth(startsAt)}</span>
      </span>
      {withCreator ? <Avatar src={performer.avatar} size={36} /> : null}
      <span className="min-w-0 flex-1 basis-40 leading-tight">
        {withCreator ? (
          <Link to={`/${performer.username ?? performer._id}/live`} className="focus-visible:rounded-sm">
            {name}
          </Link>
        ) : (
          name
        )}
        <span className="mt-1 flex flex-wrap gap-x-2 text-xs text-ink-2">
          {withCreator ? (
            <span className="max-w-full truncate">
              <bdi>{performer.name}</bdi>
            </span>
          ) : null}
          <LocalTime at={startsAt} />
          <span>{t(`schedule.type.${type}`)}</span>
        </span>
      </span>
      <span className="ms-auto flex shrink-0 items-center gap-1">
        {action ?? (
          <>
            <CalendarLink scheduled={scheduled} />
            <RemindButton scheduled={scheduled} />
          </>
        )}
      </span>
    </div>
  )
}

function CalendarLink({ scheduled: { _id: id, title } }: { scheduled: ScheduledStream }) {
  const t = useT()
  const { apiUrl } = usePageInfo().config
  return (
    <a
      href={`${apiUrl}/streaming/schedule/${id}/calendar`}
      download
      aria-label={t('schedule.calendarOf', { title })}
      data-tip={t('schedule.calendar')}
      className={iconButtonClass('ghost', 'sm')}
    >
      <CalendarPlus aria-hidden="true" />
    </a>
  )
}

/** Reminds at once; a refusal takes it back. */
export function RemindButton({
  scheduled: { _id: id, title, isReminded, performer },
}: {
  scheduled: Pick<ScheduledStream, '_id' | 'title' | 'isReminded'> & { performer: { _id: string } }
}) {
  const t = useT()
  const me = useMe()
  const signedIn = useSignIn()
  const reminder = useToggle(
    { on: isReminded, count: 0 },
    {
      on: 'POST /streaming/schedule/:id/reminder',
      off: 'DELETE /streaming/schedule/:id/reminder',
      input: { params: { id } },
    },
  )
  if (me?._id === performer._id) return null
  return (
    <Button
      size="sm"
      variant={reminder.on ? 'quiet' : 'outline'}
      aria-label={t(reminder.on ? 'schedule.remindedOf' : 'schedule.remindOf', { title })}
      className="noscript:hidden"
      onClick={signedIn(() => void reminder.flip())}
    >
      {reminder.on ? <BellRing aria-hidden="true" /> : <Bell aria-hidden="true" />}
      {t(reminder.on ? 'schedule.reminded' : 'schedule.remind')}
    </Button>
  )
}
