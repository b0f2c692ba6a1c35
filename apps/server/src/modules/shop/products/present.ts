import { fromHundredths } from '@fanlight/contract/fields'
import type { ShownProduct, studioProduct } from '@fanlight/contract/products'
import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { idOf, type Viewer } from '../../../platform/viewer.ts'
import type { Verdict } from '../../access/policy.ts'
import { presentItemFiles, presentItemRelations, presentItemText, presentOwnItem } from '../../content/items/present.ts'
import { itemTerms } from '../../money/charges/shown-terms.ts'
import type { ProductRow } from './product-rows.ts'

/**
 * A product as viewers get it. Its description and its images are open to everyone who may know of it; of the file of a digital product
 * its name and its size.
 */
export function presentProduct(ctx: Context, viewer: Viewer, product: ProductRow, verdict: Verdict): ShownProduct {
  const { locked: _locked, gate: _gate, can, ...text } = presentItemText(viewer, product, verdict)
  const isOwn = idOf(viewer) === product.performerId
  const isClosed = verdict.granted && verdict.closed !== undefined
  const isLeft = product.stock === null || product.stock > 0
  return {
    kind: 'product',
    ...text,
    text: product.text,
    tags: product.tags,
    ...presentItemRelations(ctx, product, verdict),
    type: product.type,
    price: fromHundredths(product.gatePrice!),
    terms: itemTerms(product),
    stock: product.stock,
    images: presentItemFiles(ctx, viewer, product, verdict, 'cover'),
    shipping:
      product.type === 'physical'
        ? {
            fee: fromHundredths(product.shippingFee),
            countries: product.shippingCountries,
            processingDays: product.processingDays,
          }
        : null,
    file: product.download && {
      name: product.download.name,
      bytes: Number(product.download.bytes),
      mime: product.download.mime,
    },
    versions: verdict.granted
      ? (product.downloads ?? []).map(({ id, name, bytes }) => ({ _id: id, name, bytes: Number(bytes) }))
      : [],
    can: {
      buy:
        !isOwn &&
        !isClosed &&
        isLeft &&
        product.status === 'published' &&
        !(product.type === 'digital' && verdict.granted),
      comment:
        !isClosed && product.status === 'published' && viewer.kind === 'signed-in' && viewer.status !== 'suspended',
      edit: can.edit,
    },
    isPurchased: !isOwn && product.isPurchased,
  }
}

export function presentOwnProduct(ctx: Context, viewer: Viewer, product: ProductRow): z.input<typeof studioProduct> {
  const { gate: _gate, ...own } = presentOwnItem(ctx, viewer, product)
  return {
    ...presentProduct(ctx, viewer, product, { granted: true, as: 'owner', epoch: 0 }),
    ...own,
    imageIds: (product.files ?? []).filter(({ role }) => role === 'cover').map(({ id }) => id),
    digitalFileId: product.download?.id ?? null,
  }
}
