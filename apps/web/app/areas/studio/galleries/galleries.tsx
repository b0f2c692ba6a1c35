import { Images } from 'lucide-react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { asItem } from '../../../parts/galleries/photos.ts'
import { coverOf } from '../../../parts/posts/files.ts'
import { ResponsiveImage } from '../../../ui/image.tsx'
import { ItemList, itemListQuery } from '../pieces/item-list.tsx'

export const handle = { messages: ['studio', 'post'] }
export const clientMiddleware = [withMessages('studio', 'post')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  return {
    list: await apiOf(context).call('GET /performer/performer-assets/galleries/search', {
      query: itemListQuery(request),
    }),
  }
}

export default function Galleries() {
  const t = useT()
  const { list } = useLoaderData<typeof loader>()
  return (
    <ItemList
      kind="gallery"
      list={list}
      thumb={(gallery) => <Thumb gallery={gallery} />}
      nameOf={(gallery) => gallery.text || t('studio.item.gallery.one')}
      typeOf={(gallery) => t('post.photos', { count: gallery.photoCount })}
    />
  )
}

type StudioGallery = Reply<'GET /performer/performer-assets/galleries/:id/view'>['data']
function Thumb({ gallery }: { gallery: StudioGallery }) {
  const cover = coverOf(asItem(gallery))
  return cover ? (
    <ResponsiveImage source={cover} alt="" sizes="56px" className="h-10 w-14 shrink-0 rounded-[8px]" />
  ) : (
    <span className="grid h-10 w-14 shrink-0 place-items-center rounded-[8px] bg-surface-2">
      <Images className="icon size-4! text-ink-3" aria-hidden="true" />
    </span>
  )
}
