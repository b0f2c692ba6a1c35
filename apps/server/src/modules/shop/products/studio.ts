import { fromHundredths, toHundredths } from '@fanlight/contract/fields'
import type { ProductChanges, ProductInput } from '@fanlight/contract/products'
import type { Context } from '../../../platform/context.ts'
import { newId } from '../../../platform/ids.ts'
import { assert, refuseRule } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { isSold } from '../../access/sold-files.ts'
import { type ItemPart, lockOwnItem, mergedInput, saveItem } from '../../content/items/save-item.ts'
import type { FormFiles } from '../../content/items/save-from.ts'
import { productTable } from './product-rows.ts'
import * as store from './store.ts'

// Rules for products in the studio beyond those for all items: a product is sold, so its gate is its price, and its type decides whether
// it has a file or is shipped.

const { kind } = productTable

/** An image of a form comes after those that are named. */
export const productForm: FormFiles = {
  rules: [
    { fieldName: 'image', purpose: 'feed-photo', kind: 'photo' },
    { fieldName: 'digitalFile', purpose: 'product-file', kind: 'digital' },
  ],
  fieldsOf: ({ image, digitalFile }, { imageIds }) => ({
    ...(image && { imageIds: [...(Array.isArray(imageIds) ? (imageIds as unknown[]) : []), image] }),
    ...(digitalFile && { digitalFileId: digitalFile }),
  }),
}

type SavedProduct = Pick<
  ProductInput,
  'type' | 'price' | 'stock' | 'imageIds' | 'digitalFileId' | 'shippingFee' | 'shippingCountries' | 'processingDays'
>

export function createProduct(ctx: Context, performer: SignedIn, input: ProductInput): Promise<string> {
  return ctx.transaction(async (tx) => {
    const id = newId()
    const gate = { type: 'paid' as const, price: input.price }
    await saveItem(
      tx,
      performer,
      { id, kind, stored: null },
      { ...input, gate },
      partsOf(input, input.status !== 'draft'),
    )
    await store.saveProduct(tx, id, ownPartOf(input))
    return id
  })
}

/** Fields that are not sent are unchanged; the whole product is checked again. Its type is fixed. */
export function updateProduct(ctx: Context, performer: SignedIn, id: string, changes: ProductChanges): Promise<string> {
  return ctx.transaction(async (tx) => {
    const stored = await lockOwnItem(tx, performer, kind, id, changes.basedOn)
    const product = await store.lockProduct(tx, id)
    assert(product && stored.gatePrice !== null, 'an item of this kind has its row')
    const inRole = (role: string) => stored.wanted.filter((file) => file.role === role).map((file) => file.fileId)
    const shown = stored.files.filter(({ role }) => role === 'main').map(({ fileId }) => fileId)
    const saved: SavedProduct = {
      type: product.type,
      price: changes.price ?? fromHundredths(stored.gatePrice),
      stock: changes.stock === undefined ? product.stock : changes.stock,
      imageIds: changes.imageIds ?? inRole('cover'),
      digitalFileId: changes.digitalFileId === undefined ? inRole('main').at(-1) : changes.digitalFileId,
      shippingFee: changes.shippingFee ?? fromHundredths(product.shippingFee),
      shippingCountries: changes.shippingCountries ?? product.shippingCountries,
      processingDays: changes.processingDays ?? product.processingDays,
    }
    const input = mergedInput(stored, { ...changes, gate: { type: 'paid', price: saved.price } })
    await saveItem(
      tx,
      performer,
      { id, kind, stored },
      input,
      partsOf(saved, input.status === 'published', await olderVersions(tx, id, shown, saved.digitalFileId)),
      changes.price !== undefined,
    )
    await store.saveProduct(tx, id, ownPartOf(saved))
    return id
  })
}

const ownPartOf = (input: SavedProduct): store.StoredProduct => ({
  type: input.type,
  stock: input.stock,
  shippingFee: toHundredths(input.shippingFee),
  shippingCountries: [...new Set(input.shippingCountries)].sort(),
  processingDays: input.processingDays,
})

/** The files before a new one, which stay for those who bought the product; all of its buyers get the new one, too. */
async function olderVersions(
  tx: Context,
  id: string,
  stored: readonly string[],
  newest: string | null | undefined,
): Promise<string[]> {
  if (!newest) return []
  // A file that is one of them already is no new version.
  if (stored.includes(newest)) return stored.slice(0, stored.indexOf(newest))
  return (await isSold(tx, id)) ? [...stored] : []
}

function partsOf(input: SavedProduct, isPublished: boolean, older: readonly string[] = []): ItemPart[] {
  const isDigital = input.type === 'digital'
  if (isDigital && input.shippingFee > 0) refuseRule('shippingFee', 'NOT_SHIPPED')
  if (isDigital && input.shippingCountries.length > 0) refuseRule('shippingCountries', 'NOT_SHIPPED')
  if (!isDigital && input.digitalFileId) refuseRule('digitalFileId', 'NO_FILE_TO_SHIP')
  if (isDigital && !input.digitalFileId && isPublished) refuseRule('digitalFileId', 'FILES_MISSING')
  return [
    ...input.imageIds.map((fileId): ItemPart => ({ fileId, role: 'cover', field: 'imageIds', purpose: 'feed-photo' })),
    ...(input.digitalFileId ? [...older, input.digitalFileId] : []).map(
      (fileId): ItemPart => ({ fileId, role: 'main', field: 'digitalFileId', purpose: 'product-file' }),
    ),
  ]
}
