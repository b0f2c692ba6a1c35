import { useCallback } from 'react'
import { Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData, useRevalidator } from 'react-router'
import { asProblem } from '../../../api/problem.ts'
import { apiOf, requestContextOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { CommentList } from '../../../parts/comments/comment-list.tsx'
import { FollowButton } from '../../../parts/creators/follow-button.tsx'
import { PostCard } from '../../../parts/posts/post-card.tsx'
import { PostTile } from '../../../parts/posts/post-tile.tsx'
import { JsonLd } from '../../../parts/site/json-ld.tsx'
import { shareMeta } from '../../../parts/site/share-meta.ts'
import { VerifiedBadge } from '../../../parts/creators/verified-badge.tsx'
import { ArchPortrait } from '../../../ui/avatar.tsx'
import { useProblemText } from '../../../ui/form.tsx'
import { PartialState } from '../../../ui/states.tsx'
import { postData } from './json-ld.ts'

export const handle = { signIn: 'optional', messages: ['post', 'profile'] }
export const clientMiddleware = [withMessages('post', 'profile')]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const requestContext = requestContextOf(context)
  const { data: post } = await api.call('GET /user/feeds/:id', { params: { id: params['id'] ?? '' } })
  const username = post.performer.username ?? post.performer._id
  const [comments, more, settings] = await Promise.all([
    post.can.view
      ? api.call('GET /comments', { query: { itemId: post._id } }).catch((error: unknown) => asProblem(error))
      : null,
    api.call('GET /user/feeds/search/:username', { params: { username }, query: { pageSize: 7 } }).then(
      ({ data }) => data.filter(({ _id }) => _id !== post._id).slice(0, 6),
      () => [],
    ),
    requestContext.settings(),
  ])
  return {
    post,
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
  const { post, page } = loaderData
  const { siteName } = page
  const title = `${post.title || post.text.slice(0, 60) || post.performer.name} · ${siteName}`
  const description = post.text.slice(0, 200) || `${post.performer.name} · ${siteName}`
  return [
    { title },
    { name: 'description', content: description },
    // What is closed is not for search engines.
    { name: 'robots', content: post.locked ? 'noindex' : 'index,follow' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    ...shareMeta({ ...page, path: `/post/${post._id}`, image: `/post/${post._id}/card.png`, type: 'article' }),
  ]
}

export default function PostPage() {
  const t = useT()
  const { post, comments, more, page } = useLoaderData<typeof loader>()
  const problemText = useProblemText()
  const { revalidate } = useRevalidator()
  const opened = useCallback(() => void revalidate(), [revalidate])
  const { performer } = post
  const home = `/${performer.username ?? performer._id}`
  return (
    <div className="mx-auto grid w-full max-w-columns grid-cols-[minmax(0,var(--width-column))] justify-center gap-11 px-4 pb-16 md:px-8 md:pt-6 xl:grid-cols-[minmax(0,var(--width-column))_340px]">
      <JsonLd data={postData(post, page.origin)} />
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
              <FollowButton performer={performer} isFollowed={post.isFollowed} size="sm" />
            </div>
          </div>
        </section>
        {more.length ? (
          <section className="rounded-lg bg-surface p-[18px] ring-1 ring-line">
            <h2 className="mb-3 text-lg wrap-anywhere">{t('post.page.related', { name: performer.name })}</h2>
            <div className="grid grid-cols-2 gap-2">
              {more.map((entry) => (
                <PostTile key={entry._id} post={entry} />
              ))}
            </div>
          </section>
        ) : null}
      </aside>
      <div className="w-full max-w-column min-w-0 max-xl:mx-auto">
        <PageHead
          title={<span className="md:sr-only">{post.title || t('post.titleOf.feed', { name: performer.name })}</span>}
          back="/home"
          className="md:mb-0!"
        />
        <PostCard post={post} alone first onOpened={opened} />
        <div className="mt-2 md:mt-4">
          {comments && 'data' in comments ? (
            <CommentList
              key={post._id}
              itemId={post._id}
              ownerId={performer._id}
              first={comments}
              canComment={post.can.comment || !post.locked}
            />
          ) : comments ? (
            <PartialState onRetry={opened}>{problemText(comments)}</PartialState>
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
