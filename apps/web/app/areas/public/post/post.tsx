import { useCallback } from 'react'
import { type LoaderFunctionArgs, type MetaArgs, useLoaderData, useRevalidator } from 'react-router'
import { asProblem } from '../../../api/problem.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { PostCard } from '../../../parts/posts/post-card.tsx'
import { CreatorAside } from '../../../parts/posts/creator-aside.tsx'
import { ItemComments } from '../../../parts/posts/item-comments.tsx'
import { itemMeta, siteOf } from '../../../parts/posts/item-page.ts'
import { JsonLd } from '../../../parts/site/json-ld.tsx'
import { postData } from './json-ld.ts'

export const handle = { signIn: 'optional', messages: ['post', 'profile'] }
export const clientMiddleware = [withMessages('post', 'profile')]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const { data: post } = await api.call('GET /user/feeds/:id', { params: { id: params['id'] ?? '' } })
  const username = post.performer.username ?? post.performer._id
  const [comments, more, page] = await Promise.all([
    post.can.view && !post.isClosed
      ? api.call('GET /comments', { query: { itemId: post._id } }).catch((error: unknown) => asProblem(error))
      : null,
    api.call('GET /user/feeds/search/:username', { params: { username }, query: { pageSize: 7 } }).then(
      ({ data }) => data.filter(({ _id }) => _id !== post._id).slice(0, 6),
      () => [],
    ),
    siteOf(context),
  ])
  return {
    post,
    comments,
    more,
    page,
  }
}

export function meta({ loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return []
  const { post, page } = loaderData
  return itemMeta(post, page, {
    path: `/post/${post._id}`,
    image: `/post/${post._id}/card.png`,
    title: post.text.slice(0, 60),
  })
}

export default function PostPage() {
  const t = useT()
  const { post, comments, more, page } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const opened = useCallback(() => void revalidate(), [revalidate])
  const { performer } = post
  return (
    <div className="mx-auto grid w-full max-w-columns grid-cols-[minmax(0,var(--width-column))] justify-center gap-11 px-4 pb-16 md:px-8 md:pt-6 xl:grid-cols-[minmax(0,var(--width-column))_340px]">
      <JsonLd data={postData(post, page.origin)} />
      {post.isClosed ? null : <CreatorAside item={post} more={more} />}
      <div className="w-full max-w-column min-w-0 max-xl:mx-auto">
        <PageHead
          title={
            <span lang={post.title ? performer.locale : undefined} dir="auto" className="md:sr-only">
              {post.title || t('post.titleOf.feed', { name: performer.name })}
            </span>
          }
          back={post.isClosed ? '/user/purchases' : '/home'}
          className="md:mb-0!"
        />
        <PostCard post={post} alone first onOpened={opened} />
        {post.isClosed ? null : (
          <div className="mt-2 md:mt-4">
            <ItemComments
              item={post}
              comments={comments}
              canComment={post.can.comment || !post.locked}
              onRetry={opened}
            />
          </div>
        )}
      </div>
    </div>
  )
}
