import { productImagesMax, productTypes as contractTypes } from '@fanlight/contract/products'
import { expect, it } from 'vitest'
import type { UploadItem } from '../editor/uploads.ts'
import {
  emptyProduct,
  imagesMax,
  productTypes,
  type ProductDraft,
  productFieldsOf,
  productObstacleOf,
  type StudioProduct,
} from './product-draft.ts'

const zone = 'Asia/Tokyo'
const whole: ProductDraft = { ...emptyProduct, title: 'Stoneware cup', price: '20' }
const at = (draft: Partial<ProductDraft>, items: UploadItem[] = []) =>
  productObstacleOf({ ...whole, ...draft }, items, { zone, item: null, least: 1, most: 100 })
const upload = (kind: UploadItem['kind'], fileId: string) => ({ kind, fileId }) as UploadItem

it.each([
  ['all that a parcel needs', {}, null],
  ['no title', { title: ' ' }, 'noTitle'],
  ['no price', { price: '' }, 'noPrice'],
  ['a price too large', { price: '100.01' }, 'price'],
  ['a limited stock without a number', { isLimited: true }, 'stock'],
  ['half a piece', { isLimited: true, stock: '1.5' }, 'stock'],
  ['a fee that is no amount', { shippingFee: 'five' }, 'shippingFee'],
  ['no processing time', { processingDays: '' }, 'processingDays'],
  ['a processing time too long', { processingDays: '61' }, 'processingDays'],
  ['chosen countries, but none', { isEverywhere: false }, 'noCountries'],
  ['a digital product without a file', { type: 'digital' }, 'noFile'],
  // What is shipped does not matter to a file.
  ['a digital product without a file that has no days', { type: 'digital', processingDays: '' }, 'noFile'],
  // A draft may lack its title, but nothing can be saved without a price.
  ['neither title nor price', { title: '', price: '' }, 'noPrice'],
] as const)('%s: %o', (_, draft, expected) => expect(at({ ...draft } as Partial<ProductDraft>)).toBe(expected))

it('a digital product with its file can be published', () =>
  expect(at({ type: 'digital' }, [upload('product', 'file')])).toBe(null))

it('sends the price and the stock of a saved product only where they were edited', () => {
  const item = { price: 20, stock: 5, status: 'published', expiresAt: null } as StudioProduct
  const fields = (draft: Partial<ProductDraft>) =>
    productFieldsOf({ ...whole, isLimited: true, stock: '5', ...draft }, [], 'unchanged', { item, zone })
  expect(fields({})).not.toHaveProperty('price')
  expect(fields({})).not.toHaveProperty('stock')
  expect(fields({ price: '21', stock: '7' })).toMatchObject({ price: 21, stock: 7 })
  expect(fields({ isLimited: false })).toMatchObject({ stock: null })
})

it('sends what is shipped or the file, whichever the product is', () => {
  const writing = { item: null, zone }
  const items = [upload('photo', 'one'), upload('product', 'file'), upload('photo', 'two')]
  const parcel = productFieldsOf(
    { ...whole, shippingFee: '5', countries: ['JP'], isEverywhere: false },
    items,
    'draft',
    writing,
  )
  expect(parcel).toMatchObject({
    imageIds: ['one', 'two'],
    shippingFee: 5,
    shippingCountries: ['JP'],
    processingDays: 3,
  })
  expect(parcel).not.toHaveProperty('digitalFileId')
  expect(parcel).not.toHaveProperty('gate')
  const file = productFieldsOf({ ...whole, type: 'digital' }, items, 'draft', writing)
  expect(file).toMatchObject({ digitalFileId: 'file' })
  expect(file).not.toHaveProperty('shippingFee')
})

it('has the limits of the contract', () => {
  expect(imagesMax).toBe(productImagesMax)
  expect(productTypes).toEqual(contractTypes)
})
