import { Lock } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useT } from '../../i18n/context.tsx'
import { ResponsiveImage } from '../../ui/image.tsx'
import { MorePages, type usePages } from '../posts/pages.tsx'
import { type Photo, photoImage, photoPreview } from './photos.ts'
import { PhotoActions } from './photo-actions.tsx'

const Lightbox = lazy(async () => ({ default: (await import('../posts/lightbox.tsx')).Lightbox }))
/** Very wide and very tall photos are cropped in the grid. */
const ratioOf = (width: number, height: number) => Math.min(2.4, Math.max(0.6, width / height))
/** How many photos before the end the viewer asks for more. */
const near = 6

interface PhotoGridProps {
  pages: ReturnType<typeof usePages<Photo>>
  total: number
  /** What the photos are called together. */
  alt: string
  /** Photos of several galleries: each says in the viewer which it is from, and locked ones lead there. */
  withGallery?: boolean
}

/** Photos in rows of one height that fill the width, page by page. A press opens them large. */
export function PhotoGrid({ pages, total, alt, withGallery = false }: PhotoGridProps) {
  const t = useT()
  const [open, setOpen] = useState<number | null>(null)
  const [wanted, setWanted] = useState(false)
  const viewable = pages.items.flatMap((photo) => {
    const image = photoImage(photo)
    return image ? [{ ...image, id: photo._id, photo }] : []
  })
  const change = (id: string, next: Partial<Photo>) =>
    pages.setItems((known) => known.map((photo) => (photo._id === id ? { ...photo, ...next } : photo)))
  return (
    <>
      <ul className="flex flex-wrap gap-1 [--row:8rem] after:grow-[99] after:content-[''] md:gap-1.5 md:[--row:13rem]">
        {pages.items.map((photo, at) => {
          const image = photoImage(photo)
          const ratio = image ? ratioOf(image.width, image.height) : 1
          const place = viewable.findIndex(({ id }) => id === photo._id)
          return (
            <li
              key={photo._id}
              style={{ flexGrow: ratio, flexBasis: `calc(var(--row) * ${ratio})`, aspectRatio: ratio }}
              className="relative min-w-0 overflow-hidden rounded-sm"
            >
              {image ? (
                <button
                  type="button"
                  onClick={() => (setWanted(true), setOpen(place))}
                  className="block size-full cursor-zoom-in focus-visible:-outline-offset-2"
                >
                  <span className="sr-only">
                    {photo.title || t('post.openPhotoOf', { at: place + 1, total: Math.max(total, viewable.length) })}
                  </span>
                  <ResponsiveImage
                    source={image}
                    alt={image.alt ?? ''}
                    eager={at < 4}
                    sizes="(min-width: 768px) 320px, 50vw"
                    className="size-full"
                  />
                </button>
              ) : withGallery ? (
                <Link to={`/gallery/${photo.gallery._id}`} className="block size-full focus-visible:-outline-offset-2">
                  <span className="sr-only">
                    {t('post.gallery.lockedPhoto', {
                      title: photo.gallery.title || t('post.titleOf.gallery', { name: photo.performer.name }),
                    })}
                  </span>
                  <LockedPhoto photo={photo} />
                </Link>
              ) : (
                <LockedPhoto photo={photo} />
              )}
            </li>
          )
        })}
      </ul>
      <MorePages pages={pages} label={t('post.gallery.loadMore')} />
      {wanted ? (
        <Suspense>
          <Lightbox
            photos={viewable}
            total={Math.max(total, viewable.length)}
            at={open}
            onChange={setOpen}
            onSeen={(seen) => void (seen > viewable.length - near && pages.hasMore && pages.more())}
            alt={alt}
          >
            {(seen) => {
              const photo = viewable[seen]?.photo
              return photo ? (
                <PhotoActions
                  key={photo._id}
                  photo={photo}
                  withGallery={withGallery}
                  onChange={(next) => change(photo._id, next)}
                />
              ) : null
            }}
          </Lightbox>
        </Suspense>
      ) : null}
    </>
  )
}

function LockedPhoto({ photo }: { photo: Photo }) {
  const preview = photoPreview(photo)
  return (
    <span className="dusk isolate grid size-full place-items-center overflow-hidden text-white">
      {preview ? (
        <img
          src={preview}
          alt=""
          loading="lazy"
          className="absolute -inset-[12%] -z-1 h-[124%] w-[124%] max-w-none object-cover blur-[14px] saturate-160"
        />
      ) : null}
      <Lock className="icon size-5! opacity-90" aria-hidden="true" />
    </span>
  )
}
