import { useCallback, useEffect, useRef } from 'react'
import { type LoaderFunctionArgs, type MetaArgs, useLoaderData, useRevalidator } from 'react-router'
import { call } from '../../../api/client.ts'
import { asProblem } from '../../../api/problem.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { asItem } from '../../../parts/galleries/photos.ts'
import { CreatorAside } from '../../../parts/posts/creator-aside.tsx'
import { ItemComments } from '../../../parts/posts/item-comments.tsx'
import { itemMeta, profilePath, siteOf } from '../../../parts/posts/item-page.ts'
import { JsonLd } from '../../../parts/site/json-ld.tsx'
import { GalleryCard } from './gallery-card.tsx'
import { galleryData } from './json-ld.ts'

export const handle = { signIn: 'optional', messages: ['post', 'profile'] }
export const clientMiddleware = [withMessages('post', 'profile')]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const id = params['id'] ?? ''
  const { data: gallery } = await api.call('GET /performer-assets/galleries/:id', { params: { id } })
  const [photos, comments, more, page] = await Promise.all([
    api
      .call('GET /performer-assets/photos', { query: { galleryId: id, pageSize: 40 } })
      .catch((error: unknown) => asProblem(error)),
    gallery.can.view && !gallery.isClosed
      ? api.call('GET /comments', { query: { itemId: id } }).catch((error: unknown) => asProblem(error))
      : null,
    api
      .call('GET /performer-assets/galleries/search', { query: { performerId: gallery.performer._id, pageSize: 7 } })
      .then(
        ({ data }) => data.filter(({ _id }) => _id !== id).slice(0, 6),
        () => [],
      ),
    siteOf(context),
  ])
  return {
    gallery,
    photos,
    comments,
    more,
    page,
  }
}

export function meta({ loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return []
  const { gallery, page } = loaderData
  const path = `/gallery/${gallery._id}`
  return itemMeta(gallery, page, { path, image: `${path}/card.png` })
}

export default function GalleryPage() {
  const t = useT()
  const { gallery, photos, comments, more, page } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const changed = useCallback(() => void revalidate(), [revalidate])
  useView(gallery._id, gallery.can.view && !gallery.isClosed)
  const { performer } = gallery
  const home = profilePath(performer)
  return (
    <div className="mx-auto grid w-full max-w-columns grid-cols-[minmax(0,1fr)] gap-11 px-4 pb-16 md:px-8 md:pt-6 xl:grid-cols-[minmax(0,1fr)_340px]">
      <JsonLd data={galleryData(gallery, page.origin)} />
      {gallery.isClosed ? null : <CreatorAside item={gallery} more={more.map(asItem)} />}
      <div className="w-full min-w-0">
        <PageHead
          title={
            <span className="md:sr-only">{gallery.title || t('post.titleOf.gallery', { name: performer.name })}</span>
          }
          back={gallery.isClosed ? '/user/purchases' : `${home}?tab=galleries`}
          className="md:mb-0!"
        />
        <GalleryCard
          gallery={gallery}
          photos={photos}
          loadMore={(cursor) =>
            call('GET /performer-assets/photos', { query: { galleryId: gallery._id, pageSize: 40, cursor } })
          }
          onChanged={revalidate}
        />
        {gallery.isClosed ? null : (
          <div className="mt-2 md:mt-4">
            <ItemComments
              item={gallery}
              comments={comments}
              canComment={gallery.can.comment || !gallery.locked}
              onRetry={changed}
            />
          </div>
        )}
      </div>
    </div>
  )
}

/** Counts a view of a gallery that is open to this viewer; the server counts one a day. */
function useView(id: string, canView: boolean): void {
  const { send } = useMutation()
  const sender = useRef(send)
  sender.current = send
  useEffect(() => {
    if (canView) void sender.current('POST /performer-assets/galleries/:id/view', { params: { id } })
  }, [id, canView])
}
