import { Eye } from 'lucide-react'
import { Link } from 'react-router'
import room from '../../../art/room.webp'
import { useT } from '../../../i18n/context.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge, LiveBadge } from '../../../ui/badge.tsx'

export interface Room {
  _id: string
  title: string
  viewers: number
  poster: string | null
  name: string
  username: string
  avatar: string | null
}

export function RoomCard({
  room: { title, viewers: _count, poster, name, username, avatar },
  viewers,
}: {
  room: Room
  viewers: string
}) {
  const t = useT()
  return (
    <Link to={`/${username}/live`} className="group block min-w-0 focus-visible:rounded-md">
      <span className="relative block aspect-[16/10] overflow-hidden rounded-md bg-surface-3">
        <img
          src={poster ?? room}
          alt=""
          width={480}
          height={300}
          loading="lazy"
          decoding="async"
          className="size-full object-cover transition-transform duration-(--slow) ease-fan group-hover:scale-[1.03]"
        />
        <span className="absolute start-2.5 top-2.5 flex gap-1.5">
          <LiveBadge>{t('ui.live')}</LiveBadge>
          <Badge tone="media" className="num">
            <Eye aria-hidden="true" />
            {viewers}
          </Badge>
        </span>
      </span>
      <span className="mt-3 flex gap-2.5 leading-tight">
        <Avatar src={avatar} size={36} />
        <span className="min-w-0">
          <b className="block truncate text-sm">{title}</b>
          <span className="block truncate text-xs text-ink-3">{name}</span>
        </span>
      </span>
    </Link>
  )
}
