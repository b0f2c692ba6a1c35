import clsx from 'clsx'
import type { ImageSource } from '../../ui/image.tsx'
import { OpenedPhotos } from './opened-photos.tsx'

interface PhotoTilesProps {
  photos: readonly (ImageSource & { id: string })[]
  /** What the photos are called together. */
  alt: string
  className?: string | undefined
}
/** One photo in its shape, several in a grid; the rest is a number. A press opens them large. */
export function PhotoTiles({ photos, alt, className }: PhotoTilesProps) {
  const only = photos.length === 1 ? photos[0] : undefined
  return (
    <OpenedPhotos
      photos={photos}
      alt={alt}
      most={4}
      className={clsx('max-w-full rounded-md', only ? 'grid-cols-1' : 'grid-cols-2', className)}
      placeOf={(at, shown) =>
        only
          ? { aspectRatio: Math.min(1.9, Math.max(0.75, only.width / only.height)), sizes: '320px' }
          : { className: shown === 3 && at === 0 ? 'col-span-2 aspect-[2/1]' : 'aspect-square', sizes: '192px' }
      }
    />
  )
}
