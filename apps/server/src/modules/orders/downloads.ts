import type { Context } from '../../platform/context.ts'
import { refuse } from '../../platform/refusal.ts'
import type { SignedIn } from '../../platform/viewer.ts'
import { downloadAddress } from '../media/present.ts'
import { scopes } from '../media/address.ts'
import { viewItem } from '../content/view-item.ts'
import { type ProductRow, productTable } from '../products/product-rows.ts'
import * as store from './store.ts'

// spec: product.download-link
/** A link to the file of a product for those who bought it, and for its seller. Each link that a buyer gets is counted. */
export async function linkToFile(ctx: Context, viewer: SignedIn, productId: string) {
  const { item, verdict } = await viewItem<ProductRow>(ctx, viewer, productTable, productId)
  if (!item.download) refuse('NOT_FOUND')
  if (!verdict.granted) refuse('PURCHASE_REQUIRED')
  if (verdict.as === 'purchased') await store.countDownload(ctx, viewer.id, productId)
  return {
    url: downloadAddress(ctx, viewer, item.download.id),
    expiresAt: new Date(ctx.clock.now().getTime() + scopes.original.minutes * 60_000).toISOString(),
    name: item.download.name,
    bytes: Number(item.download.bytes),
  }
}
