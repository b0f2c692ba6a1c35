import type { Context } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { downloadAddress } from '../../media/serving/present.ts'
import { scopes } from '../../media/serving/address.ts'
import { openItem } from '../../content/items/view-item.ts'
import { type ProductRow, productTable } from '../products/product-rows.ts'
import * as store from './store.ts'

// spec: product.download-link
/** A link to the file of a product, or to one of its versions, for those who bought it, and for its seller. Each link that a buyer gets is counted. */
export async function linkToFile(ctx: Context, viewer: SignedIn, productId: string, fileId?: string) {
  const { item, verdict } = await openItem<ProductRow>(ctx, viewer, productTable, productId)
  if (!item.download) refuse('NOT_FOUND')
  if (!verdict.granted) refuse('PURCHASE_REQUIRED')
  const download = fileId === undefined ? item.download : item.downloads?.find(({ id }) => id === fileId)
  if (!download) refuse('NOT_FOUND')
  if (verdict.as === 'purchased') await store.countDownload(ctx, viewer.id, productId)
  return {
    url: downloadAddress(ctx, viewer, download.id),
    expiresAt: new Date(ctx.clock.now().getTime() + scopes.original.minutes * 60_000).toISOString(),
    name: download.name,
    bytes: Number(download.bytes),
  }
}
