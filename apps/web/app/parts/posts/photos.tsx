import clsx from 'clsx'
import { Images } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { ResponsiveImage, type ImageSource } from '../../ui/image.tsx'

const Lightbox = lazy(async () => ({ default: (await import('./lightbox.tsx')).Lightbox }))
const shapes: Record<number, string> = { 1: 'grid-cols-1', 2: 'grid-cols-2', 3: 'grid-cols-3 grid-rows-2' }

/** One image, two side by side, or a large one with two beside it; the rest is a number. A press opens them large. */
export function Photos({
  photos,
  alt,
  eager = false,
}: {
  photos: readonly (ImageSource & { id: string })[]
  alt: string
  eager?: boolean
}) {
  const t = useT()
  const [open, setOpen] = useState<number | null>(null)
  const [wanted, setWanted] = useState(false)
  const shown = photos.slice(0, 3)
  const more = photos.length - shown.length
  return (
    <div
      className={clsx(
        'relative grid aspect-[4/3.4] gap-0.5 overflow-hidden max-md:-mx-4 md:aspect-[16/10] md:rounded-md',
        shapes[shown.length],
      )}
    >
      {shown.map((photo, at) => (
        <button
          key={photo.id}
          type="button"
          onClick={() => (setWanted(true), setOpen(at))}
          className={clsx(
            'relative min-h-0 min-w-0 cursor-zoom-in focus-visible:-outline-offset-2',
            shown.length === 3 && at === 0 && 'col-span-2 row-span-2',
          )}
        >
          <span className="sr-only">
            {photos.length > 1 ? t('post.openPhotoOf', { at: at + 1, total: photos.length }) : t('post.openPhoto')}
          </span>
          <ResponsiveImage
            source={photo}
            alt={photo.alt ?? ''}
            eager={eager && at === 0}
            sizes={at === 0 ? '(min-width: 768px) 620px, 100vw' : '(min-width: 768px) 210px, 34vw'}
            className="size-full"
          />
          {at === 2 && more > 0 ? (
            <span className="num absolute inset-0 grid place-items-center bg-[rgb(24_19_16/.57)] text-xl font-bold text-white">
              <bdi dir="ltr">+{more}</bdi>
            </span>
          ) : null}
        </button>
      ))}
      {photos.length > 1 ? (
        <span className="num pointer-events-none absolute end-3 top-3 inline-flex h-6 items-center gap-1.5 rounded-full bg-[rgb(24_19_16/.66)] px-2.5 text-xs font-semibold text-white">
          <Images className="icon size-3.5!" aria-hidden="true" />
          {photos.length}
        </span>
      ) : null}
      {wanted ? (
        <Suspense>
          <Lightbox photos={photos} at={open} onChange={setOpen} alt={alt} />
        </Suspense>
      ) : null}
    </div>
  )
}
