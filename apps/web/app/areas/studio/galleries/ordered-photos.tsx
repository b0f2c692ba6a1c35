import { ArrowLeft, ArrowRight, GripVertical } from 'lucide-react'
import { useRef, useState } from 'react'
import { call } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { MorePages, usePages } from '../../../parts/posts/pages.tsx'
import { useFilesStay } from '../pieces/buyers.ts'
import { PhotoTile, type StudioPhoto, type StudioPhotos } from '../photos/photo-tile.tsx'
import { usePhotoChanges } from '../photos/use-photo-changes.tsx'
import { useProcessedPhotos } from '../photos/use-processed-photos.ts'

/** As many photos are loaded at a time. */
const photosAtOnce = 60
export const photosQuery = (galleryId: string, cursor?: string) => ({
  galleryId,
  sortBy: 'position' as const,
  sort: 'asc' as const,
  pageSize: photosAtOnce,
  ...(cursor ? { cursor } : {}),
})

interface OrderedPhotosProps {
  galleryId: string
  first: StudioPhotos
  /** How many bought the gallery: then no photo leaves it. */
  buyers: number
  disabled: boolean
}

/** The photos of a gallery in their order, which dragging, the arrow keys and the menu change at once. */
export function OrderedPhotos({ galleryId, first, buyers, disabled }: OrderedPhotosProps) {
  const t = useT()
  const filesStay = useFilesStay()
  const pages = usePages(first, (cursor) =>
    call('GET /performer/performer-assets/photos/search', { query: photosQuery(galleryId, cursor) }),
  )
  const { items, setItems } = pages
  useProcessedPhotos(items, setItems, () =>
    call('GET /performer/performer-assets/photos/search', { query: photosQuery(galleryId) }),
  )
  const { dialogs, ...changes } = usePhotoChanges({ items, setItems, leavesGallery: true, stays: buyers > 0 })
  const { send } = useMutation({ toasts: true })
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const nameOf = (photo: StudioPhoto, at: number) => photo.title || t('studio.photos.photo', { at: at + 1 })

  const inOrder = (photo: StudioPhoto, to: number) => {
    const others = items.filter(({ _id }) => _id !== photo._id)
    return [...others.slice(0, to), photo, ...others.slice(to)]
  }
  const save = async (photo: StudioPhoto, to: number, before: readonly StudioPhoto[]) => {
    const reply = await send('PUT /performer/performer-assets/photos/:id', {
      params: { id: photo._id },
      body: { position: to },
    })
    if (!reply) setItems([...before])
  }
  const moveTo = (photo: StudioPhoto, to: number) => {
    const from = items.indexOf(photo)
    if (to < 0 || to >= items.length || to === from) return
    setItems(inOrder(photo, to))
    setSaid(t('studio.editor.moved', { name: nameOf(photo, from), at: to + 1, count: first.total }))
    void save(photo, to, items)
  }
  // While a photo is dragged the order changes on screen only; it is sent once it is dropped.
  const start = useRef<readonly StudioPhoto[]>([])
  const under = (x: number, y: number) =>
    [...(list.current?.children ?? [])].findIndex((tile) => {
      const { left, right, top, bottom } = tile.getBoundingClientRect()
      return x >= left && x <= right && y >= top && y <= bottom
    })
  const steps: Record<string, number> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }
  return (
    <section className="composer-card p-4 md:px-[18px]">
      <h2 className="text-lg">{t('studio.photos.inGallery')}</h2>
      <p className="mt-1 mb-3 text-sm text-ink-3">
        {t('studio.photos.orderHint')} {t('studio.photos.coverOpen')}
      </p>
      {buyers > 0 ? <p className="mb-3 text-sm text-ink-2">{filesStay(buyers)}</p> : null}
      <ul ref={list} className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-4">
        {items.map((photo, at) => (
          <PhotoTile
            key={photo._id}
            photo={photo}
            name={nameOf(photo, at)}
            lifted={photo._id === dragged}
            actions={[
              ...(at > 0
                ? [
                    {
                      label: t('studio.editor.earlier'),
                      icon: <ArrowLeft className="rtl:-scale-x-100" aria-hidden="true" />,
                      onPress: () => moveTo(photo, at - 1),
                    },
                  ]
                : []),
              ...(at < items.length - 1
                ? [
                    {
                      label: t('studio.editor.later'),
                      icon: <ArrowRight className="rtl:-scale-x-100" aria-hidden="true" />,
                      onPress: () => moveTo(photo, at + 1),
                    },
                  ]
                : []),
              ...changes.actionsOf(photo),
            ]}
            disabled={disabled}
          >
            <button
              type="button"
              disabled={disabled}
              aria-label={t('studio.editor.order', { name: nameOf(photo, at), at: at + 1, count: first.total })}
              className="absolute start-1 top-1 grid size-9 cursor-grab touch-none place-items-center rounded-full bg-black/60 text-white active:cursor-grabbing pointer-coarse:size-11"
              onPointerDown={(event) => {
                if (event.button !== 0) return
                event.currentTarget.setPointerCapture(event.pointerId)
                start.current = items
                setDragged(photo._id)
              }}
              onPointerMove={(event) => {
                if (dragged !== photo._id) return
                const to = under(event.clientX, event.clientY)
                if (to >= 0 && to !== at) setItems(inOrder(photo, to))
              }}
              onPointerUp={() => {
                setDragged(null)
                if (dragged === photo._id && start.current.indexOf(photo) !== at) {
                  setSaid(t('studio.editor.moved', { name: nameOf(photo, at), at: at + 1, count: first.total }))
                  void save(photo, at, start.current)
                }
              }}
              onPointerCancel={() => {
                setDragged(null)
                setItems([...start.current])
              }}
              onKeyDown={(event) => {
                const to =
                  event.key === 'Home'
                    ? 0
                    : event.key === 'End'
                      ? items.length - 1
                      : event.key in steps
                        ? at + (steps[event.key] ?? 0)
                        : null
                if (to === null) return
                event.preventDefault()
                moveTo(photo, to)
              }}
            >
              <GripVertical className="icon" aria-hidden="true" />
            </button>
          </PhotoTile>
        ))}
      </ul>
      <p aria-live="assertive" className="sr-only">
        {said}
      </p>
      <MorePages pages={pages} label={t('post.gallery.loadMore')} />
      {dialogs}
    </section>
  )
}
