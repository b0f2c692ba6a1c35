import { useEffect, useMemo, useRef } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { fileOf, isOpen } from '../../../parts/posts/files.ts'
import { PostTile } from '../../../parts/posts/post-tile.tsx'
import { useMe } from '../../../parts/site/site.ts'
import {
  basisOf,
  emptyItem,
  itemDraftOf,
  itemFieldsOf,
  itemObstacleOf,
  lastPublished,
  startingLike,
} from '../editor/draft.ts'
import { AudienceSection } from '../editor/audience-section.tsx'
import { creatorOf, mayPublish } from '../editor/creator.ts'
import { ItemEditor } from '../editor/item-editor.tsx'
import { PreviewPane } from '../editor/preview-pane.tsx'
import { SettingsSection } from '../editor/settings-section.tsx'
import { TextCard } from '../editor/text-card.tsx'
import { useUploads } from '../editor/uploads.ts'
import { useDraft } from '../editor/use-draft.ts'
import { usePriceLimits } from '../editor/use-price-limits.ts'
import type { Save } from '../editor/use-saving.ts'
import { useOwnZone } from '../../../parts/time/own-zone.ts'
import { chosenIn } from '../vault/vault-files.ts'
import { previewOf } from './gallery-preview.ts'
import { NewPhotos } from './new-photos.tsx'
import { OrderedPhotos, photosQuery } from './ordered-photos.tsx'

export const handle = { messages: ['studio', 'post', 'messages'], isFull: true, hasTabBar: false }
export const clientMiddleware = [withMessages('studio', 'post', 'messages')]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const id = params['id']
  const [me, gallery, photos, last] = await Promise.all([
    api.call('GET /performers/me'),
    id ? api.call('GET /performer/performer-assets/galleries/:id/view', { params: { id } }) : null,
    id ? api.call('GET /performer/performer-assets/photos/search', { query: photosQuery(id) }) : null,
    id ? null : api.call('GET /performer/performer-assets/galleries/search', { query: lastPublished }),
  ])
  return { gallery: gallery?.data ?? null, photos, last: last?.data[0], creator: creatorOf(me.data) }
}

type StudioGallery = Reply<'GET /performer/performer-assets/galleries/:id/view'>['data']

export default function GalleryEditorPage() {
  const { gallery } = useLoaderData<typeof loader>()
  return <Editor key={gallery?._id ?? 'new'} />
}

/** New photos become the gallery's when it is saved, a draft while it is written. Those it had are changed one by one, at once. */
function Editor() {
  const me = useMe()
  const { gallery, photos, last, creator } = useLoaderData<typeof loader>()
  const zone = useOwnZone()
  const limits = usePriceLimits()
  const { state } = useLocation()
  const uploads = useUploads(gallery ? [] : chosenIn(state))
  const { items } = uploads
  const empty = useMemo(() => startingLike(emptyItem, last, zone), [last, zone])
  const writing = useDraft({
    kind: 'gallery',
    item: gallery,
    empty,
    draftOf: itemDraftOf,
    zone,
    uploads,
    addsFiles: true,
  })
  const { draft, set } = writing
  // New photos that were taken out again, which the draft on the server may have.
  const removed = useRef(new Set<string>())
  const write: Save<StudioGallery> = async (change, status, saved) => {
    const fileIds = items.flatMap(({ fileId }) => fileId ?? [])
    const removedFileIds = [...removed.current].filter((fileId) => !fileIds.includes(fileId))
    const body = { ...itemFieldsOf(draft, status, { item: saved, zone }), fileIds }
    if (!saved) return change('POST /performer/performer-assets/galleries', { body, once: true })
    const reply = await change('PUT /performer/performer-assets/galleries/:id', {
      params: { id: saved._id },
      body: { ...body, ...basisOf(saved), ...(saved.status === 'draft' && { removedFileIds }) },
    })
    for (const fileId of removedFileIds) removed.current.delete(fileId)
    return reply
  }
  const stripUploads = {
    ...uploads,
    remove: (localId: string) => {
      const fileId = items.find((item) => item.localId === localId)?.fileId
      if (fileId) removed.current.add(fileId)
      uploads.remove(localId)
    },
  }
  // Photos that were loaded as the gallery's are below, and not new any more: after a reload, the device may still have them as such.
  const loaded = photos?.data
  useEffect(() => {
    const own = new Set(loaded?.map(({ file }) => fileOf(file)).flatMap((file) => (isOpen(file) ? file._id : [])))
    for (const { localId, fileId } of items) if (fileId && own.has(fileId)) uploads.remove(localId)
  }, [loaded, items, uploads])
  const count = (gallery?.photoCount ?? 0) + items.length
  const obstacle = itemObstacleOf(draft, { ...limits, zone, item: gallery }) ?? (count === 0 ? 'noPhotos' : null)
  return (
    <ItemEditor
      kind="gallery"
      item={gallery}
      verificationStatus={creator.verificationStatus}
      zone={zone}
      uploads={uploads}
      savedUploads={() => []}
      writing={{
        ...writing,
        saved: () => {
          // They are photos of the gallery now.
          for (const { localId } of items) uploads.remove(localId)
          writing.saved()
        },
      }}
      obstacle={obstacle}
      write={write}
      preview={
        <PreviewPane gate={{ type: draft.gate, freeForSubscribers: draft.freeForSubscribers }}>
          {(access) =>
            me ? (
              <div inert className="max-w-80">
                <PostTile post={previewOf(draft, items, me, access, gallery)} />
              </div>
            ) : null
          }
        </PreviewPane>
      }
    >
      <TextCard
        kind="gallery"
        draft={draft}
        onChange={set}
        media={<NewPhotos uploads={stripUploads} count={count} disabled={!mayPublish(creator.verificationStatus)} />}
      />
      {gallery && photos && photos.total > 0 ? (
        <OrderedPhotos
          galleryId={gallery._id}
          first={photos}
          buyers={gallery.buyers}
          disabled={!mayPublish(creator.verificationStatus)}
        />
      ) : null}
      <AudienceSection draft={draft} creator={creator} {...limits} onChange={set} />
      <SettingsSection draft={draft} saved={gallery} zone={zone} obstacle={obstacle} onChange={set} />
    </ItemEditor>
  )
}
