import { Link } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import type { Stream } from '../../../parts/live/stream.ts'
import { FollowButton } from '../../../parts/creators/follow-button.tsx'
import { VerifiedBadge } from '../../../parts/creators/verified-badge.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import type { Profile } from './profile.ts'

/** On phones, over the video: whose room it is. */
export function CreatorPill({ profile, stream }: { profile: Profile; stream: Stream | null }) {
  const t = useT()
  return (
    <span className="on-stage flex min-w-0 items-center gap-2 rounded-full bg-[rgb(24_19_16/.66)] p-1 pe-1.5 text-white backdrop-blur-md">
      <Link to={`/${profile.username ?? profile._id}`} className="flex min-h-9 min-w-0 items-center gap-2 pe-1">
        <Avatar src={profile.avatar} size={36} live={stream !== null && stream.status !== 'ended'} />
        <span className="min-w-0 leading-tight">
          <b dir="auto" className="flex items-center gap-1 text-sm">
            <span className="truncate">{profile.name}</span>
            {profile.isVerified ? <VerifiedBadge className="size-3.5" /> : null}
          </b>
          <span dir="auto" className="block truncate text-2xs text-white/85">
            {stream?.title || t('live.room')}
          </span>
        </span>
      </Link>
      {profile.isFollowed ? null : <FollowButton performer={profile} isFollowed={false} size="sm" />}
    </span>
  )
}
