import clsx from 'clsx'
import { Eye, Flag } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import type { LiveRoom } from './live.tsx'
import { Still } from './still.tsx'

interface RoomTileProps {
  room: LiveRoom
  now: string
  onOpen: () => void
}
/** One room of the wall: what it showed last, whose it is, and the way to everything else. */
export function RoomTile({ room, now, onOpen }: RoomTileProps) {
  const t = useT()
  const { number } = useFormats()
  const { performer, type, status, reports, viewers } = room
  const age = room.still ? Math.max(0, Math.round((Date.parse(now) - Date.parse(room.still.at)) / 1000)) : null
  return (
    <li className="flex flex-col overflow-hidden rounded-md bg-surface-2 ring-1 ring-line">
      <div className="relative aspect-video bg-surface-3">
        <Still room={room} />
        <span className="absolute start-2 top-2 flex gap-1">
          <Chip>
            <Eye className="size-3.5" aria-hidden="true" />
            <span className="sr-only">{t('wall.viewers')}</span>
            {number(viewers)}
          </Chip>
          <Chip>
            <span className="sr-only">{t('wall.since')}</span>
            <bdi dir="ltr">{hoursAndMinutes(Date.parse(now) - Date.parse(room.startedAt))}</bdi>
          </Chip>
        </span>
        {reports > 0 ? (
          <Chip className="absolute end-2 top-2 bg-live!">
            <Flag className="size-3.5" aria-hidden="true" />
            <span className="sr-only">{t('wall.reports')}</span>
            {number(reports)}
          </Chip>
        ) : null}
        <span className="absolute inset-x-2 bottom-2 flex flex-wrap justify-between gap-1">
          {type === 'public' && status === 'live' ? (
            <span />
          ) : (
            <Chip>
              {status === 'away' && type !== 'private' && type !== 'group' ? t('wall.away') : t(`wall.filter.${type}`)}
            </Chip>
          )}
          {age === null ? null : <Chip className="max-md:hidden">{t('wall.ago', { seconds: number(age) })}</Chip>}
        </span>
      </div>
      <div className="flex flex-1 flex-wrap items-center gap-2 p-2.5">
        <Avatar src={performer.avatar} size={32} />
        <span className="min-w-0 flex-1">
          <span className="flex max-w-full font-semibold">
            <bdi className="truncate">{performer.name}</bdi>
          </span>
          <span dir="auto" className="block truncate text-xs text-ink-3">
            {type === 'private' ? t('wall.withFan') : type === 'group' ? t('wall.withFans') : room.title}
          </span>
        </span>
        <button
          type="button"
          onClick={onOpen}
          aria-label={t('wall.openOf', { name: performer.name })}
          className={clsx(buttonClass('outline', 'sm'), 'max-md:w-full')}
        >
          {t('wall.open')}
        </button>
      </div>
    </li>
  )
}

/** As 1:05. */
function hoursAndMinutes(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

const Chip = ({ className, children }: { className?: string; children: ReactNode }) => (
  <span
    className={clsx(
      'num inline-flex items-center gap-1 rounded-full bg-black/75 px-2 py-0.5 text-xs leading-4 font-semibold text-white',
      className,
    )}
  >
    {children}
  </span>
)
