import * as contract from '@fanlight/contract/products'
import type { Context } from '../../../platform/context.ts'
import { nextByCount, pageByCount, pageOf } from '../../../platform/db/cursor.ts'
import { route } from '../../../platform/http/http.ts'
import type { SignedIn, Viewer } from '../../../platform/viewer.ts'
import { bookmarkedItems, browseOrSearch, type FoundPage } from '../../content/items/browse.ts'
import { deleteItem } from '../../content/items/delete-item.ts'
import { countInStudio, inStudio, loadItems } from '../../content/items/item-rows.ts'
import { saveFrom } from '../../content/items/save-from.ts'
import { openItem, ownItem } from '../../content/items/view-item.ts'
import { countView } from '../../content/counters/views.ts'
import { receiveUpload } from '../../media/intake/receive.ts'
import { presentOwnProduct, presentProduct } from './present.ts'
import { type ProductRow, productTable } from './product-rows.ts'
import { createProduct, productForm, updateProduct } from './studio.ts'

const own = async (ctx: Context, viewer: SignedIn, id: string) => ({
  data: presentOwnProduct(ctx, viewer, await ownItem<ProductRow>(ctx, viewer, productTable, id)),
})
const presentPage = (ctx: Context, viewer: Viewer, { found, ...page }: FoundPage<ProductRow>) => ({
  data: found.map(({ item, verdict }) => presentProduct(ctx, viewer, item, verdict)),
  ...page,
})

export const productRoutes = [
  route(contract.uploadProductFile, async (ctx, { request }) => ({
    data: (await receiveUpload(ctx, request, { fieldName: 'file', purpose: 'product-file', kind: 'digital' })).file,
  })),
  route(contract.createProduct, async (ctx, { viewer, request }) => {
    const { body } = contract.createProduct
    const save = (tx: Context, input: contract.ProductInput) => createProduct(tx, viewer, input)
    return own(ctx, viewer, await saveFrom(ctx, request, viewer, { body, form: productForm }, save))
  }),
  route(contract.updateProduct, async (ctx, { viewer, params, request }) => {
    const { body } = contract.updateProduct
    const save = (tx: Context, changes: contract.ProductChanges) => updateProduct(tx, viewer, params.id, changes)
    return own(ctx, viewer, await saveFrom(ctx, request, viewer, { body, form: productForm }, save))
  }),
  route(contract.listOwnProducts, async (ctx, { viewer, query }) => {
    const page = pageByCount(query)
    const [found, total] = await Promise.all([
      page.tooDeep ? [] : loadItems<ProductRow>(ctx, productTable, viewer.id, inStudio(productTable, query, page)),
      countInStudio(ctx, productTable, viewer.id, query),
    ])
    return {
      data: found.map((product) => presentOwnProduct(ctx, viewer, product)),
      total,
      nextCursor: nextByCount(page, found.length, total),
    }
  }),
  route(contract.getOwnProduct, (ctx, { viewer, params }) => own(ctx, viewer, params.id)),
  route(contract.deleteProduct, async (ctx, { viewer, params }) => ({
    data: { success: true as const, ...(await deleteItem(ctx, viewer, productTable.kind, params.id)) },
  })),

  route(contract.searchProducts, async (ctx, { viewer, query }) =>
    presentPage(ctx, viewer, await browseOrSearch<ProductRow>(ctx, viewer, productTable, query, pageOf(query))),
  ),
  route(contract.getProduct, async (ctx, { viewer, params, request }) => {
    const { item, verdict } = await openItem<ProductRow>(ctx, viewer, productTable, params.id)
    if (item.status === 'published') await countView(ctx, viewer, item)
    request.showsAdult = item.isAdult
    return { data: presentProduct(ctx, viewer, item, verdict) }
  }),
  route(contract.bookmarkedProducts, async (ctx, { viewer, query }) =>
    presentPage(ctx, viewer, await bookmarkedItems<ProductRow>(ctx, viewer, productTable, query.sort, pageOf(query))),
  ),
]
