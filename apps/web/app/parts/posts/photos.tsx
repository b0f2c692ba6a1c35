import clsx from 'clsx'
import { Images } from 'lucide-react'
import type { ImageSource } from '../../ui/image.tsx'
import { OpenedPhotos } from './opened-photos.tsx'

const shapes = ['', 'grid-cols-1', 'grid-cols-2', 'grid-cols-3 grid-rows-2']

interface PhotosProps {
  photos: readonly (ImageSource & { id: string })[]
  /** What the photos are called together. */
  alt: string
  eager?: boolean
}
/** One image, two side by side, or a large one with two beside it; the rest is a number. A press opens them large. */
export function Photos({ photos, alt, eager = false }: PhotosProps) {
  const most = 3
  return (
    <OpenedPhotos
      photos={photos}
      alt={alt}
      most={most}
      className={clsx(
        'relative aspect-[4/3.4] max-md:-mx-4 md:aspect-[16/10] md:rounded-md',
        shapes[Math.min(photos.length, most)],
      )}
      placeOf={(at, shown) => ({
        className: shown === most && at === 0 ? 'col-span-2 row-span-2' : undefined,
        sizes: at === 0 ? '(min-width: 768px) 620px, 100vw' : '(min-width: 768px) 210px, 34vw',
        eager: eager && at === 0,
      })}
    >
      {photos.length > 1 ? (
        <span className="num pointer-events-none absolute end-3 top-3 inline-flex h-6 items-center gap-1.5 rounded-full bg-[rgb(24_19_16/.66)] px-2.5 text-xs font-semibold text-white">
          <Images className="icon size-3.5!" aria-hidden="true" />
          {photos.length}
        </span>
      ) : null}
    </OpenedPhotos>
  )
}
