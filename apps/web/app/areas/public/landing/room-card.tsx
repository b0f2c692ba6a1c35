import { Eye } from 'lucide-react'
import { Link } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { StreamPicture } from '../../../parts/live/stream-picture.tsx'
import type { Stream } from '../../../parts/live/stream.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge, LiveBadge } from '../../../ui/badge.tsx'

export type Room = Pick<Stream, '_id' | 'title' | 'viewers' | 'poster' | 'performer'>

export function RoomCard({ room, viewers }: { room: Room; viewers: string }) {
  const t = useT()
  const { title, performer } = room
  const { name, username, avatar } = performer
  return (
    <Link to={`/${username ?? performer._id}/live`} className="group block min-w-0 focus-visible:rounded-md">
      <span className="relative block aspect-[16/10] overflow-hidden rounded-md bg-surface-3">
        <StreamPicture stream={room} />
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
          <b className="block truncate text-sm">{title || name}</b>
          <span className="block truncate text-xs text-ink-3">{name}</span>
        </span>
      </span>
    </Link>
  )
}
