import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { ItemList, itemListQuery } from '../pieces/item-list.tsx'
import { PostThumb } from '../pieces/post-thumb.tsx'

export const handle = { messages: ['studio', 'post'] }
export const clientMiddleware = [withMessages('studio', 'post')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  return { list: await apiOf(context).call('GET /performer/feeds', { query: itemListQuery(request) }) }
}

export default function Posts() {
  const t = useT()
  const { list } = useLoaderData<typeof loader>()
  return (
    <ItemList
      kind="feed"
      list={list}
      thumb={(post) => <PostThumb post={post} />}
      nameOf={({ text, poll, draftPoll, type }) =>
        text || (poll ?? draftPoll)?.question || (t.maybe(`studio.type.${type}`) ?? '')
      }
      typeOf={(post) => t.maybe(`studio.type.${post.type}`) ?? ''}
    />
  )
}
