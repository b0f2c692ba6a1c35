import { ArrowUp, X } from 'lucide-react'
import { type ComponentType, createElement, lazy, Suspense, useCallback, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigation, useRevalidator, useSearchParams } from 'react-router'
import { call } from '../../../api/client.ts'
import { asProblem } from '../../../api/problem.ts'
import { useSocketMessage } from '../../../api/socket.ts'
import { apiOf } from '../../../api/request-context.ts'
import { needMessages, withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { Columns } from '../../../layouts/primary.tsx'
import { useBalanceEvents } from '../../../parts/money/balance.ts'
import { FollowButton } from '../../../parts/creators/follow-button.tsx'
import type { Post } from '../../../parts/posts/files.ts'
import { promosFor } from '../../../parts/site/promos.server.ts'
import { Promos } from '../../../parts/site/promos.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { MorePages, usePages } from '../../../parts/posts/pages.tsx'
import { PostCard } from '../../../parts/posts/post-card.tsx'
import { PostSkeletons } from '../../../parts/posts/post-skeleton.tsx'
import { ButtonLink, buttonClass } from '../../../ui/button.tsx'
import { EmptyState, PartialState } from '../../../ui/states.tsx'
import { Segmented } from '../../../ui/tabs.tsx'
import { DismissContext, type SuggestedPost } from './dismissing.ts'
import type * as partsModule from './parts.ts'
import { useNotInterested } from './use-not-interested.ts'
// The server renders the late parts, too: without this their lines would have no look until the scripts are there.
import '../../../parts/creators/why.css'

const messages = ['home', 'post', 'profile']
export const handle = { messages, bar: 'home' }
export const clientMiddleware = [withMessages(...messages)]
const pageSize = 10

const parts = async () => {
  if (!import.meta.env.SSR) await needMessages('reasons', 'schedule')
  return import('./parts.ts')
}
type Parts = typeof partsModule
/** On the server: there once, the parts are rendered with the page, and not put into their places by scripts afterwards. */
let partsOfServer: Parts | undefined
function late<Props extends object>(pick: (all: Parts) => ComponentType<Props>): ComponentType<Props> {
  const Later = lazy(async () => ({ default: pick(await parts()) })) as ComponentType<Props>
  return (props) => createElement(import.meta.env.SSR && partsOfServer ? pick(partsOfServer) : Later, props)
}
const BesidePanels = late((all) => all.BesidePanels)
const SoonStrip = late((all) => all.SoonStrip)
const WatchingStrip = late((all) => all.WatchingStrip)
const Suggestions = late((all) => all.Suggestions)
const FollowedStrip = late((all) => all.FollowedStrip)
const LazyReason = late((all) => all.PostReason)
const PostReason = (props: { post: SuggestedPost }) => (
  <Suspense fallback={<div className="mb-2 h-7" />}>
    <LazyReason {...props} />
  </Suspense>
)

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  partsOfServer = await parts()
  const discover = new URL(request.url).searchParams.get('view') === 'discover'
  const [promos, feed, beside] = await Promise.all([
    promosFor(api, request, 'home'),
    api.call('GET /user/feeds', { query: { pageSize, ...(discover ? { discover: 'true' as const } : {}) } }),
    // What stands beside the feed is worth having, not worth failing for.
    api.call('GET /user/home').then(
      ({ data }) => data,
      (error: unknown) => {
        if (error instanceof Response || asProblem(error).status === 401) throw error
        return null
      },
    ),
  ])
  return { promos, feed, beside, discover }
}

export default function Home() {
  const t = useT()
  const { promos, feed, beside, discover } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const { location: next } = useNavigation()
  const { revalidate } = useRevalidator()
  const { hidden, dismiss } = useNotInterested()
  useBalanceEvents()
  const switching =
    next?.pathname === '/home' && (new URLSearchParams(next.search).get('view') ?? '') !== (search.get('view') ?? '')
  const pages = usePages(feed, (cursor) =>
    call('GET /user/feeds', { query: { pageSize, cursor, ...(discover ? { discover: 'true' as const } : {}) } }),
  )
  const moreActions = useCallback(
    ({ performer: { _id: id, name } }: Post) => [
      {
        label: t('home.notInterestedIn', { name }),
        icon: <X aria-hidden="true" />,
        onPress: () => dismiss({ type: 'performer', id, name }),
      },
    ],
    [t, dismiss],
  )
  const posts = discover
    ? pages.items.filter(({ _id, performer }) => !hidden.has(_id) && !hidden.has(performer._id))
    : pages.items
  const suggestions = beside ? (
    <Suspense>
      <Suggestions creators={beside.creators.filter(({ _id }) => !hidden.has(_id))} />
    </Suspense>
  ) : null
  const failed = <PartialState onRetry={() => void revalidate()}>{t('home.besideFailed')}</PartialState>
  return (
    <DismissContext value={dismiss}>
      <Columns
        aside={
          <>
            {beside ? (
              <Suspense>
                <BesidePanels {...beside} />
              </Suspense>
            ) : (
              failed
            )}
            {suggestions}
            <Promos promos={promos} />
          </>
        }
      >
        <PageTitle>{t('post.home.title')}</PageTitle>
        <div className="flex items-center justify-between gap-4 max-md:py-2 md:mb-4">
          <h1 className="max-md:sr-only">{t('post.home.title')}</h1>
          <Segmented
            className="max-md:flex! max-md:w-full max-md:[&>a]:flex-1"
            label={t('post.home.feed')}
            tabs={[{ label: t('post.home.following') }, { label: t('post.home.forYou'), value: 'discover' }]}
          />
        </div>
        {discover ? null : (
          <>
            <Suspense>
              <FollowedStrip posts={feed.data} live={beside?.live.filter(({ isFollowed }) => isFollowed) ?? []} />
              {beside ? (
                <>
                  <SoonStrip {...beside} />
                  <WatchingStrip {...beside} />
                </>
              ) : (
                <div className="mb-3 xl:hidden">{failed}</div>
              )}
            </Suspense>
            <NewPosts known={pages.items} />
          </>
        )}
        {switching ? (
          <PostSkeletons />
        ) : posts.length === 0 && !pages.hasMore ? (
          <>
            <EmptyState
              className="pt-10! pb-8!"
              title={t(discover ? 'home.nothingNew' : 'post.home.empty')}
              action={
                <ButtonLink variant="primary" to="/explore">
                  {t('post.home.emptyAction')}
                </ButtonLink>
              }
            />
            <div className="xl:hidden">{suggestions}</div>
          </>
        ) : (
          <>
            <div role="feed" aria-label={t('post.home.feed')} aria-busy={pages.loading} className="grid gap-2 md:gap-4">
              {posts.map((post, at) => (
                <PostCard
                  key={post._id}
                  post={post}
                  first={at === 0}
                  Follow={FollowOnCard}
                  {...(discover && { Above: PostReason, moreActions })}
                />
              ))}
            </div>
            <MorePages pages={pages} label={t('post.home.loadMore')} />
            {pages.hasMore || discover ? null : (
              <p className="py-6 text-center text-sm text-ink-3">{t('post.home.end')}</p>
            )}
          </>
        )}
      </Columns>
    </DismissContext>
  )
}

const FollowOnCard = ({ post: { performer, can } }: { post: Post }) =>
  can.edit ? null : <FollowButton performer={performer} isFollowed={false} size="sm" />

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
