import type { ScheduledStream } from '@fanlight/contract/stream-schedule'
import type { ReactNode } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { FollowButton } from '../../../parts/creators/follow-button.tsx'
import { RemindButton } from '../../../parts/live/schedule-row.tsx'
import type { Stream } from '../../../parts/live/stream.ts'
import { LocalTime } from '../../../parts/time/local-time.tsx'
import { clock } from '../../../parts/posts/duration.ts'
import { useMe } from '../../../parts/site/site.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import type { Profile } from './profile.ts'

interface InsteadProps {
  profile: Profile
  stream: Stream | null
  /** What is announced. */
  next: ScheduledStream | null
  isRefused: boolean
  isBanned: boolean
}
/** In place of the video: why there is none for this viewer, and what can be done. */
export function Instead({ profile, stream, next, isRefused, isBanned }: InsteadProps) {
  const t = useT()
  const { number } = useFormats()
  const me = useMe()
  const path = `/${profile.username ?? profile._id}`
  if (!stream || stream.status === 'ended')
    return (
      <Message
        title={stream ? t('live.ended', { name: profile.name }) : t('live.notLive', { name: profile.name })}
        text={
          stream
            ? t('live.endedText', { time: clock(stream.duration * 1000), peak: number(stream.peakViewers) })
            : t('live.notLiveText')
        }
      >
        <ButtonLink variant="primary" to={path}>
          {t('live.toProfile')}
        </ButtonLink>
        {next ? (
          <span className="grid basis-full justify-items-center gap-2 rounded-lg bg-white/12 p-4">
            <b dir="auto" className="wrap-anywhere">
              {t('schedule.next', { title: next.title })}
            </b>
            <LocalTime at={next.startsAt} />
            <RemindButton scheduled={next} />
          </span>
        ) : null}
        {profile.isFollowed ? null : <FollowButton performer={profile} isFollowed={false} />}
      </Message>
    )
  if (!me)
    return (
      <Message title={t('live.signIn')} text={t('live.signInText')}>
        <ButtonLink variant="primary" to={`/auth/login?redirect=${encodeURIComponent(`${path}/live`)}`}>
          {t('ui.nav.logIn')}
        </ButtonLink>
        <ButtonLink variant="media" to="/auth/register">
          {t('ui.nav.signUp')}
        </ButtonLink>
      </Message>
    )
  if (stream.ticketShowId !== null && !isBanned)
    return (
      <Message title={t('tickets.need')} text={t('tickets.needHint', { name: profile.name })}>
        <ButtonLink variant="primary" to={`/show/${stream.ticketShowId}`}>
          {t('tickets.see')}
        </ButtonLink>
      </Message>
    )
  if (stream.type === 'subscribers' && !isRefused && !isBanned)
    return (
      <Message title={t('live.subscribersOnly')} text={t('live.subscribersOnlyText', { name: profile.name })}>
        <ButtonLink variant="primary" to={`${path}#subscribe`}>
          {t('live.seePlans')}
        </ButtonLink>
      </Message>
    )
  return (
    <Message title={t(isBanned ? 'live.writing.banned' : 'live.state.refused')} text="">
      <ButtonLink variant="media" to="/live">
        {t('live.others')}
      </ButtonLink>
    </Message>
  )
}

const Message = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <div role="status">
    <p className="font-display text-2xl font-bold">{title}</p>
    {text ? <p className="mt-2 text-white/85">{text}</p> : null}
    <div className="mt-5 flex flex-wrap justify-center gap-2.5">{children}</div>
  </div>
)
