import { Eye, Gem, Ticket } from 'lucide-react'
import { Link } from 'react-router'
import { useFormats, useT } from '../../i18n/context.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge, LiveBadge } from '../../ui/badge.tsx'
import { dot } from '../../ui/dot.ts'
import { VerifiedBadge } from '../creators/verified-badge.tsx'
import { StreamPicture } from './stream-picture.tsx'
import type { Stream } from './stream.ts'

const addressOf = ({ performer }: Stream) => `/${performer.username ?? performer._id}/live`

/** Whether it is live, and how many watch. */
export function StreamBadges({ stream: { status, viewers } }: { stream: Stream }) {
  const t = useT()
  const { number } = useFormats()
  return (
    <>
      {status === 'away' ? <Badge tone="media">{t('live.away')}</Badge> : <LiveBadge>{t('ui.live')}</LiveBadge>}
      <Badge tone="media" className="num">
        <Eye aria-hidden="true" />
        <span aria-hidden="true">{number(viewers)}</span>
        <span className="sr-only">{t('live.viewers', { count: viewers, shown: number(viewers) })}</span>
      </Badge>
    </>
  )
}

/** A stream as a short row: picture, title, whose it is, how many watch. */
export function StreamRow({ stream }: { stream: Stream }) {
  const t = useT()
  const { number } = useFormats()
  const { title, performer, viewers } = stream
  return (
    <Link to={addressOf(stream)} className="flex min-w-0 items-center gap-3 focus-visible:rounded-md">
      <span className="relative block h-17 w-28 shrink-0 overflow-hidden rounded-sm bg-surface-3">
        <StreamPicture stream={stream} />
      </span>
      <span className="min-w-0 leading-tight">
        <b dir="auto" className="line-clamp-2 text-sm wrap-anywhere">
          {title || performer.name}
        </b>
        <span dir="auto" className="mt-1 block truncate text-xs text-ink-3">
          {performer.name}
          {dot}
          {t('live.viewers', { count: viewers, shown: number(viewers) })}
        </span>
      </span>
    </Link>
  )
}

/** A stream as a card; `big` for the one that most people watch. */
export function StreamCard({ stream, big = false }: { stream: Stream; big?: boolean }) {
  const t = useT()
  const { seconds, list } = useFormats()
  const { title, performer, type, category, duration } = stream
  const badges = (
    <span className="absolute start-3 top-3 flex gap-1.5">
      <StreamBadges stream={stream} />
    </span>
  )
  const gateText = type === 'public' ? '' : t(type === 'ticket' ? 'live.forTickets' : 'live.forSubscribers')
  const gate =
    type === 'public' ? null : (
      <Badge tone="media" className="absolute start-3 bottom-3">
        {type === 'ticket' ? <Ticket aria-hidden="true" /> : <Gem aria-hidden="true" />}
        {gateText}
      </Badge>
    )
  const about = list([category, duration < 60 ? t('live.justStarted') : seconds(duration)])
  const name = (
    <span dir="auto" className="flex min-w-0 items-center gap-1.5 text-sm">
      <span className="truncate">{performer.name}</span>
      {performer.isVerified ? <VerifiedBadge className="size-4" /> : null}
    </span>
  )
  const picture = <StreamPicture stream={stream} eager={big} />
  if (big)
    return (
      <Link
        to={addressOf(stream)}
        className="group relative block overflow-hidden rounded-lg bg-surface-3 text-white focus-visible:rounded-lg max-sm:aspect-[4/5] sm:aspect-[16/10] lg:aspect-auto lg:h-full lg:min-h-105"
      >
        {picture}
        {badges}
        <span className="absolute inset-x-0 bottom-0 flex items-end gap-3 bg-linear-to-t from-black/80 to-transparent p-5 pt-24">
          <Avatar src={performer.avatar} size={48} live />
          <span className="min-w-0 flex-1 leading-tight">
            <b dir="auto" className="line-clamp-2 font-display text-xl wrap-anywhere md:text-2xl md:leading-8">
              {title || performer.name}
            </b>
            {name}
            <span className="mt-0.5 block truncate text-sm text-white/85">{list([about, gateText])}</span>
          </span>
          <span className="inline-flex h-10 shrink-0 items-center rounded-full bg-primary px-4.5 font-strong text-on-primary max-sm:hidden">
            {t('live.watch')}
          </span>
        </span>
      </Link>
    )
  return (
    <Link to={addressOf(stream)} className="group block min-w-0 focus-visible:rounded-md max-sm:flex max-sm:gap-3.5">
      <span className="relative block aspect-video overflow-hidden rounded-md bg-surface-3 max-sm:w-40 max-sm:shrink-0 max-sm:self-start">
        {picture}
        {badges}
        <span className="max-sm:hidden">{gate}</span>
      </span>
      <span className="flex min-w-0 gap-3 leading-tight sm:mt-3">
        <Avatar src={performer.avatar} size={36} live className="max-sm:hidden!" />
        <span className="min-w-0">
          <b dir="auto" className="line-clamp-2 text-sm wrap-anywhere">
            {title || performer.name}
          </b>
          {name}
          <span className="mt-0.5 block truncate text-xs text-ink-3">{about}</span>
          {gateText ? <span className="mt-1 block text-xs text-ink-2 sm:hidden">{gateText}</span> : null}
        </span>
      </span>
    </Link>
  )
}
