import { ArrowUp } from 'lucide-react'
import { useCallback, useState } from 'react'
import {
  Link,
  type LoaderFunctionArgs,
  useLoaderData,
  useNavigation,
  useRevalidator,
  useSearchParams,
} from 'react-router'
import { call } from '../../../api/client.ts'
import { useSocketMessage } from '../../../api/socket.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { Columns } from '../../../layouts/primary.tsx'
import { useBalanceEvents } from '../../../parts/money/balance.ts'
import { CreatorCard, summaryOf } from '../../../parts/creators/creator-card.tsx'
import { promosFor } from '../../../parts/site/promos.server.ts'
import { Promos } from '../../../parts/site/promos.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { MorePages, usePages } from '../../../parts/posts/pages.tsx'
import { PostCard } from '../../../parts/posts/post-card.tsx'
import { PostSkeletons } from '../../../parts/posts/post-skeleton.tsx'
import { ButtonLink, buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { Segmented } from '../../../ui/tabs.tsx'
import { FollowedStrip } from './followed-strip.tsx'

export const handle = { messages: ['post', 'profile', 'reasons'], bar: 'home' }
export const clientMiddleware = [withMessages('post', 'profile', 'reasons')]
const pageSize = 10
const liveMax = 12

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const discover = new URL(request.url).searchParams.get('view') === 'discover'
  const [promos, feed, creators, live] = await Promise.all([
    promosFor(api, request, 'home'),
    api.call('GET /user/feeds', { query: { pageSize, ...(discover ? { discover: 'true' as const } : {}) } }),
    // Suggestions are worth having, not worth failing for.
    api.call('GET /performers/search/suggested', { query: { pageSize: 3 } }).then(
      ({ data }) => data,
      () => [],
    ),
    // On the first page of those one follows.
    discover
      ? []
      : api.call('GET /streaming/user/search', { query: { followed: 'true', pageSize: liveMax } }).then(
          ({ data }) => data,
          () => [],
        ),
  ])
  return { promos, feed, creators, live, discover }
}

export default function Home() {
  const t = useT()
  const { promos, feed, creators, live, discover } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const { location: next } = useNavigation()
  useBalanceEvents()
  const switching =
    next?.pathname === '/home' && (new URLSearchParams(next.search).get('view') ?? '') !== (search.get('view') ?? '')
  const pages = usePages(feed, (cursor) =>
    call('GET /user/feeds', { query: { pageSize, cursor, ...(discover ? { discover: 'true' as const } : {}) } }),
  )
  const creatorLinks = creators.length ? (
    <section className="rounded-lg bg-surface p-[18px] ring-1 ring-line">
      <h2 className="mb-3.5 flex items-center justify-between text-lg">
        {t('post.home.suggestions')}
        <Link to="/explore" className="link font-sans text-sm">
          {t('post.home.more')}
        </Link>
      </h2>
      <div className="grid grid-cols-3 gap-2.5">
        {creators.map((creator) => (
          <CreatorCard small key={creator._id} creator={summaryOf(creator)} />
        ))}
      </div>
    </section>
  ) : undefined
  return (
    <Columns
      aside={
        creatorLinks || promos.length > 0 ? (
          <>
            {creatorLinks}
            <Promos promos={promos} />
          </>
        ) : undefined
      }
    >
      <PageTitle>{t('post.home.title')}</PageTitle>
      <div className="flex items-center justify-between gap-4 max-md:py-2 md:mb-4">
        <h1 className="max-md:sr-only">{t('post.home.title')}</h1>
        <Segmented
          label={t('post.home.feed')}
          tabs={[{ label: t('post.home.following') }, { label: t('post.home.forYou'), value: 'discover' }]}
        />
      </div>
      {discover ? null : (
        <>
          <FollowedStrip posts={feed.data} live={live} />
          <NewPosts known={pages.items} />
        </>
      )}
      {switching ? (
        <PostSkeletons />
      ) : pages.items.length === 0 ? (
        <>
          <EmptyState
            className="pt-10! pb-8!"
            title={t('post.home.empty')}
            action={
              <ButtonLink variant="primary" to="/explore">
                {t('post.home.emptyAction')}
              </ButtonLink>
            }
          />
          {creatorLinks ? <div className="xl:hidden">{creatorLinks}</div> : null}
        </>
      ) : (
        <>
          <div role="feed" aria-label={t('post.home.feed')} aria-busy={pages.loading} className="grid gap-2 md:gap-4">
            {pages.items.map((post, at) => (
              <PostCard key={post._id} post={post} first={at === 0} />
            ))}
          </div>
          <MorePages pages={pages} label={t('post.home.loadMore')} />
          {pages.hasMore || discover ? null : (
            <p className="py-6 text-center text-sm text-ink-3">{t('post.home.end')}</p>
          )}
        </>
      )}
    </Columns>
  )
}

/** A button over the feed when new posts are published. The feed itself does not move. */
function NewPosts({ known }: { known: readonly { _id: string }[] }) {
  const t = useT()
  const { revalidate } = useRevalidator()
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const published = useCallback(({ feedId }: { feedId: string }) => setFresh((now) => new Set(now).add(feedId)), [])
  useSocketMessage('feed/published', published)
  const count = [...fresh].filter((id) => !known.some(({ _id }) => _id === id)).length
  return (
    <div role="status" className="pointer-events-none sticky top-16 z-20 h-0 md:top-4">
      {count > 0 ? (
        <button
          type="button"
          onClick={() => {
            setFresh(new Set())
            scrollTo({ top: 0, behavior: 'smooth' })
            void revalidate()
          }}
          className={`${buttonClass('primary', 'sm')} pointer-events-auto absolute start-1/2 -top-1 -translate-x-1/2 animate-[rise_var(--base)_var(--ease)] shadow-2! rtl:translate-x-1/2`}
        >
          <ArrowUp aria-hidden="true" />
          {t('post.home.newPosts', { count })}
        </button>
      ) : null}
    </div>
  )
}
