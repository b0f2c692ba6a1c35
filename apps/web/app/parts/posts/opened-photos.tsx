import clsx from 'clsx'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { type ImageSource, ResponsiveImage } from '../../ui/image.tsx'

const Lightbox = lazy(async () => ({ default: (await import('./lightbox.tsx')).Lightbox }))

interface OpenedPhotosProps {
  photos: readonly (ImageSource & { id: string })[]
  /** What the photos are called together. */
  alt: string
  /** How many are shown; the last of them says how many more there are. */
  most: number
  /** The grid they stand in. */
  className: string
  /** The place, the size and the loading of one of them, of `shown` in all. */
  placeOf: (
    at: number,
    shown: number,
  ) => { className?: string | undefined; aspectRatio?: number; sizes: string; eager?: boolean }
  /** What stands over the grid. */
  children?: ReactNode
}
/** Photos in a grid: a press opens them large, all of them, at the one pressed; the last shown says how many more. */
export function OpenedPhotos({ photos, alt, most, className, placeOf, children }: OpenedPhotosProps) {
  const t = useT()
  const [open, setOpen] = useState<number | null>(null)
  const [wanted, setWanted] = useState(false)
  const shown = photos.slice(0, most)
  const more = photos.length - shown.length
  return (
    <div className={clsx('grid gap-0.5 overflow-hidden', className)}>
      {shown.map((photo, at) => {
        const place = placeOf(at, shown.length)
        return (
          <button
            key={photo.id}
            type="button"
            onClick={() => (setWanted(true), setOpen(at))}
            style={{ aspectRatio: place.aspectRatio }}
            className={clsx('relative min-h-0 min-w-0 cursor-zoom-in focus-visible:-outline-offset-2', place.className)}
          >
            <span className="sr-only">
              {photos.length > 1 ? t('post.openPhotoOf', { at: at + 1, total: photos.length }) : t('post.openPhoto')}
            </span>
            <ResponsiveImage
              source={photo}
              alt={photo.alt ?? ''}
              eager={place.eager ?? false}
              sizes={place.sizes}
              className="absolute inset-0 size-full"
            />
            {at === most - 1 && more > 0 ? (
              <span className="num absolute inset-0 grid place-items-center bg-[rgb(24_19_16/.57)] text-xl font-bold text-white">
                <bdi dir="ltr">+{more}</bdi>
              </span>
            ) : null}
          </button>
        )
      })}
      {children}
      {wanted ? (
        <Suspense>
          <Lightbox photos={photos} at={open} onChange={setOpen} alt={alt} />
        </Suspense>
      ) : null}
    </div>
  )
}
