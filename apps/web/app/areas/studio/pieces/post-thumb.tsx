import { AudioLines, ChartBar, Film, Images, type LucideIcon, Type } from 'lucide-react'
import { coverOf } from '../../../parts/posts/files.ts'
import { ResponsiveImage } from '../../../ui/image.tsx'
import type { StudioPost } from './post-states.ts'

const icons: Record<StudioPost['type'], LucideIcon> = {
  text: Type,
  photo: Images,
  video: Film,
  audio: AudioLines,
  poll: ChartBar,
}

/** A post's image in a list, or the sign of what it is. */
export function PostThumb({ post }: { post: StudioPost }) {
  const cover = coverOf(post)
  const Icon = icons[post.type]
  return cover ? (
    <ResponsiveImage source={cover} alt="" sizes="56px" className="h-10 w-14 shrink-0 rounded-[8px]" />
  ) : (
    <span className="grid h-10 w-14 shrink-0 place-items-center rounded-[8px] bg-surface-2">
      <Icon className="icon size-4! text-ink-3" aria-hidden="true" />
    </span>
  )
}
