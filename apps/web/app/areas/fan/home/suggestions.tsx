import { X } from 'lucide-react'
import { useContext } from 'react'
import { Link } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { FollowButton } from '../../../parts/creators/follow-button.tsx'
import { VerifiedBadge } from '../../../parts/creators/verified-badge.tsx'
import { WhyLine } from '../../../parts/creators/why.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { DismissContext } from './dismissing.ts'
import { Panel, panelRow } from './panel.tsx'

type Creator = Reply<'GET /user/home'>['data']['creators'][number]

/** Creators to follow, and why each is suggested. */
export function Suggestions({ creators }: { creators: readonly Creator[] }) {
  const t = useT()
  const dismiss = useContext(DismissContext)
  if (creators.length === 0) return null
  return (
    <Panel
      title={t('post.home.suggestions')}
      side={
        <Link to="/explore" className="link text-sm">
          {t('post.home.more')}
        </Link>
      }
    >
      {creators.map(({ _id, name, username, avatar, isVerified, isFollowed, why, followers }) => (
        <li key={_id} className={panelRow}>
          <Link to={`/${username ?? _id}`} tabIndex={-1} aria-hidden="true" className="shrink-0 rounded-full">
            <Avatar src={avatar} size={44} />
          </Link>
          <div className="min-w-0 flex-1 text-xs leading-tight">
            <Link to={`/${username ?? _id}`} className="flex min-h-6 min-w-0 items-center gap-1 text-sm font-bold">
              <bdi className="truncate">{name}</bdi>
              {isVerified ? <VerifiedBadge className="size-4" /> : null}
            </Link>
            {why ? <WhyLine why={why} of={name} atStart /> : <Followers count={followers} />}
          </div>
          <FollowButton performer={{ _id, name }} isFollowed={isFollowed} size="sm" />
          <IconButton
            label={t('home.notInterestedIn', { name })}
            size="sm"
            className="-mx-2 noscript:hidden"
            onClick={() => dismiss({ type: 'performer', id: _id, name })}
          >
            <X aria-hidden="true" />
          </IconButton>
        </li>
      ))}
    </Panel>
  )
}

function Followers({ count }: { count: number }) {
  const t = useT()
  const { compact } = useFormats()
  return count > 0 ? <span className="text-ink-3">{t('ui.followers', { count, shown: compact(count) })}</span> : null
}
