import type { WatchedVideo } from '@fanlight/contract/home'
import clsx from 'clsx'
import { Play } from 'lucide-react'
import { imageOf, isOpen, posterOf } from '../../../parts/posts/files.ts'
import { watchedShare } from '../../../parts/videos/watched-share.ts'
import { ResponsiveImage } from '../../../ui/image.tsx'

/** A picture of a video with how much of it was watched. */
export function WatchedPicture({ video, className, sizes }: { video: WatchedVideo; className: string; sizes: string }) {
  const { image } = video
  const source = isOpen(image) ? (imageOf(image) ?? posterOf(image)) : null
  const share = watchedShare(video)
  return (
    <span className={clsx('relative isolate block aspect-video shrink-0 overflow-hidden bg-surface-3', className)}>
      {source ? <ResponsiveImage source={source} alt="" sizes={sizes} className="absolute inset-0" /> : null}
      <span className="absolute inset-0 grid place-items-center">
        <span className="grid size-8 place-items-center rounded-full bg-[rgb(24_19_16/.66)] text-white">
          <Play className="size-4 fill-current" aria-hidden="true" />
        </span>
      </span>
      {share > 0 ? (
        <span className="absolute inset-x-0 bottom-0 h-1 bg-[rgb(24_19_16/.66)]" aria-hidden="true">
          <span className="block h-full bg-primary" style={{ width: `${share}%` }} />
        </span>
      ) : null}
    </span>
  )
}
