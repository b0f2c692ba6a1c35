import type { ScheduledStream } from '@fanlight/contract/stream-schedule'
import { LayoutGrid } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { FollowButton } from '../../../parts/creators/follow-button.tsx'
import { VerifiedBadge } from '../../../parts/creators/verified-badge.tsx'
import { GoalState } from '../../../parts/live/goal-card.tsx'
import { StreamRow } from '../../../parts/live/stream-row.tsx'
import type { Stream } from '../../../parts/live/stream.ts'
import { Upcoming } from '../../../parts/live/upcoming.tsx'
import { useTipPress } from '../../../parts/money/tip-button.ts'
import { TokenIcon } from '../../../parts/money/token-icon.tsx'
import { useMe, useSite } from '../../../parts/site/site.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import type { Profile } from './profile.ts'
import { TipMenu } from './menu.tsx'
import { Tipping } from './tips.tsx'

interface AboutProps {
  profile: Profile
  stream: Stream | null
  /** Asks for a private show. */
  show: ReactNode
  others: readonly Stream[]
  schedule: readonly ScheduledStream[]
}
/** Below the video: what it is, whose it is, and who else is live. On phones the video fills the screen. */
export function About({ profile, stream, show, others, schedule }: AboutProps) {
  const t = useT()
  const { compact, list, money } = useFormats()
  const { currency } = useSite()
  const me = useMe()
  const [isTipping, setTipping] = useState(false)
  const press = useTipPress(() => setTipping(true))
  const isOwn = me?._id === profile._id
  const path = `/${profile.username ?? profile._id}`
  const price = profile.plans.find(({ type }) => type === 'monthly')?.price ?? null
  return (
    <div className="max-md:sr-only">
      <div className="mt-4 flex flex-wrap items-start gap-x-4 gap-y-3">
        <h1 dir="auto" className="min-w-0 flex-1 basis-72 text-2xl wrap-anywhere">
          {stream?.title || t('live.roomOf', { name: profile.name })}
        </h1>
        <span className="flex flex-wrap gap-2">
          {isOwn ? (
            <ButtonLink variant="outline" to="/creator/live">
              <LayoutGrid aria-hidden="true" />
              {t('live.toStudio')}
            </ButtonLink>
          ) : (
            <>
              {show}
              {profile.can.tip ? (
                <Button variant="tip" className="noscript:hidden" {...press}>
                  <TokenIcon />
                  {t('live.tip')}
                </Button>
              ) : null}
              {profile.can.subscribe && !profile.subscription ? (
                <ButtonLink variant="primary" to={`${path}#subscribe`}>
                  {price === null ? t('live.subscribe') : t('live.subscribeFor', { price: money(price, currency) })}
                </ButtonLink>
              ) : null}
            </>
          )}
        </span>
      </div>
      <div className="mt-3 flex items-center gap-3">
        <Link to={path} className="flex min-w-0 items-center gap-3">
          <Avatar src={profile.avatar} size={44} live={stream !== null && stream.status !== 'ended'} />
          <span className="min-w-0 leading-tight">
            <b dir="auto" className="flex items-center gap-1.5">
              <span className="truncate">{profile.name}</span>
              {profile.isVerified ? <VerifiedBadge className="size-4.5" /> : null}
            </b>
            <span className="block truncate text-sm text-ink-3">
              {list([
                t('ui.followers', { count: profile.counts.followers, shown: compact(profile.counts.followers) }),
                profile.tagline,
              ])}
            </span>
          </span>
        </Link>
        <FollowButton performer={profile} isFollowed={profile.isFollowed} size="sm" />
      </div>
      {stream ? <Asking profile={profile} stream={stream} /> : null}
      <Upcoming schedule={schedule} performerId={profile._id} className="mt-6" />
      {others.length > 0 ? (
        <section aria-label={t('live.others')} className="mt-6">
          <h2 className="text-lg">{t('live.others')}</h2>
          <ul className="mt-3 grid gap-4 lg:grid-cols-2 2xl:grid-cols-3">
            {others.map((other) => (
              <li key={other._id} className="min-w-0">
                <StreamRow stream={other} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {isTipping ? <Tipping profile={profile} onClose={() => setTipping(false)} /> : null}
    </div>
  )
}

/** What tips are for: the goal, and the tip menu. */
function Asking({ profile, stream: { goal, menu } }: { profile: Profile; stream: Stream }) {
  const t = useT()
  const me = useMe()
  const hasMenu = me?._id !== profile._id && profile.can.tip && menu.some(({ isOn }) => isOn)
  if (!goal && !hasMenu) return null
  return (
    <div className="mt-5 grid items-start gap-3 lg:grid-flow-col lg:auto-cols-fr">
      {goal ? (
        <section aria-label={t('live.goal')} className="rounded-lg bg-surface px-5 py-4 ring-1 ring-line">
          <GoalState goal={goal} />
        </section>
      ) : null}
      {hasMenu ? (
        <section aria-label={t('live.menu')} className="rounded-lg bg-surface px-4 py-3.5 ring-1 ring-line">
          <h2 className="mb-2.5 text-md">{t('live.menu')}</h2>
          <TipMenu profile={profile} menu={menu} className="flex-wrap" />
        </section>
      ) : null}
    </div>
  )
}
