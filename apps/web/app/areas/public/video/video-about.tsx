import { Link } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { FollowButton } from '../../../parts/creators/follow-button.tsx'
import { useTipPress } from '../../../parts/money/tip-button.ts'
import { TokenIcon } from '../../../parts/money/token-icon.tsx'
import { PostHead } from '../../../parts/posts/post-head.tsx'
import { useMe } from '../../../parts/site/site.ts'
import { LinkedText } from '../../../parts/text/linked-text.tsx'
import type { VideoOnPage } from '../../../parts/videos/buy-card.tsx'
import { buttonClass } from '../../../ui/button.tsx'

/** Who made a video, and what they wrote about it. */
export function VideoAbout({ video, onTip }: { video: VideoOnPage; onTip: () => void }) {
  const t = useT()
  const me = useMe()
  const pressTip = useTipPress(onTip)
  const { performer } = video
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center gap-2 border-y sm:gap-3 border-line py-3">
        <div className="min-w-0 flex-1 basis-36">
          <PostHead post={video} brief />
        </div>
        {me?._id === performer._id || video.isClosed ? null : (
          <>
            <button type="button" {...pressTip} className={`${buttonClass('tip', 'sm')} noscript:hidden`}>
              <TokenIcon className="size-[18px]!" />
              <span className="max-sm:sr-only">{t('post.tip')}</span>
            </button>
            <FollowButton performer={performer} isFollowed={video.isFollowed} size="sm" />
          </>
        )}
      </div>
      {video.text ? (
        <p lang={performer.locale} dir="auto" className="mt-3 whitespace-pre-line text-pretty wrap-anywhere">
          <LinkedText text={video.text} />
        </p>
      ) : null}
      {video.tags.length > 0 ? (
        <ul className="mt-3 flex flex-wrap gap-2">
          {video.tags.map((tag) => (
            <li key={tag}>
              <Link
                to={`/search?q=${encodeURIComponent(tag)}`}
                dir="auto"
                className="inline-flex h-8 items-center rounded-full bg-surface-2 px-3 text-sm text-ink-2 hover:bg-surface-3"
              >
                #{tag}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}
