import { createHash } from 'node:crypto'
import { fromHundredths, toHundredths } from '@fanlight/contract/fields'
import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { refuse } from '../../../platform/refusal.ts'

// A purchase binds all that its buyer was shown. Each answer that shows a price has the version of its terms beside it, a purchase sends it
// back, and where the terms are others by now nothing is taken.

/** The version of the terms of one offer: a short string that is another as soon as anything of what was shown is. */
export const termsOf = (...shown: readonly (string | number | bigint | null | readonly string[])[]): string =>
  createHash('sha256')
    .update(JSON.stringify(shown, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)))
    .digest('base64url')
    .slice(0, 16)

/** Of an item, whose offer counts its versions by itself (`item_offer` in sql/functions says what belongs to it). */
export const itemTerms = ({ id, offerVersion }: { id: string; offerVersion: number }): string =>
  termsOf('item', id, offerVersion)

/** Of the first message to a creator. */
export const firstMessageTerms = (performerId: string, price: bigint): string =>
  termsOf('first message', performerId, price)

/** What a buyer says that they were shown. Each may be left out. */
export interface Shown {
  /** Tokens. */
  expectedPrice?: number | undefined
  expectedTerms?: string | undefined
}

/** For the hash of a request: nothing where nothing was said, so that requests of before have the same. */
export const shownParts = ({ expectedPrice, expectedTerms }: Shown): unknown[] =>
  expectedTerms !== undefined
    ? [expectedPrice ?? null, expectedTerms]
    : expectedPrice !== undefined
      ? [expectedPrice]
      : []

/** What is bought, as it is offered now. `price` is the whole, in hundredths of a token. */
export interface Offered {
  terms: string
  price: bigint
  /** Of an item, whose offers of the last hour are known; other things are sold as they were made. */
  item?: { id: string; quantity: number }
}

/**
 * Refuses a purchase of anything else than was shown, with what is offered now. Where the buyer says no terms, nothing that they may have
 * seen within the last hour is worse now: neither the price, unless that was said, nor anything else.
 */
export async function requireShown(
  ctx: Context,
  { terms, price, item }: Offered,
  { expectedPrice, expectedTerms }: Shown,
): Promise<void> {
  if (expectedPrice !== undefined && toHundredths(expectedPrice) !== price) refuseNewTerms({ terms, price })
  if (expectedTerms === terms) return
  if (expectedTerms !== undefined) refuseNewTerms({ terms, price }, expectedPrice === undefined ? undefined : price)
  const priceIsShown = expectedPrice !== undefined
  if (!item || !(await worsened(ctx, item, priceIsShown))) return
  refuseNewTerms({ terms, price }, priceIsShown ? price : undefined)
}

/** Answers terms that aren’t those that were shown, with the price now; `shown` is the price that the buyer agreed to, where it is known. */
export const refuseNewTerms = ({ terms, price }: Pick<Offered, 'terms' | 'price'>, shown?: bigint): never =>
  refuse(price === shown ? 'TERMS_CHANGED' : 'PRICE_CHANGED', { price: fromHundredths(price), terms })

const worsened = async (
  ctx: Context,
  { id, quantity }: { id: string; quantity: number },
  priceIsShown: boolean,
): Promise<boolean> =>
  (await row(ctx.db, sql<{ worse: boolean }>`SELECT offer_worsened(${id}, ${quantity}, ${priceIsShown}) AS worse`))!
    .worse

/** Offers that were replaced longer than an hour ago decide nothing. */
export const pruneOfferChanges = async (ctx: Context): Promise<void> => {
  await sql`DELETE FROM offer_changes WHERE changed_at < app_now() - interval '1 hour'`.execute(ctx.db)
}
