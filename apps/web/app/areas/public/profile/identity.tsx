import { Languages, LayoutGrid, MapPin, Pencil } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { FollowButton } from '../../../parts/creators/follow-button.tsx'
import { useMe } from '../../../parts/site/site.ts'
import { MessageButton } from '../../../parts/messages/message-button.tsx'
import { useCheckoutReturn } from '../../../parts/money/checkout/use-checkout-return.ts'
import { TipSheet, useTipPress } from '../../../parts/money/tip-button.ts'
import { TokenIcon } from '../../../parts/money/token-icon.tsx'
import { VerifiedBadge } from '../../../parts/creators/verified-badge.tsx'
import { ArchPortrait } from '../../../ui/avatar.tsx'
import { LiveBadge } from '../../../ui/badge.tsx'
import { ButtonLink, IconButton, IconLink } from '../../../ui/button.tsx'
import { dot } from '../../../ui/dot.ts'
import type { Profile } from './length.ts'

/** The head of a profile: image, name, text, counts, and the buttons to follow and tip. */
export function Identity({
  profile,
  live,
}: {
  profile: Profile
  live: Reply<'GET /streaming/user/search'>['data'][number] | null
}) {
  const t = useT()
  const { compact, language, list, region } = useFormats()
  const me = useMe()
  const [tipping, setTipping] = useState(false)
  const pressTip = useTipPress(() => setTipping(true))
  const tip = `tip:${profile._id}`
  useCheckoutReturn(tip, () => setTipping(true))
  const [followers, setFollowers] = useState(profile.counts.followers)
  const own = me?._id === profile._id
  const languages = profile.languages.map(language)
  const location = list([profile.city, profile.country ? region(profile.country) : ''])
  const bold = { b: (text: string) => <b className="text-ink">{text}</b> }
  return (
    <div className="min-w-0">
      <div className="relative -mt-[74px] flex items-end gap-3 md:-mt-28 md:gap-[22px]">
        <div className="shrink-0 rounded-(--radius-arch) bg-canvas p-1 md:p-[5px]">
          <ArchPortrait
            src={profile.avatar}
            name={profile.name}
            width={140}
            eager
            className="h-auto w-[98px] md:w-[140px]"
          />
        </div>
        <div className="ms-auto flex min-w-0 flex-wrap justify-end gap-2 md:pb-2">
          {own ? (
            <>
              <IconLink variant="quiet" to="/creator" label={t('ui.nav.studio')} className="md:hidden">
                <LayoutGrid aria-hidden="true" />
              </IconLink>
              <ButtonLink variant="outline" to="/user/account">
                <Pencil aria-hidden="true" />
                {t('profile.edit')}
              </ButtonLink>
            </>
          ) : (
            <>
              <IconButton variant="tip" label={t('post.tip.send')} className="noscript:hidden" {...pressTip}>
                <TokenIcon className="size-5" />
              </IconButton>
              <MessageButton source="performer" person={profile} />
              <FollowButton
                performer={profile}
                isFollowed={profile.isFollowed}
                onChange={(on) => setFollowers((now) => Math.max(0, now + (on ? 1 : -1)))}
              />
            </>
          )}
        </div>
      </div>
      <h1 className="mt-2.5 wrap-anywhere text-[1.75rem] leading-8 md:mt-4 md:text-3xl md:leading-10">
        <span lang={profile.locale}>{profile.name}</span>
        {profile.isVerified ? (
          // The no-break space keeps the badge beside the last word of a long name.
          <>
            {'\u00a0'}
            <VerifiedBadge className="inline-block size-6 align-[-.02em]" />
          </>
        ) : null}
      </h1>
      <p className="text-sm text-ink-3">
        <bdi>@{profile.username}</bdi>
        {profile.tagline ? (
          <>
            {dot}
            <bdi lang={profile.locale}>{profile.tagline}</bdi>
          </>
        ) : null}
      </p>
      {live ? (
        <Link
          to={`/${profile.username ?? profile._id}/live`}
          className="mt-3 flex max-w-[38em] items-center gap-3 rounded-md bg-live-soft px-4 py-3 text-ink hover:brightness-97 focus-visible:rounded-md"
        >
          <LiveBadge>{t('ui.live')}</LiveBadge>
          <b dir="auto" className="min-w-0 flex-1 truncate">
            {live.title || t('profile.liveNow', { name: profile.name })}
          </b>
          <span className="link shrink-0 text-sm">{t('profile.watchLive')}</span>
        </Link>
      ) : null}
      {profile.bio ? (
        <p
          lang={profile.locale}
          dir="auto"
          className="mt-2 line-clamp-4 max-w-[38em] text-pretty whitespace-pre-line text-ink-2 md:mt-3 md:text-base md:leading-[1.5625rem]"
        >
          {profile.bio}
        </p>
      ) : null}
      <p className="num mt-3 flex flex-wrap gap-x-4 gap-y-1.5 text-sm text-ink-2 md:mt-4 md:gap-x-[22px] [&>span]:inline-flex [&>span]:items-center [&>span]:gap-1.5">
        <span>{t.rich('profile.followers', bold, { count: followers, shown: compact(followers) })}</span>
        {profile.counts.subscribers > 0 ? (
          <span>
            {t.rich('profile.subscribers', bold, {
              count: profile.counts.subscribers,
              shown: compact(profile.counts.subscribers),
            })}
          </span>
        ) : null}
        {location ? (
          <span>
            <MapPin className="icon size-4! text-ink-3" aria-hidden="true" />
            {location}
          </span>
        ) : null}
        {languages.length ? (
          <span className="max-md:hidden!">
            <Languages className="icon size-4! text-ink-3" aria-hidden="true" />
            {list(languages)}
          </span>
        ) : null}
      </p>
      {tipping ? (
        <Suspense>
          <TipSheet open onOpenChange={setTipping} performer={profile} what={tip} />
        </Suspense>
      ) : null}
    </div>
  )
}
