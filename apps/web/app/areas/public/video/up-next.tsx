import { useEffect, useId, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { profilePath } from '../../../parts/posts/item-page.ts'
import { pathOf } from '../../../parts/posts/kinds.ts'
import { VideoRow } from '../../../parts/videos/video-row.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/field.tsx'

type Listed = Reply<'GET /performer-assets/videos/:id/related'>['data'][number]

interface UpNextProps {
  /** Of the same creator. */
  own: readonly Listed[]
  others: readonly Listed[]
  creator: Listed['performer']
  /** Before it is bought nothing follows by itself: it is the list of what else there is. */
  isLocked: boolean
  autoplay: boolean
  onAutoplay: (isOn: boolean) => void
}

/** What to watch after this: the creator's other videos, then those of others about the same. */
export function UpNext({ own, others, creator, isLocked, autoplay, onAutoplay }: UpNextProps) {
  const t = useT()
  const id = useId()
  return (
    <>
      {own.length > 0 ? (
        <section aria-labelledby={`${id}-next`}>
          <div className="mb-3 flex min-h-7 items-center justify-between gap-3">
            <h2 id={`${id}-next`} className="text-lg wrap-anywhere">
              {isLocked ? t('post.moreVideos', { name: creator.name }) : t('post.next.title')}
            </h2>
            {isLocked ? (
              <Link to={`${profilePath(creator)}?tab=videos`} className="link shrink-0 text-sm">
                {t('post.allVideos')}
              </Link>
            ) : (
              <Switch
                className="shrink-0 items-center! gap-2! [&_label]:text-xs [&_label]:text-ink-2 noscript:hidden"
                label={t('post.next.auto')}
                checked={autoplay}
                onChange={(event) => onAutoplay(event.currentTarget.checked)}
              />
            )}
          </div>
          <Rows videos={own} />
        </section>
      ) : null}
      {others.length > 0 ? (
        <section aria-labelledby={`${id}-related`}>
          <h2 id={`${id}-related`} className="mb-3 text-lg">
            {t('post.related')}
          </h2>
          <Rows videos={others} />
        </section>
      ) : null}
    </>
  )
}

const Rows = ({ videos }: { videos: readonly Listed[] }) => (
  <div className="grid grid-cols-1 gap-4">
    {videos.map((entry) => (
      <VideoRow key={entry._id} video={entry} />
    ))}
  </div>
)

const countdownSeconds = 8

/** Over a video that has ended: what follows, and how soon, unless that is cancelled. */
export function NextUp({ video, onCancel }: { video: Listed; onCancel: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const [left, setLeft] = useState(countdownSeconds)
  const path = pathOf(video)
  useEffect(() => {
    if (left === 0) void navigate(path, { state: { plays: true } })
    const timer = setTimeout(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000)
    return () => clearTimeout(timer)
  }, [left, navigate, path])
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center gap-1.5 bg-black/75 px-5 text-center">
      <p role="timer" className="num text-sm text-white/85">
        {t('post.next.in', { count: left })}
      </p>
      <p dir="auto" className="line-clamp-2 max-w-md font-display text-xl leading-tight wrap-anywhere">
        {video.title || t('post.titleOf.video', { name: video.performer.name })}
      </p>
      <div className="mt-2.5 flex flex-wrap justify-center gap-3">
        <Link
          to={path}
          state={{ plays: true }}
          className={`${buttonClass('media')} bg-white! text-[#241d16]! hover:bg-[#fff6e6]!`}
        >
          {t('post.next.now')}
        </Link>
        <button type="button" onClick={onCancel} className={buttonClass('media')}>
          {t('post.next.cancel')}
        </button>
      </div>
    </div>
  )
}
