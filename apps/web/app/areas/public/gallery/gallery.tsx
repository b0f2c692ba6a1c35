import { useCallback, useEffect, useRef } from 'react'
import { Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData, useRevalidator } from 'react-router'
import { call } from '../../../api/client.ts'
import { asProblem } from '../../../api/problem.ts'
import { apiOf, requestContextOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { CommentList } from '../../../parts/comments/comment-list.tsx'
import { FollowButton } from '../../../parts/creators/follow-button.tsx'
import { VerifiedBadge } from '../../../parts/creators/verified-badge.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { asItem } from '../../../parts/galleries/photos.ts'
import { PostTile } from '../../../parts/posts/post-tile.tsx'
import { JsonLd } from '../../../parts/site/json-ld.tsx'
import { shareMeta } from '../../../parts/site/share-meta.ts'
import { ArchPortrait } from '../../../ui/avatar.tsx'
import { useProblemText } from '../../../ui/form.tsx'
import { PartialState } from '../../../ui/states.tsx'
import { GalleryCard } from './gallery-card.tsx'
import { galleryData } from './json-ld.ts'

export const handle = { signIn: 'optional', messages: ['post', 'profile'] }
export const clientMiddleware = [withMessages('post', 'profile')]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const requestContext = requestContextOf(context)
  const id = params['id'] ?? ''
  const { data: gallery } = await api.call('GET /performer-assets/galleries/:id', { params: { id } })
  const [photos, comments, more, settings] = await Promise.all([
    api
      .call('GET /performer-assets/photos', { query: { galleryId: id, pageSize: 40 } })
      .catch((error: unknown) => asProblem(error)),
    gallery.can.view
      ? api.call('GET /comments', { query: { itemId: id } }).catch((error: unknown) => asProblem(error))
      : null,
    api
      .call('GET /performer-assets/galleries/search', { query: { performerId: gallery.performer._id, pageSize: 7 } })
      .then(
        ({ data }) => data.filter(({ _id }) => _id !== id).slice(0, 6),
        () => [],
      ),
    requestContext.settings(),
  ])
  return {
    gallery,
    photos,
    comments,
    more,
    page: {
      origin: requestContext.origin,
      locale: await requestContext.locale(),
      siteName: settings.siteName,
      locales: settings.supportedLocales,
    },
  }
}

export function meta({ loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return []
  const { gallery, page } = loaderData
  const { siteName } = page
  const title = `${gallery.title || gallery.performer.name} · ${siteName}`
  const description = gallery.text.slice(0, 200) || `${gallery.performer.name} · ${siteName}`
  return [
    { title },
    { name: 'description', content: description },
    // What is closed is not for search engines.
    { name: 'robots', content: gallery.locked ? 'noindex' : 'index,follow' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    ...shareMeta({
      ...page,
      path: `/gallery/${gallery._id}`,
      image: `/${gallery.performer.username ?? gallery.performer._id}/card.png`,
      type: 'article',
    }),
  ]
}

export default function GalleryPage() {
  const t = useT()
  const { gallery, photos, comments, more, page } = useLoaderData<typeof loader>()
  const problemText = useProblemText()
  const { revalidate } = useRevalidator()
  const changed = useCallback(() => void revalidate(), [revalidate])
  useView(gallery._id, gallery.can.view)
  const { performer } = gallery
  const home = `/${performer.username ?? performer._id}`
  return (
    <div className="mx-auto grid w-full max-w-columns grid-cols-[minmax(0,1fr)] gap-11 px-4 pb-16 md:px-8 md:pt-6 xl:grid-cols-[minmax(0,1fr)_340px]">
      <JsonLd data={galleryData(gallery, page.origin)} />
      <aside className="sticky top-6 flex flex-col gap-4.5 self-start max-xl:hidden xl:order-2">
        <section className="flex items-center gap-4 rounded-lg bg-surface p-[18px] ring-1 ring-line">
          <Link to={home} tabIndex={-1} aria-hidden="true">
            <ArchPortrait src={performer.avatar} width={72} />
          </Link>
          <div className="min-w-0 flex-1">
            <Link to={home} className="flex items-center gap-1 font-bold">
              <bdi className="truncate">{performer.name}</bdi>
              {performer.isVerified ? <VerifiedBadge /> : null}
            </Link>
            <p className="truncate text-xs text-ink-3">
              <bdi>@{performer.username}</bdi>
            </p>
            <div className="mt-2.5">
              <FollowButton performer={performer} isFollowed={gallery.isFollowed} size="sm" />
            </div>
          </div>
        </section>
        {more.length ? (
          <section className="rounded-lg bg-surface p-[18px] ring-1 ring-line">
            <h2 className="mb-3 text-lg wrap-anywhere">{t('post.page.related', { name: performer.name })}</h2>
            <div className="grid grid-cols-2 gap-2">
              {more.map((entry) => (
                <PostTile key={entry._id} post={asItem(entry)} />
              ))}
            </div>
          </section>
        ) : null}
      </aside>
      <div className="w-full min-w-0">
        <PageHead
          title={
            <span className="md:sr-only">{gallery.title || t('post.titleOf.gallery', { name: performer.name })}</span>
          }
          back={`${home}?tab=galleries`}
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
        <div className="mt-2 md:mt-4">
          {comments && 'data' in comments ? (
            <CommentList
              key={gallery._id}
              itemId={gallery._id}
              ownerId={performer._id}
              first={comments}
              canComment={gallery.can.comment || !gallery.locked}
            />
          ) : comments ? (
            <PartialState onRetry={changed}>{problemText(comments)}</PartialState>
          ) : (
            <p className="rounded-lg bg-surface-2 px-5 py-6 text-center text-sm text-ink-2">
              {t('post.comments.closed')}
            </p>
          )}
        </div>
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
