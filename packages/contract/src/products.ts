import { z } from 'zod'
import { country } from './countries.ts'
import { endpoint, many, one } from './endpoint.ts'
import { amount, id, tokens } from './fields.ts'
import {
  bookmarkQuery,
  browseQuery,
  fileIds,
  itemChangeFields,
  itemFields,
  itemWriteRefusals,
  shownItem,
  studioItemFields,
  studioListQuery,
} from './items.ts'
import { mediaFile, uploadedFile } from './media.ts'

// Products of performers: a physical one is shipped, a digital one is a file to download. A product is sold by its price alone, so it has
// no gate that is written: its images and its description are open, its file belongs to those who bought it.
// spec: publish.products

export const productTypes = ['physical', 'digital'] as const
export const productImagesMax = 10
/** Of one order. */
export const quantityMax = 20

export const shipping = z.object({
  /** For the whole order, in tokens. */
  fee: tokens,
  /** Empty: everywhere. */
  countries: z.array(country),
  /** Days until it is shipped. */
  processingDays: z.int(),
})

export const shownProduct = shownItem.omit({ gate: true, locked: true, can: true }).extend({
  kind: z.literal('product'),
  type: z.enum(productTypes),
  /** In tokens, for one piece. */
  price: tokens,
  /** The version of all that is shown, which an order sends back as `expectedTerms`. */
  terms: z.string(),
  /** How many pieces are left; null where their number is not limited. */
  stock: z.int().nullable(),
  images: z.array(mediaFile),
  /** Null for a digital product. */
  shipping: shipping.nullable(),
  /** The name and the size of the file of a digital product. */
  file: z.object({ name: z.string(), bytes: z.number(), mime: z.string() }).nullable(),
  /** For those who may download it: all of its files, the newest first. A new version leaves those that were sold. */
  versions: z.array(z.object({ _id: id, name: z.string(), bytes: z.number() })),
  /** Whether this viewer may buy it, owns it (a digital one) or sells it. */
  can: z.object({ buy: z.boolean(), comment: z.boolean(), edit: z.boolean() }),
  isPurchased: z.boolean(),
})
export type ShownProduct = z.infer<typeof shownProduct>

const { gate: _gate, ...ownFields } = studioItemFields
export const studioProduct = shownProduct.extend({
  ...ownFields,
  imageIds: z.array(id),
  digitalFileId: id.nullable(),
})

const { gate: _writtenGate, ...newFields } = itemFields
const { gate: _changedGate, ...changedFields } = itemChangeFields

/** Nothing, or an amount. */
const fee = z.literal(0).or(amount)
const countries = z.array(country).max(250)
const processingDays = z.int().min(0).max(60)
const stock = z.int().min(0).max(1_000_000).nullable()

const productBody = z.strictObject({
  ...newFields,
  type: z.enum(productTypes),
  price: amount,
  stock: stock.default(null),
  imageIds: fileIds(productImagesMax).default([]),
  digitalFileId: id.nullish(),
  shippingFee: fee.default(0),
  shippingCountries: countries.default([]),
  processingDays: processingDays.default(3),
})
export type ProductInput = z.output<typeof productBody>

const productChanges = z.strictObject({
  ...changedFields,
  price: amount.optional(),
  stock: stock.optional(),
  imageIds: fileIds(productImagesMax).optional(),
  digitalFileId: id.nullish(),
  shippingFee: fee.optional(),
  shippingCountries: countries.optional(),
  processingDays: processingDays.optional(),
})
export type ProductChanges = z.output<typeof productChanges>

const params = z.object({ id })
const group = 'products'

export const uploadProductFile = endpoint('POST /performer/performer-assets/products/file/upload', {
  group,
  summary: 'Uploads the file of a digital product.',
  who: 'approved',
  limit: 'upload',
  idempotent: 'upload',
  files: ['file'],
  reply: one(uploadedFile),
})
/** The file fields of a product's form: an image comes after those that `imageIds` names. */
export const productFileFields = ['image', 'digitalFile'] as const
const save = {
  group,
  who: 'approved',
  limit: 'upload',
  idempotent: 'upload',
  files: productFileFields,
  formOrJson: true,
} as const

export const createProduct = endpoint('POST /performer/performer-assets/products', {
  ...save,
  summary:
    'Saves a product: its files in a form, or the ids of files that were uploaded before. It is published when its files are ready and its time has come.',
  refuses: itemWriteRefusals,
  body: productBody,
  reply: one(studioProduct),
})
export const updateProduct = endpoint('PUT /performer/performer-assets/products/:id', {
  ...save,
  summary:
    'Changes a product; what is not sent stays as it is. A published product keeps its files until new ones are ready. Orders that were placed stay as they are.',
  refuses: itemWriteRefusals,
  params,
  body: productChanges,
  reply: one(studioProduct),
})
export const listOwnProducts = endpoint('GET /performer/performer-assets/products/search', {
  group,
  summary: 'One’s own products, drafts included.',
  who: 'performer',
  limit: 'read',
  query: z.object({ ...studioListQuery, type: z.enum(productTypes).optional() }),
  reply: many(studioProduct),
})
export const getOwnProduct = endpoint('GET /performer/performer-assets/products/:id/view', {
  group,
  summary: 'One of one’s own products.',
  who: 'performer',
  limit: 'read',
  params,
  reply: one(studioProduct),
})
export const deleteProduct = endpoint('DELETE /performer/performer-assets/products/:id', {
  group,
  summary: 'Deletes a product. Orders go on, and users who bought a file still have it.',
  who: 'performer',
  limit: 'write',
  params,
  reply: one(z.object({ success: z.literal(true), archived: z.boolean() })),
})
export const searchProducts = endpoint('GET /performer-assets/products/search', {
  group,
  summary:
    'Products of everyone or of one creator, newest first; with `q` those that match. `total` is exact to 1,000.',
  who: 'public',
  limit: 'read',
  query: z.object(browseQuery),
  reply: many(shownProduct),
})
export const getProduct = endpoint('GET /performer-assets/products/:id', {
  group,
  summary: 'One product. Counts a view.',
  who: 'public',
  limit: 'read',
  refuses: ['AGE_REQUIRED'],
  params,
  reply: one(shownProduct),
})
export const bookmarkedProducts = endpoint('GET /reactions/products/bookmark', {
  group,
  summary: 'Products one has bookmarked, newest bookmark first.',
  who: 'any',
  limit: 'read',
  query: z.object(bookmarkQuery),
  reply: many(shownProduct),
})
