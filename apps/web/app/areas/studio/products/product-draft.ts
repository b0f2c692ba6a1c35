import type { Reply } from '../../../api/client.ts'
import { isOpen, imageOf } from '../../../parts/posts/files.ts'
import { readTokens } from '../../../parts/money/read-tokens.ts'
import {
  emptyItem,
  type ItemDraft,
  itemDraftOf,
  itemFieldsOf,
  itemObstacleOf,
  type PriceLimits,
  type SaveStatus,
  savedUpload,
} from '../editor/draft.ts'
import type { UploadItem } from '../editor/uploads.ts'
import type { StudioItem } from '../pieces/studio-items.ts'

type SentProduct = Reply<'GET /performer/performer-assets/products/:id/view'>['data']
export type StudioProduct = SentProduct & Pick<StudioItem, 'gate'>
export const productTypes = ['physical', 'digital'] as const
export const imagesMax = 10

/** A product has no gate: the shared pieces get its price as they get that of other items. */
export const asItem = (product: SentProduct): StudioProduct => ({
  ...product,
  gate: { type: 'none', price: product.price, planIds: [], listIds: [], freeForSubscribers: false },
})

export interface ProductDraft extends ItemDraft {
  type: SentProduct['type']
  isLimited: boolean
  stock: string
  shippingFee: string
  isEverywhere: boolean
  countries: string[]
  processingDays: string
}
export const emptyProduct: ProductDraft = {
  ...emptyItem,
  gate: 'paid',
  freeForSubscribers: false,
  type: 'physical',
  isLimited: false,
  stock: '',
  shippingFee: '',
  isEverywhere: true,
  countries: [],
  processingDays: '3',
}
/** Of a product that is begun with its file. */
export const emptyDigital: ProductDraft = { ...emptyProduct, type: 'digital' }
export const productDraftOf = (product: StudioProduct, zone: string): ProductDraft => ({
  ...itemDraftOf(product, zone),
  gate: 'paid',
  type: product.type,
  isLimited: product.stock !== null,
  stock: product.stock === null ? '' : String(product.stock),
  shippingFee: product.shipping?.fee ? String(product.shipping.fee) : '',
  isEverywhere: !product.shipping?.countries.length,
  countries: product.shipping?.countries ?? [],
  processingDays: String(product.shipping?.processingDays ?? emptyProduct.processingDays),
})

/** The files of a saved product as the list of uploads shows them: a file that was sold beside the version that is awaited. */
export function savedUploads(product: StudioProduct): UploadItem[] {
  const awaited = product.awaitedFiles?.problem === null ? product.awaitedFiles.files : null
  const images = awaited ? awaited.filter(({ role }) => role === 'cover').map(({ file }) => file) : product.images
  const next = awaited?.findLast(({ role }) => role === 'main')
  const isNew = next !== undefined && !next.file.isLocked && next.file._id !== product.digitalFileId
  return [
    ...images.filter(isOpen).map((file) => savedUpload(file, 'photo', imageOf(file)?.src ?? null)),
    ...(product.digitalFileId && (!isNew || product.buyers > 0)
      ? [
          {
            localId: product.digitalFileId,
            name: product.file?.name ?? '',
            kind: 'product' as const,
            fileId: product.digitalFileId,
            source: null,
            alt: '',
            savedAlt: '',
            progress: null,
            percent: 100,
            lostAt: null,
            losses: 0,
            url: null,
            state: 'ready' as const,
            problem: null,
          },
        ]
      : []),
    ...(isNew && isOpen(next.file) ? [{ ...savedUpload(next.file, 'product', null), name: next.name }] : []),
  ]
}

/** The typed text as a whole number; null if it is none or too large. */
export const readWhole = (text: string, most: number): number | null => {
  const plain = text.trim()
  return /^\d{1,9}$/.test(plain) && Number(plain) <= most ? Number(plain) : null
}
export const stockMax = 1_000_000
export const processingDaysMax = 60
/** An empty field is no fee. */
export const readFee = (text: string): number | null => (text.trim() ? readTokens(text) : 0)

/** What prevents a draft from being published: first what can't be saved either, then what a draft may lack. */
export function productObstacleOf(
  draft: ProductDraft,
  items: readonly UploadItem[],
  limits: PriceLimits & { zone: string; item: StudioProduct | null; now?: number },
) {
  const shared = itemObstacleOf(draft, limits)
  if (shared) return shared
  if (draft.isLimited && readWhole(draft.stock, stockMax) === null) return 'stock'
  if (draft.type === 'physical') {
    if (readFee(draft.shippingFee) === null) return 'shippingFee'
    if (readWhole(draft.processingDays, processingDaysMax) === null) return 'processingDays'
    if (!draft.isEverywhere && draft.countries.length === 0) return 'noCountries'
  }
  if (!draft.title.trim()) return 'noTitle'
  if (draft.type === 'digital' && !items.some(({ kind }) => kind === 'product')) return 'noFile'
  return null
}

interface Writing {
  item: StudioProduct | null
  zone: string
}
/**
 * The fields of the call that saves it. The stock and the price are sent only where they were edited: orders take from the stock while
 * the page is open.
 */
export function productFieldsOf(
  draft: ProductDraft,
  items: readonly UploadItem[],
  status: SaveStatus,
  { item, zone }: Writing,
) {
  const { gate: _gate, ...fields } = itemFieldsOf(draft, status, { item, zone })
  const price = readTokens(draft.price) ?? 0
  const stock = draft.isLimited ? readWhole(draft.stock, stockMax) : null
  return {
    ...fields,
    ...(price !== item?.price && { price }),
    ...((!item || stock !== item.stock) && { stock }),
    imageIds: items.filter(({ kind }) => kind === 'photo').flatMap(({ fileId }) => fileId ?? []),
    ...(draft.type === 'digital'
      ? { digitalFileId: items.findLast(({ kind }) => kind === 'product')?.fileId ?? null }
      : {
          shippingFee: readFee(draft.shippingFee) ?? 0,
          shippingCountries: draft.isEverywhere ? [] : draft.countries,
          processingDays: readWhole(draft.processingDays, processingDaysMax) ?? 0,
        }),
  }
}
