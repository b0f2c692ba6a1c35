import { toHundredths } from '@fanlight/contract/fields'
import type { Context } from '../../platform/context.ts'
import { row, sql } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import { bodyHash } from '../../platform/once.ts'
import { Refusal, refuse, refuseIf, refuseRule } from '../../platform/refusal.ts'
import type { SignedIn } from '../../platform/viewer.ts'
import { requireVisible } from '../access/items.ts'
import { authorizeAll } from '../access/policy.ts'
import { addressFor } from '../addresses/address-book.ts'
import { type ChargeRow, charge, chargedOnce, chargeThatBought } from '../charges/charge.ts'
import { presentReceipt } from '../charges/present.ts'
import { itemTerms, refuseNewTerms, requireShown, type Shown, shownParts } from '../charges/shown-terms.ts'
import { lockableItem } from '../content/unlock.ts'
import { announce } from './announcing.ts'
import * as store from './store.ts'

export interface NewPurchase extends Shown {
  productId: string
  quantity: number
  addressId?: string | undefined
  key: string
}

/**
 * Orders a product, never on other terms than were shown (`expectedPrice` is the total). The order and its charge have one id and are written in one transaction, in
 * which the pieces leave the stock. What a parcel earns is in escrow.
 */
export async function placeOrder(ctx: Context, buyer: SignedIn, purchase: NewPurchase): Promise<ChargeRow> {
  const { productId, quantity, expectedPrice, addressId } = purchase
  const key = `product:${purchase.key}`
  const parts = purchase.expectedTerms === undefined ? [] : shownParts(purchase).slice(1)
  const hash = bodyHash([productId, quantity, expectedPrice ?? null, addressId ?? null, ...parts])
  try {
    return await chargedOnce(ctx, buyer.id, key, hash, () =>
      ctx.transaction((tx) => place(tx, buyer, purchase, { key, bodyHash: hash })),
    )
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // It changed since it was read: the charge compares it again.
    if (error.code === 'CONFLICT') {
      const now = await offerOf(ctx, productId)
      if (now)
        refuseNewTerms(
          { terms: now.terms, price: totalOf(now, quantity) },
          expectedPrice === undefined ? undefined : toHundredths(expectedPrice),
        )
    }
    if (error.code === 'ALREADY_PURCHASED' || error.code === 'INSUFFICIENT_BALANCE') {
      const first = await chargeThatBought(ctx, buyer.id, productId)
      if (first) refuse('ALREADY_PURCHASED', { receipt: presentReceipt(first) })
    }
    if (error.code === 'PERFORMER_NOT_FOUND') await whyGone(ctx, buyer, productId)
    throw error
  }
}

async function place(
  tx: Context,
  buyer: SignedIn,
  { productId, quantity, addressId, ...shown }: NewPurchase,
  { key, bodyHash: hash }: { key: string; bodyHash: Buffer },
): Promise<ChargeRow> {
  await requireOffered(tx, buyer, productId)
  const offer = (await offerOf(tx, productId)) ?? (await whyGone(tx, buyer, productId))
  const isPhysical = offer.type === 'physical'
  if (!isPhysical && quantity > 1) refuseRule('quantity', 'TOO_BIG', 1)
  const { minimumContentPrice, maximumContentPrice } = tx.settings.all()
  refuseIf(
    offer.price < toHundredths(minimumContentPrice) || offer.price > toHundredths(maximumContentPrice),
    'PRICE_OUT_OF_RANGE',
  )
  const total = totalOf(offer, quantity)
  await requireShown(tx, { terms: offer.terms, price: total, item: { id: productId, quantity } }, shown)
  refuseIf(offer.stock !== null && offer.stock < quantity, 'SOLD_OUT')
  const address = isPhysical ? await addressFor(tx, buyer.id, addressId) : null
  if (isPhysical) refuseIf(!address, 'ADDRESS_REQUIRED')
  if (address) requireServed(offer.shippingCountries, address.country)

  const id = newId()
  await store.insertOrder(tx, {
    id,
    buyerId: buyer.id,
    performerId: offer.performerId,
    productId,
    type: offer.type,
    title: offer.title,
    imageFileId: offer.imageFileId,
    unitPrice: offer.price,
    quantity,
    shippingFee: offer.shippingFee,
    deliveryAddress: address ?? null,
    fulfilment: isPhysical ? 'not_fulfilled' : 'delivered',
    processingDays: offer.processingDays,
  })
  await store.addEvent(tx, id, { type: 'placed', by: 'buyer' })
  const charged = await charge(tx, {
    id,
    userId: buyer.id,
    performerId: offer.performerId,
    type: 'product',
    targetId: productId,
    tokens: total,
    key,
    bodyHash: hash,
    country: buyer.country,
    escrow: isPhysical,
    offerVersion: offer.offerVersion,
  })
  await announce(tx, id, ...(isPhysical ? [{ mail: 'order_placed', to: 'performer' } as const] : []))
  return charged
}

export function requireServed(countries: readonly string[], country: string): void {
  refuseIf(countries.length > 0 && !countries.includes(country), 'COUNTRY_NOT_SERVED')
}

/** Refused where the viewer sells it, has it already or may not know of it. */
async function requireOffered(ctx: Context, buyer: SignedIn, productId: string): Promise<void> {
  const item = (await lockableItem(ctx, 'product', productId)) ?? refuse('NOT_FOUND')
  const verdict = (await authorizeAll(ctx, buyer, [item])).get(productId)!
  requireVisible(verdict)
  if (verdict.granted) {
    refuseIf(verdict.as === 'owner', 'NOT_TO_ONESELF')
    refuse(verdict.as === 'purchased' ? 'ALREADY_PURCHASED' : 'NOT_FOR_SALE')
  }
  if (verdict.why !== 'buy') refuse('NOT_FOR_SALE')
}

/** Hidden or deleted since it was read: the access policy returns the reason. */
async function whyGone(ctx: Context, buyer: SignedIn, productId: string): Promise<never> {
  await requireOffered(ctx, buyer, productId)
  return refuse('NOT_FOUND')
}

interface Offer {
  performerId: string
  title: string
  type: 'physical' | 'digital'
  /** Hundredths of a token. */
  price: bigint
  shippingFee: bigint
  stock: number | null
  shippingCountries: string[]
  processingDays: number
  imageFileId: string | null
  offerVersion: number
  terms: string
}
const totalOf = ({ price, shippingFee }: Offer, quantity: number): bigint => price * BigInt(quantity) + shippingFee

/** A published product as it is sold now. */
async function offerOf(ctx: Context, productId: string): Promise<Offer | undefined> {
  const found = await row(
    ctx.db,
    sql<
      Omit<Offer, 'terms'>
    >`SELECT i.performer_id AS "performerId", i.title, p.type, i.gate_price AS price, p.shipping_fee AS "shippingFee", p.stock,
        p.shipping_countries AS "shippingCountries", p.processing_days AS "processingDays", i.offer_version AS "offerVersion",
        (SELECT x.file_id FROM item_files x WHERE x.item_id = i.id AND x.role = 'cover' ORDER BY x.position LIMIT 1) AS "imageFileId"
      FROM items i JOIN products p ON p.item_id = i.id
      WHERE i.id = ${productId} AND i.status = 'published' AND i.gate_type = 'paid' AND (i.expires_at IS NULL OR i.expires_at > app_now())`,
  )
  return found && { ...found, terms: itemTerms({ id: productId, offerVersion: found.offerVersion }) }
}

/** The countries to which a product is shipped now; empty: everywhere. */
export const countriesServed = async (ctx: Context, productId: string): Promise<string[]> =>
  (
    await row(
      ctx.db,
      sql<{ countries: string[] }>`SELECT shipping_countries AS countries FROM products WHERE item_id = ${productId}`,
    )
  )?.countries ?? []
