import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { call, type Reply } from '../../../api/client.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { ColumnPage } from '../../../layouts/column-page.tsx'
import { PhotoGrid } from '../../../parts/galleries/photo-grid.tsx'
import { asItem } from '../../../parts/galleries/photos.ts'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { MorePages, usePages } from '../../../parts/posts/pages.tsx'
import { ProductTile } from '../../../parts/shop/product-tile.tsx'
import { LibraryTabs } from '../../../parts/shop/library-tabs.tsx'
import { PostCard } from '../../../parts/posts/post-card.tsx'
import { PostTile } from '../../../parts/posts/post-tile.tsx'
import { VideoRow } from '../../../parts/videos/video-row.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { Chips } from '../../../ui/tabs.tsx'

export const handle = { messages: ['post', 'profile', 'shop'] }
export const clientMiddleware = [withMessages('post', 'profile', 'shop')]

const page = (pageSize: number, cursor?: string) => ({ query: { pageSize, ...(cursor ? { cursor } : {}) } })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const tab = new URL(request.url).searchParams.get('tab')
  const isPosts = !['videos', 'galleries', 'photos', 'products'].includes(tab ?? '')
  const [posts, videos, galleries, photos, products] = await Promise.all([
    isPosts ? api.call('GET /reactions/feeds/bookmark', page(10)) : null,
    tab === 'videos' ? api.call('GET /reactions/videos/bookmark', page(10)) : null,
    tab === 'galleries' ? api.call('GET /reactions/galleries/bookmark', page(12)) : null,
    tab === 'photos' ? api.call('GET /reactions/:type/bookmark', { params: { type: 'photos' }, ...page(30) }) : null,
    tab === 'products' ? api.call('GET /reactions/products/bookmark', page(12)) : null,
  ])
  return { posts, videos, galleries, photos, products }
}

export default function Bookmarks() {
  const t = useT()
  const { posts, videos, galleries, photos, products } = useLoaderData<typeof loader>()
  return (
    <ColumnPage>
      <PageTitle>{t('post.bookmarks.title')}</PageTitle>
      <PageHead title={t('shop.library.title')} detail={t('post.bookmarks.detail')} />
      <div className="mb-4">
        <LibraryTabs />
      </div>
      <Chips
        name="tab"
        className="mb-4"
        label={t('post.bookmarks.title')}
        tabs={[
          { label: t('post.bookmarks.posts') },
          { label: t('post.bookmarks.videos'), value: 'videos' },
          { label: t('post.bookmarks.galleries'), value: 'galleries' },
          { label: t('post.bookmarks.photos'), value: 'photos' },
          { label: t('post.bookmarks.products'), value: 'products' },
        ]}
      />
      {posts ? <Posts first={posts} /> : null}
      {videos ? <Videos first={videos} /> : null}
      {galleries ? <Galleries first={galleries} /> : null}
      {photos ? <Photos first={photos} /> : null}
      {products ? <Products first={products} /> : null}
    </ColumnPage>
  )
}

function Empty({ title, hint }: { title: string; hint?: string }) {
  const t = useT()
  return (
    <EmptyState
      title={title}
      action={
        <ButtonLink variant="primary" to="/home">
          {t('post.home.title')}
        </ButtonLink>
      }
    >
      {hint}
    </EmptyState>
  )
}

function Posts({ first }: { first: Reply<'GET /reactions/feeds/bookmark'> }) {
  const t = useT()
  const pages = usePages(first, (cursor) => call('GET /reactions/feeds/bookmark', page(10, cursor)))
  if (pages.items.length === 0) return <Empty title={t('post.bookmarks.empty')} hint={t('post.bookmarks.emptyHint')} />
  return (
    <>
      <div role="feed" aria-label={t('post.bookmarks.title')} aria-busy={pages.loading} className="grid gap-2 md:gap-4">
        {pages.items.map((post, at) => (
          <PostCard key={post._id} post={post} first={at === 0} />
        ))}
      </div>
      <MorePages pages={pages} label={t('post.home.loadMore')} />
    </>
  )
}

function Galleries({ first }: { first: Reply<'GET /reactions/galleries/bookmark'> }) {
  const t = useT()
  const pages = usePages(first, (cursor) => call('GET /reactions/galleries/bookmark', page(12, cursor)))
  if (pages.items.length === 0)
    return <Empty title={t('post.bookmarks.emptyGalleries')} hint={t('post.bookmarks.emptyGalleriesHint')} />
  return (
    <>
      <div className="grid grid-cols-2 gap-2 md:grid-cols-3 md:gap-3">
        {pages.items.map((gallery, at) => (
          <PostTile key={gallery._id} post={asItem(gallery)} eager={at < 3} />
        ))}
      </div>
      <MorePages pages={pages} label={t('post.home.loadMore')} />
    </>
  )
}

function Photos({ first }: { first: Reply<'GET /reactions/:type/bookmark'> }) {
  const t = useT()
  const pages = usePages(first, (cursor) =>
    call('GET /reactions/:type/bookmark', { params: { type: 'photos' }, ...page(30, cursor) }),
  )
  if (pages.items.length === 0)
    return <Empty title={t('post.bookmarks.emptyPhotos')} hint={t('post.bookmarks.emptyPhotosHint')} />
  return <PhotoGrid pages={pages} total={first.total} alt={t('post.bookmarks.photos')} withGallery />
}

function Products({ first }: { first: Reply<'GET /reactions/products/bookmark'> }) {
  const t = useT()
  const pages = usePages(first, (cursor) => call('GET /reactions/products/bookmark', page(12, cursor)))
  if (pages.items.length === 0) return <Empty title={t('post.bookmarks.emptyProducts')} />
  return (
    <>
      <div className="grid grid-cols-2 gap-x-3 gap-y-6 md:grid-cols-3">
        {pages.items.map((product, at) => (
          <ProductTile key={product._id} product={product} eager={at < 3} />
        ))}
      </div>
      <MorePages pages={pages} label={t('post.home.loadMore')} />
    </>
  )
}

function Videos({ first }: { first: Reply<'GET /reactions/videos/bookmark'> }) {
  const t = useT()
  const pages = usePages(first, (cursor) => call('GET /reactions/videos/bookmark', { query: { pageSize: 10, cursor } }))
  return pages.items.length === 0 ? (
    <EmptyState
      title={t('post.bookmarks.noVideos')}
      action={
        <ButtonLink variant="primary" to="/explore">
          {t('post.home.emptyAction')}
        </ButtonLink>
      }
    />
  ) : (
    <>
      <div className="grid gap-4">
        {pages.items.map((video) => (
          <VideoRow key={video._id} video={video} />
        ))}
      </div>
      <MorePages pages={pages} label={t('post.home.loadMore')} />
    </>
  )
}
