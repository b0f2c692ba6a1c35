import { call, type Reply } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { MorePages, usePages } from '../../../parts/posts/pages.tsx'
import { ProductTile } from '../../../parts/shop/product-tile.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import type { Profile } from './length.ts'

export const shopPageSize = 12

/** The products of a creator. */
export function Shop({ profile, first }: { profile: Profile; first: Reply<'GET /performer-assets/products/search'> }) {
  const t = useT()
  const pages = usePages(first, (cursor) =>
    call('GET /performer-assets/products/search', {
      query: { performerId: profile._id, pageSize: shopPageSize, cursor },
    }),
  )
  if (pages.items.length === 0)
    return <EmptyState title={t('shop.shop.empty')}>{t('shop.shop.emptyHint', { name: profile.name })}</EmptyState>
  return (
    <>
      <div className="grid grid-cols-2 gap-x-3 gap-y-6 md:grid-cols-3 md:gap-x-4">
        {pages.items.map((product, at) => (
          <ProductTile key={product._id} product={product} eager={at < 3} />
        ))}
      </div>
      <MorePages pages={pages} label={t('shop.shop.loadMore')} />
    </>
  )
}
