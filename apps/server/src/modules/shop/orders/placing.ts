import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { bodyHash } from '../../../platform/once.ts'
import { refuse, refuseIf, refuseRule } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { addressFor } from '../addresses/address-book.ts'
import type { ChargeRow } from '../../money/charges/charge.ts'
import { requirePriceAllowed } from '../../money/charges/price-limits.ts'
import { type Offer, purchase } from '../../money/charges/purchase.ts'
import { itemTerms, type Shown, shownParts } from '../../money/charges/shown-terms.ts'
import { lockableItem, requireForSale } from '../../content/items/unlock.ts'
import { announce } from './announcing.ts'
import * as store from './store.ts'

export interface NewPurchase extends Shown {
  productId: string
  quantity: number
  addressId?: string | undefined
  key: string
}

/**
 * Orders a product (`expectedPrice` is the total). The order and its charge have one id and are written in one transaction, in which the
 * pieces leave the stock. What a parcel earns is in escrow.
 */
export function placeOrder(ctx: Context, buyer: SignedIn, wanted: NewPurchase): Promise<ChargeRow> {
  const { productId, quantity, addressId, key, ...shown } = wanted
  const parts = shown.expectedTerms === undefined ? [] : shownParts(shown).slice(1)
  return purchase(
    ctx,
    buyer,
    {
      key: `product:${key}`,
      bodyHash: bodyHash([productId, quantity, shown.expectedPrice ?? null, addressId ?? null, ...parts]),
      shown,
      ownsAfterwards: productId,
    },
    {
      offer: (at) => offerOf(at, buyer, productId, quantity),
      withCharge: async (tx, offer, pay) => {
        const { product } = offer
        const isPhysical = product.type === 'physical'
        refuseIf(product.stock !== null && product.stock < quantity, 'SOLD_OUT')
        const address = isPhysical ? await addressFor(tx, buyer.id, addressId) : null
        if (isPhysical) refuseIf(!address, 'ADDRESS_REQUIRED')
        if (address) requireServed(product.shippingCountries, address.country)
        const id = newId()
        await store.insertOrder(tx, {
          id,
          buyerId: buyer.id,
          performerId: offer.performerId,
          productId,
          type: product.type,
          title: product.title,
          imageFileId: product.imageFileId,
          unitPrice: product.price,
          quantity,
          shippingFee: product.shippingFee,
          deliveryAddress: address ?? null,
          fulfilment: isPhysical ? 'not_fulfilled' : 'delivered',
          processingDays: product.processingDays,
        })
        await store.addEvent(tx, id, { type: 'placed', by: 'buyer' })
        const charged = await pay(id)
        await announce(
          tx,
          id,
          { mail: 'order_confirmed', to: 'buyer' },
          ...(isPhysical ? [{ mail: 'order_placed', to: 'performer' } as const] : []),
        )
        return charged
      },
    },
  )
}

export function requireServed(countries: readonly string[], country: string): void {
  refuseIf(countries.length > 0 && !countries.includes(country), 'COUNTRY_NOT_SERVED')
}

interface Product {
  title: string
  type: 'physical' | 'digital'
  /** Of one piece, in hundredths of a token. */
  price: bigint
  shippingFee: bigint
  stock: number | null
  shippingCountries: string[]
  processingDays: number
  imageFileId: string | null
  offerVersion: number
}
interface ProductOffer extends Offer {
  product: Product
}

/** A published product as it is sold to this buyer now. */
async function offerOf(at: Context, buyer: SignedIn, productId: string, quantity: number): Promise<ProductOffer> {
  const item = (await lockableItem(at, 'product', productId)) ?? refuse('NOT_FOUND')
  await requireForSale(at, buyer, item)
  const product =
    (await row(
      at.db,
      sql<Product>`SELECT i.title, p.type, i.gate_price AS price, p.shipping_fee AS "shippingFee", p.stock,
          p.shipping_countries AS "shippingCountries", p.processing_days AS "processingDays", i.offer_version AS "offerVersion",
          (SELECT x.file_id FROM item_files x WHERE x.item_id = i.id AND x.role = 'cover' ORDER BY x.position LIMIT 1) AS "imageFileId"
        FROM items i JOIN products p ON p.item_id = i.id
        WHERE i.id = ${productId} AND i.status = 'published' AND i.gate_type = 'paid' AND (i.expires_at IS NULL OR i.expires_at > app_now())`,
    )) ?? refuse('NOT_FOUND')
  if (product.type === 'digital' && quantity > 1) refuseRule('quantity', 'TOO_BIG', 1)
  requirePriceAllowed(at, product.price)
  return {
    type: 'product',
    targetId: productId,
    performerId: item.performerId,
    price: product.price * BigInt(quantity) + product.shippingFee,
    terms: itemTerms({ id: productId, offerVersion: product.offerVersion }),
    item: { version: product.offerVersion, quantity },
    escrow: product.type === 'physical',
    product,
  }
}

/** The countries to which a product is shipped now; empty: everywhere. */
export const countriesServed = async (ctx: Context, productId: string): Promise<string[]> =>
  (
    await row(
      ctx.db,
      sql<{ countries: string[] }>`SELECT shipping_countries AS countries FROM products WHERE item_id = ${productId}`,
    )
  )?.countries ?? []
