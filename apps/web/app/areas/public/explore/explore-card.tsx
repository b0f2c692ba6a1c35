import { Eye, Image, Lock, Play, ShoppingBag } from 'lucide-react'
import { Link } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { FollowButton } from '../../../parts/creators/follow-button.tsx'
import { VerifiedBadge } from '../../../parts/creators/verified-badge.tsx'
import { StreamPicture } from '../../../parts/live/stream-picture.tsx'
import { coverOf, lockedPreview } from '../../../parts/posts/files.ts'
import { useSite } from '../../../parts/site/site.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge, LiveBadge } from '../../../ui/badge.tsx'
import { Muntins } from '../../../ui/fanlight.tsx'
import { ResponsiveImage } from '../../../ui/image.tsx'
import { Moment } from '../../../parts/time/moment.tsx'
import { dot } from '../../../ui/dot.ts'

export type Creator = Reply<'GET /performers/user/search'>['data'][number]

/** A creator in Explore: their newest picture, what they publish, what a month costs, and following them. */
export function ExploreCard({ creator, eager = false }: { creator: Creator; eager?: boolean }) {
  const t = useT()
  const { username, name, avatar, tagline, isVerified, live } = creator
  const home = `/${username ?? creator._id}`
  return (
    <article className="explore-card">
      <Picture creator={creator} home={home} eager={eager} />
      <Link to={home} tabIndex={-1} aria-hidden="true" className="explore-face">
        <Avatar src={avatar} size={64} live={Boolean(live)} />
      </Link>
      <div className="explore-body">
        <h3 className="flex min-h-8 items-center gap-1.5 ps-20">
          <Link to={home} className="min-w-0 truncate text-lg" dir="auto">
            {name}
          </Link>
          {isVerified ? <VerifiedBadge /> : null}
        </h3>
        <p dir="auto" className="mt-2 line-clamp-2 min-h-10 text-sm wrap-anywhere text-ink-2">
          {tagline || `@${username}`}
        </p>
        <Contents counts={creator.counts} />
        <div className="explore-foot">
          <PriceLine creator={creator} />
          <FollowButton performer={creator} isFollowed={creator.isFollowed} />
        </div>
        <span className="sr-only">{live ? t('ui.live') : null}</span>
      </div>
    </article>
  )
}

function Picture({ creator, home, eager }: { creator: Creator; home: string; eager: boolean }) {
  const t = useT()
  const { number } = useFormats()
  const { latest, live, cover } = creator
  const picture = latest && !latest.locked ? coverOf(latest) : null
  const preview = latest?.locked ? lockedPreview(latest) : null
  return (
    <Link to={live ? `${home}/live` : latest ? `/post/${latest._id}` : home} className="explore-picture group">
      {latest?.locked ? (
        <span className="absolute inset-0 isolate overflow-hidden dusk">
          {preview ? (
            <img
              src={preview}
              alt=""
              className="absolute -inset-[12%] size-[124%] max-w-none object-cover blur-[20px] saturate-160"
            />
          ) : null}
          <Muntins />
        </span>
      ) : picture ? (
        <ResponsiveImage
          source={picture}
          alt=""
          eager={eager}
          sizes="(min-width: 1100px) 370px, (min-width: 768px) 50vw, 100vw"
          className="absolute inset-0"
        />
      ) : (
        <StreamPicture stream={{ poster: cover, performer: creator }} />
      )}
      <span className="sr-only">{creator.name}</span>
      <span className="absolute start-3 top-3 flex gap-1.5">
        {live ? <LiveBadge>{t('ui.live')}</LiveBadge> : null}
        {latest?.locked && !live ? (
          <Badge tone="media">
            <Lock aria-hidden="true" />
            {t.maybe(`post.lock.${latest.gate.type}`)}
          </Badge>
        ) : null}
      </span>
      <span className="explore-caption">
        {live ? (
          <Badge tone="media" className="num max-w-full">
            <Eye aria-hidden="true" />
            <span className="truncate">
              {number(live.viewers)}
              {live.title ? `${dot}${live.title}` : ''}
            </span>
          </Badge>
        ) : latest?.publishedAt ? (
          <Badge tone="media" className="max-w-full">
            {latest.title ? <bdi className="truncate">{latest.title}</bdi> : null}
            {latest.title ? <span aria-hidden="true">·</span> : null}
            <Moment at={latest.publishedAt} />
          </Badge>
        ) : null}
      </span>
    </Link>
  )
}

/** How much there is of each kind; what there is none of is left out. */
function Contents({ counts }: { counts: Creator['counts'] }) {
  const t = useT()
  const { number } = useFormats()
  const parts = [
    { kind: 'videos', Icon: Play },
    { kind: 'photos', Icon: Image },
    { kind: 'products', Icon: ShoppingBag },
  ] as const
  return (
    <p className="num mt-2 mb-3 flex min-h-5 flex-wrap gap-x-3 text-xs text-ink-3">
      {parts.map(({ kind, Icon }) =>
        counts[kind] > 0 ? (
          <span key={kind} className="inline-flex items-center gap-1.5">
            <Icon className="icon size-3.5!" aria-hidden="true" />
            {t(`explore.card.${kind}`, { count: counts[kind], shown: number(counts[kind]) })}
          </span>
        ) : null,
      )}
    </p>
  )
}

/** The least that a month costs, and with which plan. */
function PriceLine({ creator: { isFree, price } }: { creator: Creator }) {
  const t = useT()
  const { money } = useFormats()
  const { currency } = useSite()
  const shown = price ? money(price.perMonth, currency) : null
  const [amount, detail] = isFree
    ? [t('explore.card.free'), shown ? t('explore.card.freeAnd', { price: shown }) : t('explore.card.freePlan')]
    : price
      ? [
          shown,
          price.type === 'yearly'
            ? t('explore.card.yearly')
            : price.type === 'bundle'
              ? t('explore.card.bundle', { count: price.months })
              : t('explore.card.monthly'),
        ]
      : [null, t('explore.card.noPlan')]
  return (
    <p className="min-w-0 flex-1 leading-tight">
      {amount ? <b className={isFree ? 'text-lg text-success-text' : 'num text-lg'}>{amount}</b> : null}
      <span className="block text-xs text-ink-3">{detail}</span>
    </p>
  )
}
