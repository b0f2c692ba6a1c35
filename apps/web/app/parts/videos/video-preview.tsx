import clsx from 'clsx'
import { Film } from 'lucide-react'
import { useT } from '../../i18n/context.tsx'
import { ResponsiveImage } from '../../ui/image.tsx'
import { Video } from '../player/video.tsx'
import { coverOf, filesOf, isOpen, videoOf } from '../posts/files.ts'
import type { Item } from '../posts/kinds.ts'
import { PostHead } from '../posts/post-head.tsx'
import { Locked } from '../posts/post-locked.tsx'
import { LocalVideo } from '../posts/post-media.tsx'

const nothing = () => Promise.resolve()

/** A video as its page would begin: it can be played, and nothing else can be pressed. */
export function VideoPreview({ video }: { video: Item }) {
  const t = useT()
  const cover = coverOf(video)
  const main = filesOf(video).filter(isOpen)[0]
  const player = main ? videoOf(main, cover) : null
  return (
    <article
      aria-label={t('post.titleOf.video', { name: video.performer.name })}
      className="min-w-0 bg-surface px-4 py-3.5 ring-1 ring-line max-md:-mx-4 md:rounded-lg md:px-5 md:py-[18px]"
    >
      {video.locked ? (
        <div inert>
          <Locked post={video} onUnlock={() => undefined} onChanged={nothing} renewFile={() => Promise.resolve(null)} />
        </div>
      ) : main?.localUrl || player ? (
        player ? (
          <Video video={player} title={video.title || t('post.titleOf.video', { name: video.performer.name })} />
        ) : (
          <LocalVideo src={main?.localUrl ?? ''} title={video.title} />
        )
      ) : (
        <div className="relative grid aspect-video place-items-center overflow-hidden rounded-md bg-surface-2 text-ink-3">
          {cover ? (
            <ResponsiveImage source={cover} alt="" sizes="380px" className="absolute inset-0" />
          ) : (
            <Film className="icon size-8!" aria-hidden="true" />
          )}
        </div>
      )}
      {video.title ? (
        <h3 dir="auto" className="mt-3 text-lg wrap-anywhere">
          {video.title}
        </h3>
      ) : null}
      {video.text ? (
        <p dir="auto" className="mt-1.5 mb-3 line-clamp-6 whitespace-pre-line wrap-anywhere">
          {video.text}
        </p>
      ) : null}
      <div inert className={clsx('mt-3', (video.title || video.text) && 'border-t border-line pt-3')}>
        <PostHead post={video} />
      </div>
    </article>
  )
}
