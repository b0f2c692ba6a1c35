import { SquarePlay } from 'lucide-react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { coverOf } from '../../../parts/posts/files.ts'
import { ResponsiveImage } from '../../../ui/image.tsx'
import { ItemList, itemListQuery } from '../pieces/item-list.tsx'
import type { StudioVideo } from './video-draft.ts'

export const handle = { messages: ['studio', 'post'] }
export const clientMiddleware = [withMessages('studio', 'post')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = itemListQuery(request)
  return { list: await apiOf(context).call('GET /performer/performer-assets/videos/search', { query }) }
}

export default function Videos() {
  const t = useT()
  const { list } = useLoaderData<typeof loader>()
  return (
    <ItemList
      kind="video"
      list={list}
      thumb={(video) => <Thumb video={video} />}
      nameOf={(video) => video.text || t('studio.item.video.one')}
    />
  )
}

function Thumb({ video }: { video: StudioVideo }) {
  const cover = coverOf(video)
  return cover ? (
    <ResponsiveImage source={cover} alt="" sizes="72px" className="h-10 w-18 shrink-0 rounded-[8px]" />
  ) : (
    <span className="grid h-10 w-18 shrink-0 place-items-center rounded-[8px] bg-surface-2">
      <SquarePlay className="icon size-4! text-ink-3" aria-hidden="true" />
    </span>
  )
}
