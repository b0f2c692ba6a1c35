import { Lock } from 'lucide-react'
import { Link } from 'react-router'
import { useT } from '../../i18n/context.tsx'
import { dot } from '../../ui/dot.ts'
import { ResponsiveImage } from '../../ui/image.tsx'
import { Price } from '../money/price.tsx'
import { clock } from '../posts/duration.ts'
import { coverOf, filesOf, lockedPreview } from '../posts/files.ts'
import { type Item, pathOf } from '../posts/kinds.ts'

/** A video in a list: its image with its length, its title, its creator and what it costs. */
export function VideoRow({ video }: { video: Item }) {
  const t = useT()
  const cover = coverOf(video)
  const preview = lockedPreview(video)
  const length = filesOf(video)[0]?.durationMs
  const price = video.locked ? (video.locked.price ?? video.gate.price) : null
  return (
    <Link to={pathOf(video)} className="group flex gap-3 rounded-md focus-visible:rounded-md">
      <span className="relative aspect-video w-34 shrink-0 overflow-hidden rounded-md bg-[#241d16]">
        {cover ? (
          <ResponsiveImage source={cover} alt="" sizes="136px" className="absolute inset-0" />
        ) : preview ? (
          <img src={preview} alt="" loading="lazy" className="absolute inset-0 size-full object-cover blur-md" />
        ) : null}
        {video.locked ? (
          <span className="absolute start-1.5 top-1.5 grid size-6 place-items-center rounded-full bg-[rgb(24_19_16/.66)] text-white">
            <Lock className="size-3.5" aria-hidden="true" />
          </span>
        ) : null}
        {length ? (
          <span className="num absolute end-1.5 bottom-1.5 rounded-sm bg-[rgb(24_19_16/.8)] px-1.5 text-2xs font-semibold text-white">
            {clock(length)}
          </span>
        ) : null}
      </span>
      <span className="min-w-0 flex-1">
        <span dir="auto" className="line-clamp-2 text-sm font-semibold wrap-anywhere group-hover:underline">
          {video.title || t('post.titleOf.video', { name: video.performer.name })}
        </span>
        <span className="mt-0.5 block truncate text-xs text-ink-3">
          <bdi>{video.performer.name}</bdi>
          {dot}
          <span className="num">{t('post.views', { count: video.stats.views })}</span>
        </span>
        <span className="mt-1 block text-xs text-ink-2">
          {price ? (
            <Price tokens={price} />
          ) : video.locked ? (
            t.maybe(`post.lock.${video.gate.type}`)
          ) : video.openBy === 'purchase' ? (
            <span className="font-semibold text-success-text">{t('post.inLibrary')}</span>
          ) : video.openBy === 'subscription' ? (
            <span className="font-semibold text-plan">{t('post.inSubscription')}</span>
          ) : video.gate.type === 'public' ? (
            t('post.free')
          ) : null}
        </span>
      </span>
    </Link>
  )
}
