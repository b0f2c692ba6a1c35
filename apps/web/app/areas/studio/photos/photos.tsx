import { Images } from 'lucide-react'
import { Form, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { call } from '../../../api/client.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { MorePages, usePages } from '../../../parts/posts/pages.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Select } from '../../../ui/field.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { ContentTabs } from '../pieces/content-tabs.tsx'
import { PhotoTile, type StudioPhotos } from './photo-tile.tsx'
import { usePhotoChanges } from './use-photo-changes.tsx'
import { useProcessedPhotos } from './use-processed-photos.ts'

export const handle = { messages: ['studio', 'post'] }
export const clientMiddleware = [withMessages('studio', 'post')]

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const photosQuery = (galleryId: string | null, cursor?: string) => ({
  pageSize: 48,
  ...(galleryId ? { galleryId } : {}),
  ...(cursor ? { cursor } : {}),
})

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const wanted = new URL(request.url).searchParams.get('gallery') ?? ''
  const galleryId = isId.test(wanted) ? wanted : null
  const [photos, galleries] = await Promise.all([
    api.call('GET /performer/performer-assets/photos/search', { query: photosQuery(galleryId) }),
    api.call('GET /performer/performer-assets/galleries/search', { query: { pageSize: 100 } }),
  ])
  return { photos, galleries: galleries.data.map(({ _id, title }) => ({ _id, title })), galleryId }
}

export default function Photos() {
  const t = useT()
  const { photos, galleries, galleryId } = useLoaderData<typeof loader>()
  return (
    <>
      <PageTitle>{t('studio.photos.pageTitle')}</PageTitle>
      <PageHead
        title={t('studio.photos.pageTitle')}
        detail={t('studio.photos.detail')}
        actions={
          <ButtonLink variant="primary" to="/creator/galleries/new">
            <Images aria-hidden="true" />
            {t('studio.item.gallery.new')}
          </ButtonLink>
        }
      />
      <ContentTabs />
      {galleries.length > 0 ? (
        <Form className="mb-4 sm:w-72">
          <Select
            key={galleryId}
            small
            name="gallery"
            aria-label={t('studio.photos.gallery')}
            defaultValue={galleryId ?? ''}
            onChange={(event) => event.currentTarget.form?.requestSubmit()}
          >
            <option value="">{t('studio.photos.allGalleries')}</option>
            {galleries.map(({ _id, title }) => (
              <option key={_id} value={_id}>
                {title || t('studio.item.gallery.one')}
              </option>
            ))}
          </Select>
        </Form>
      ) : null}
      {photos.data.length === 0 ? (
        <EmptyState
          title={t('studio.photos.empty')}
          action={
            <ButtonLink variant="primary" to={galleryId ? `/creator/galleries/${galleryId}` : '/creator/galleries/new'}>
              {t('studio.photos.add')}
            </ButtonLink>
          }
        >
          {t('studio.photos.emptyHint')}
        </EmptyState>
      ) : (
        <Grid key={galleryId} first={photos} galleryId={galleryId} />
      )}
    </>
  )
}

function Grid({ first, galleryId }: { first: StudioPhotos; galleryId: string | null }) {
  const t = useT()
  const pages = usePages(first, (cursor) =>
    call('GET /performer/performer-assets/photos/search', { query: photosQuery(galleryId, cursor) }),
  )
  const { items, setItems } = pages
  useProcessedPhotos(items, setItems, () =>
    call('GET /performer/performer-assets/photos/search', { query: photosQuery(galleryId) }),
  )
  const { actionsOf, dialogs } = usePhotoChanges({ items, setItems, leavesGallery: galleryId !== null })
  return (
    <>
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3 md:gap-3 lg:grid-cols-5">
        {items.map((photo) => {
          const gallery = photo.gallery.title || t('studio.item.gallery.one')
          return (
            <PhotoTile
              key={photo._id}
              photo={photo}
              name={photo.title || gallery}
              detail={
                <Link to={`/creator/galleries/${photo.gallery._id}`} className="hover:underline">
                  {gallery}
                </Link>
              }
              actions={actionsOf(photo)}
            />
          )
        })}
      </ul>
      <MorePages pages={pages} label={t('post.gallery.loadMore')} />
      {dialogs}
    </>
  )
}
