import clsx from 'clsx'
import { Ellipsis, ImageOff, Star } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import type { Reply } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { photoImage } from '../../../parts/galleries/photos.ts'
import { fileOf, isOpen } from '../../../parts/posts/files.ts'
import { iconButtonClass } from '../../../ui/button.tsx'
import { ResponsiveImage } from '../../../ui/image.tsx'
import { Menu } from '../../../ui/menu.tsx'

export type StudioPhotos = Reply<'GET /performer/performer-assets/photos/search'>
export type StudioPhoto = StudioPhotos['data'][number]
export type PhotoAction = ComponentProps<typeof Menu>['actions'][number]

interface PhotoTileProps {
  photo: StudioPhoto
  name: string
  /** Its gallery, where photos of several are shown together. */
  detail?: ReactNode
  actions: readonly PhotoAction[]
  disabled?: boolean
  /** While it is dragged. */
  lifted?: boolean
  children?: ReactNode
}

/** One of one's own photos: the image or how far it is, its title, whether it is the cover, and what can be done with it. */
export function PhotoTile({ photo, name, detail, actions, disabled, lifted, children }: PhotoTileProps) {
  const t = useT()
  const image = photoImage(photo)
  const file = fileOf(photo.file)
  const failed = isOpen(file) && (file.status === 'failed' || file.status === 'blocked')
  return (
    <li
      className={clsx(
        'relative min-w-0 rounded-md bg-surface-2',
        lifted ? 'ring-2 ring-primary-text' : 'ring-1 ring-line',
      )}
    >
      <div className="relative aspect-square overflow-hidden rounded-t-md">
        {image ? (
          <ResponsiveImage source={image} alt={name} sizes="(min-width: 1024px) 200px, 45vw" className="size-full" />
        ) : (
          <p role="status" className="grid size-full place-items-center gap-1 p-3 text-center text-xs text-ink-3">
            {failed ? <ImageOff className="icon" aria-hidden="true" /> : null}
            {failed ? t('studio.status.failed') : t('studio.status.processing')}
          </p>
        )}
        {photo.isCover ? (
          <span className="absolute start-2 bottom-2 inline-flex h-6 items-center gap-1 rounded-full bg-[rgb(24_19_16/.66)] px-2 text-xs font-strong text-white">
            <Star className="icon size-3.5!" aria-hidden="true" />
            {t('studio.photos.cover')}
          </span>
        ) : null}
        {children}
      </div>
      <div className="flex min-h-11 items-center gap-1 ps-2.5">
        <span className="min-w-0 flex-1">
          <span dir="auto" className="block truncate text-xs font-semibold text-match">
            {name}
          </span>
          {detail ? <span className="block truncate text-2xs text-ink-3">{detail}</span> : null}
        </span>
        <Menu
          trigger={
            <button
              type="button"
              disabled={disabled}
              aria-label={t('studio.editor.fileMenu', { name })}
              className={iconButtonClass('ghost', 'sm')}
            >
              <Ellipsis aria-hidden="true" />
            </button>
          }
          actions={[...actions]}
        />
      </div>
    </li>
  )
}
