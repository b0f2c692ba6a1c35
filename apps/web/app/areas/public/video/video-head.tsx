import clsx from 'clsx'
import { Bookmark, CircleCheck, Heart, Lock, Share2 } from 'lucide-react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { linkToVideo } from '../../../parts/videos/link-to-video.ts'
import { SaveButton } from '../../../parts/media/save-button.tsx'
import { useSignIn } from '../../../parts/account/use-sign-in.ts'
import { reaction, useToggle } from '../../../parts/forms/use-toggle.ts'
import { clock } from '../../../parts/posts/duration.ts'
import { filesOf } from '../../../parts/posts/files.ts'
import { dateOf, pathOf } from '../../../parts/posts/kinds.ts'
import { LikeLabel } from '../../../parts/posts/like-label.tsx'
import { share } from '../../../parts/site/share.ts'
import { Moment } from '../../../parts/time/moment.tsx'
import type { VideoOnPage } from '../../../parts/videos/buy-card.tsx'
import { Button } from '../../../ui/button.tsx'
import { dot } from '../../../ui/dot.ts'

/** The title of a video, whose it is to watch, and what one does with it. */
export function VideoHead({ video, title }: { video: VideoOnPage; title: string }) {
  const t = useT()
  return (
    <div className="mt-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-80">
        <h1 lang={video.performer.locale} dir="auto" className="text-xl text-balance wrap-anywhere md:text-2xl">
          {title}
        </h1>
        <Facts video={video} />
      </div>
      {/* Bought from a creator who is closed to the viewer: there is the video, and nothing to do with it but to watch and save it. */}
      <div className={actionsClass}>
        {video.isClosed ? null : <Reactions video={video} />}
        {video.canDownload ? <SaveButton link={linkToVideo(video._id)}>{t('post.download')}</SaveButton> : null}
        {video.isClosed ? null : (
          <Button onClick={() => void share(pathOf(video), video.title || video.performer.name)}>
            <Share2 aria-hidden="true" />
            {t('post.share')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** On a phone, side by side with their names below: none of them is cut, in whatever language. */
const actionsClass = clsx(
  'flex flex-wrap gap-2 noscript:hidden max-sm:grid max-sm:w-full max-sm:auto-cols-fr max-sm:grid-flow-col',
  'max-sm:[&>button]:h-15! max-sm:[&>button]:min-w-0 max-sm:[&>button]:flex-col max-sm:[&>button]:gap-1.5! max-sm:[&>button]:rounded-md! max-sm:[&>button]:px-1! max-sm:[&>button]:text-xs!',
)

const factIcon = 'icon me-1 inline size-4! align-[-.2em]'

function Facts({ video }: { video: VideoOnPage }) {
  const t = useT()
  const { date } = useFormats()
  const length = filesOf(video)[0]?.durationMs
  const { bought, openBy, locked, gate } = video
  return (
    <p className="num mt-1.5 text-sm text-ink-3">
      {bought ? (
        <>
          <span className="font-semibold text-success-text">
            <CircleCheck className={factIcon} aria-hidden="true" />
            {t('post.inLibrary')}
          </span>{' '}
          <span>{t('post.bought', { date: date(bought.at), tokens: t.tokens(bought.tokens) })}</span>
        </>
      ) : openBy === 'subscription' ? (
        <span className="font-semibold text-plan">{t('post.inSubscription')}</span>
      ) : locked ? (
        <>
          <span className="font-semibold text-ink-2">
            <Lock className={factIcon} aria-hidden="true" />
            {t.maybe(`post.lock.${gate.type}`)}
          </span>
          {length ? `${dot}${clock(length)}` : null}
        </>
      ) : null}
      {bought ? null : (
        <>
          {openBy === 'subscription' || locked ? dot : null}
          <Moment at={dateOf(video)} />
        </>
      )}
      {dot}
      {t('post.views', { count: video.stats.views })}
    </p>
  )
}

function Reactions({ video }: { video: VideoOnPage }) {
  const t = useT()
  const signedIn = useSignIn()
  const like = useToggle({ on: video.isLiked, count: video.stats.likes }, reaction('like', video.kind, video._id))
  const keep = useToggle(
    { on: video.isBookmarked, count: video.stats.bookmarks },
    reaction('bookmark', video.kind, video._id),
  )
  return (
    <>
      <Button
        disabled={!video.can.view}
        onClick={signedIn(() => void like.flip())}
        className={clsx('num', like.on && 'text-live-text!')}
      >
        <Heart aria-hidden="true" className={like.on ? 'fill-current' : ''} />
        <LikeLabel on={like.on} count={like.count} />
      </Button>
      <Button
        aria-pressed={keep.on}
        onClick={signedIn(() => void keep.flip())}
        className={keep.on ? 'text-primary-text!' : ''}
      >
        <Bookmark aria-hidden="true" className={keep.on ? 'fill-current' : ''} />
        {t('post.save')}
      </Button>
    </>
  )
}
