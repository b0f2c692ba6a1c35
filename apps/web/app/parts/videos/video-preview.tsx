import { useT } from '../../i18n/context.tsx'
import { ResponsiveImage } from '../../ui/image.tsx'
import { coverOf } from '../posts/files.ts'
import type { Item } from '../posts/kinds.ts'
import { PostHead } from '../posts/post-head.tsx'
import { Locked } from '../posts/post-locked.tsx'

const nothing = () => Promise.resolve()

/** A video as its page would begin; nothing in it can be pressed. */
export function VideoPreview({ video }: { video: Item }) {
  const t = useT()
  const cover = coverOf(video)
  return (
    <article
      inert
      aria-label={t('post.titleOf.video', { name: video.performer.name })}
      className="min-w-0 bg-surface px-4 py-3.5 ring-1 ring-line max-md:-mx-4 md:rounded-lg md:px-5 md:py-[18px]"
    >
      {video.locked ? (
        <Locked post={video} onUnlock={() => undefined} onChanged={nothing} renewFile={() => Promise.resolve(null)} />
      ) : (
        <div className="relative aspect-video overflow-hidden rounded-md bg-[#241d16]">
          {cover ? <ResponsiveImage source={cover} alt="" sizes="380px" className="absolute inset-0" /> : null}
        </div>
      )}
      <h3 dir="auto" className="mt-3 text-lg [overflow-wrap:anywhere]">
        {video.title}
      </h3>
      {video.text ? (
        <p dir="auto" className="mt-1.5 mb-3 line-clamp-6 whitespace-pre-line [overflow-wrap:anywhere]">
          {video.text}
        </p>
      ) : null}
      <div className="mt-3 border-t border-line pt-3">
        <PostHead post={video} />
      </div>
    </article>
  )
}
