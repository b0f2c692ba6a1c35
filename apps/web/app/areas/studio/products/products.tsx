import { Package } from 'lucide-react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { imageOf, isOpen } from '../../../parts/posts/files.ts'
import { ResponsiveImage } from '../../../ui/image.tsx'
import { ItemList, itemListQuery } from '../pieces/item-list.tsx'
import { ShopTabs } from '../pieces/shop-tabs.tsx'
import { asItem, type StudioProduct } from './product-draft.ts'

export const handle = { messages: ['studio', 'post'] }
export const clientMiddleware = [withMessages('studio', 'post')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const list = await apiOf(context).call('GET /performer/performer-assets/products/search', {
    query: itemListQuery(request),
  })
  return { list: { data: list.data.map(asItem), total: list.total } }
}

export default function Products() {
  const t = useT()
  const { number } = useFormats()
  const { list } = useLoaderData<typeof loader>()
  return (
    <ItemList
      kind="product"
      list={list}
      tabs={<ShopTabs />}
      thumb={(product) => <ProductThumb product={product} />}
      nameOf={() => t('studio.products.untitled')}
      typeOf={({ type }) => t(`studio.products.type.${type}`)}
      columnsOf={(shared) =>
        shared
          .filter(({ name }) => name !== 'likes' && name !== 'comments')
          .flatMap((column) =>
            column.name === 'sales'
              ? [
                  {
                    name: 'stock',
                    title: t('studio.products.stock'),
                    wideOnly: true,
                    number: true,
                    cell: ({ stock }: StudioProduct) =>
                      stock === null ? (
                        t('studio.products.unlimited')
                      ) : stock === 0 ? (
                        <span className="text-danger-text">{t('studio.products.soldOut')}</span>
                      ) : (
                        number(stock)
                      ),
                  },
                  { ...column, title: t('studio.products.sold') },
                ]
              : [column],
          )
      }
    />
  )
}

function ProductThumb({ product }: { product: StudioProduct }) {
  const first = product.images.find(isOpen)
  const image = first && imageOf(first)
  return image ? (
    <ResponsiveImage source={image} alt="" sizes="56px" className="h-10 w-14 shrink-0 rounded-[8px]" />
  ) : (
    <span className="grid h-10 w-14 shrink-0 place-items-center rounded-[8px] bg-surface-2">
      <Package className="icon size-4! text-ink-3" aria-hidden="true" />
    </span>
  )
}
