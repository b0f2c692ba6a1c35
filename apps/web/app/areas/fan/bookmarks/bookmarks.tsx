import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { call } from '../../../api/client.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { Columns } from '../../../layouts/primary.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { MorePages, usePages } from '../../../parts/posts/pages.tsx'
import { PostCard } from '../../../parts/posts/post-card.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'

export const handle = { messages: ['post', 'profile'] }
export const clientMiddleware = [withMessages('post', 'profile')]

export const loader = async ({ context }: LoaderFunctionArgs) => ({
  bookmarks: await apiOf(context).call('GET /reactions/feeds/bookmark', { query: { pageSize: 10 } }),
})

export default function Bookmarks() {
  const t = useT()
  const { bookmarks } = useLoaderData<typeof loader>()
  const pages = usePages(bookmarks, (cursor) =>
    call('GET /reactions/feeds/bookmark', { query: { pageSize: 10, cursor } }),
  )
  return (
    <Columns>
      <PageTitle>{t('post.bookmarks.title')}</PageTitle>
      <PageHead title={t('post.bookmarks.title')} back="/home" />
      {pages.items.length === 0 ? (
        <EmptyState
          title={t('post.bookmarks.empty')}
          action={
            <ButtonLink variant="primary" to="/home">
              {t('post.home.title')}
            </ButtonLink>
          }
        />
      ) : (
        <>
          <div
            role="feed"
            aria-label={t('post.bookmarks.title')}
            aria-busy={pages.loading}
            className="grid gap-2 md:gap-4"
          >
            {pages.items.map((post, at) => (
              <PostCard key={post._id} post={post} first={at === 0} />
            ))}
          </div>
          <MorePages pages={pages} label={t('post.home.loadMore')} />
        </>
      )}
    </Columns>
  )
}
