import clsx from 'clsx'
import { lazy, Suspense, useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { type ImageSource, ResponsiveImage } from '../../ui/image.tsx'

const Lightbox = lazy(async () => ({ default: (await import('./lightbox.tsx')).Lightbox }))

const shownMax = 4
interface PhotoTilesProps {
  photos: readonly (ImageSource & { id: string })[]
  /** What the photos are called together. */
  alt: string
  className?: string | undefined
}
/** One photo in its shape, several in a grid; the rest is a number. A press opens them large. */
export function PhotoTiles({ photos, alt, className }: PhotoTilesProps) {
  const t = useT()
  const [open, setOpen] = useState<number | null>(null)
  const [wanted, setWanted] = useState(false)
  const shown = photos.slice(0, shownMax)
  const more = photos.length - shown.length
  const only = photos.length === 1 ? photos[0] : undefined
  return (
    <div
      className={clsx(
        'grid max-w-full gap-0.5 overflow-hidden rounded-md',
        only ? 'grid-cols-1' : 'grid-cols-2',
        className,
      )}
    >
      {shown.map((photo, at) => (
        <button
          key={photo.id}
          type="button"
          onClick={() => (setWanted(true), setOpen(at))}
          style={only ? { aspectRatio: Math.min(1.9, Math.max(0.75, only.width / only.height)) } : undefined}
          className={clsx(
            'relative min-w-0 cursor-zoom-in focus-visible:-outline-offset-2',
            !only && 'aspect-square',
            shown.length === 3 && at === 0 && 'col-span-2 aspect-[2/1]!',
          )}
        >
          <span className="sr-only">
            {only ? t('post.openPhoto') : t('post.openPhotoOf', { at: at + 1, total: photos.length })}
          </span>
          <ResponsiveImage
            source={photo}
            alt={photo.alt ?? ''}
            sizes={only ? '320px' : '192px'}
            className="absolute inset-0 size-full"
          />
          {at === shownMax - 1 && more > 0 ? (
            <span className="num absolute inset-0 grid place-items-center bg-[rgb(24_19_16/.57)] text-xl font-bold text-white">
              <bdi dir="ltr">+{more}</bdi>
            </span>
          ) : null}
        </button>
      ))}
      {wanted ? (
        <Suspense>
          <Lightbox photos={photos} at={open} onChange={setOpen} alt={alt} />
        </Suspense>
      ) : null}
    </div>
  )
}
