import { Link } from 'react-router'
import type { Reply } from '../../api/client.ts'
import { useFormats, useT } from '../../i18n/context.tsx'
import { ArchPortrait } from '../../ui/avatar.tsx'
import { LiveBadge } from '../../ui/badge.tsx'
import { VerifiedBadge } from './verified-badge.tsx'
import { WhyLine } from './why.tsx'
import type { Why } from './why-text.ts'

export interface CreatorSummary {
  _id: string
  name: string
  username: string
  avatar: string | null
  tagline?: string | null
  verified?: boolean
  live?: boolean
  followers?: number
  why?: Why | null
}

/** A creator as a card: the arched image, the name, one line. `small` has space for the name only. */
export function CreatorCard({ creator, small = false }: { creator: CreatorSummary; small?: boolean }) {
  const t = useT()
  const { compact } = useFormats()
  const line =
    creator.tagline ||
    (creator.followers
      ? t('ui.followers', { count: creator.followers, shown: compact(creator.followers) })
      : `@${creator.username}`)
  const card = (
    <Link to={`/${creator.username}`} className="group block min-w-0 text-center focus-visible:rounded-lg">
      <span className="relative block overflow-hidden rounded-(--radius-arch)">
        <ArchPortrait
          src={creator.avatar}
          width={240}
          className="h-auto w-full transition-transform duration-(--slow) ease-fan group-hover:scale-[1.03]"
        />
        {creator.live ? (
          <span className="absolute inset-x-0 bottom-3 grid place-items-center">
            <LiveBadge>{t('ui.live')}</LiveBadge>
          </span>
        ) : null}
      </span>
      <span dir="auto" className="mt-2.5 flex items-center justify-center gap-1 text-sm leading-5 font-bold">
        <span className="line-clamp-2 text-balance wrap-anywhere">{creator.name}</span>
        {creator.verified && !small ? <VerifiedBadge className="size-4" /> : null}
      </span>
      {small ? null : (
        <span dir="auto" className="block truncate text-xs text-ink-3">
          {line}
        </span>
      )}
    </Link>
  )
  return creator.why ? (
    <div className="min-w-0">
      {card}
      <WhyLine why={creator.why} of={creator.name} />
    </div>
  ) : (
    card
  )
}

/** A creator as the lists answer them. */
export const summaryOf = (creator: Reply<'GET /performers/top'>['data'][number]): CreatorSummary => ({
  _id: creator._id,
  name: creator.name,
  username: creator.username ?? creator._id,
  avatar: creator.avatar,
  tagline: creator.tagline,
  verified: creator.isVerified,
  followers: creator.followers,
  why: creator.why,
})
