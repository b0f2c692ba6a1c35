import type { CardGateway } from '@fanlight/contract/payments'
import type { Context } from '../../../platform/context.ts'
import { refuse, refuseRule } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { GatewayRefusal, type SavedCard } from './gateway.ts'
import { openGateway } from './open-gateway.ts'
import { requireCardAllowed } from './paying-block.ts'
import { type CardRow, cardOf, cardsOf } from './records.ts'
import {
  blankCards,
  cardOfFingerprint,
  cardOfRef,
  customerOf,
  deleteCard,
  insertCard,
  saveCustomer,
  lockAccount,
  newestCardIsDefault,
  noDefault,
  renewCard,
  setDefault,
} from './store.ts'
import { removeCardJob } from './jobs.ts'

const cardsMax = 20

/** Opens the form for entering card details. */
export async function beginCard(
  ctx: Context,
  viewer: SignedIn,
  gateway: CardGateway,
  returnPath: string,
): Promise<{ url: string }> {
  const known = await customerOf(ctx, viewer.id, gateway)
  const { url, customerRef } = await openGateway(ctx, gateway).openCardForm(viewer.id, known, returnPath)
  if (!known) await saveCustomer(ctx, viewer.id, gateway, customerRef)
  return { url }
}

/** Keeps a card that its owner typed into the gateway's own form. Sending the same token, or typing the same card, twice keeps one. */
export async function cacheCard(
  ctx: Context,
  viewer: SignedIn,
  gateway: CardGateway,
  token: string,
  isDefault: boolean | undefined,
): Promise<CardRow> {
  const saved = await save(ctx, viewer, gateway, token)
  await requireCardAllowed(ctx, saved.fingerprint)
  return ctx.transaction(async (tx) => {
    await lockAccount(tx, viewer.id)
    await saveCustomer(tx, viewer.id, gateway, saved.customerRef)
    const others = await cardsOf(tx, viewer.id)
    const first = await cardOfRef(tx, viewer.id, gateway, saved.ref)
    if (first) return first
    const known = await cardOfFingerprint(tx, viewer.id, gateway, saved.fingerprint)
    if (known) return renew(tx, known, saved, isDefault)
    if (others.length >= cardsMax) refuseRule('card', 'CARDS_FULL', cardsMax)
    const asDefault = isDefault === true || others.length === 0
    if (asDefault) await noDefault(tx, viewer.id)
    const made = await insertCard(tx, {
      account_id: viewer.id,
      gateway,
      gateway_ref: saved.ref,
      brand: saved.brand,
      last4: saved.last4,
      exp_month: saved.expMonth,
      exp_year: saved.expYear,
      fingerprint: saved.fingerprint,
      is_default: asDefault,
    })
    // It was removed before, or it is another person's.
    return made ?? refuse('TOKEN_SPENT')
  })
}

/** The card goes on as what was typed last, and so does all that is paid with it. What it was at the gateway before is removed there. */
async function renew(tx: Context, known: CardRow, saved: SavedCard, isDefault: boolean | undefined): Promise<CardRow> {
  const renewed = await renewCard(tx, known, saved)
  if (renewed) await removeCardJob.enqueue(tx, { gateway: known.gateway, cardRef: known.gateway_ref })
  const card = renewed ?? known
  if (isDefault !== true || card.is_default) return card
  await noDefault(tx, card.account_id)
  await setDefault(tx, card.id)
  return { ...card, is_default: true }
}

async function save(ctx: Context, viewer: SignedIn, gateway: CardGateway, token: string): Promise<SavedCard> {
  try {
    return await openGateway(ctx, gateway).saveCard(viewer.id, token)
  } catch (error) {
    if (error instanceof GatewayRefusal) refuse('TOKEN_SPENT')
    throw error
  }
}

/** Makes one of one’s own cards the default. */
export async function makeDefault(ctx: Context, viewer: SignedIn, cardId: string): Promise<CardRow> {
  return ctx.transaction(async (tx) => {
    await lockAccount(tx, viewer.id)
    const card = (await cardOf(tx, viewer.id, cardId)) ?? refuse('NOT_FOUND')
    await noDefault(tx, viewer.id)
    await setDefault(tx, cardId)
    return { ...card, is_default: true }
  })
}

/** A payment that is under way keeps its card until it is done; renewals go on with the default card. */
export async function removeCard(ctx: Context, viewer: SignedIn, cardId: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    await lockAccount(tx, viewer.id)
    const gone = await deleteCard(tx, viewer.id, cardId)
    if (!gone) refuse('NOT_FOUND')
    await newestCardIsDefault(tx, viewer.id)
    await removeCardJob.enqueue(tx, { gateway: gone.gateway, cardRef: gone.gateway_ref })
  })
}

/** Deletes all cards of a closing account: the gateway removes them, and payments keep a row without card details. */
export async function deleteCards(tx: Context, accountId: string): Promise<void> {
  for (const { gateway, gateway_ref } of await cardsOf(tx, accountId))
    await removeCardJob.enqueue(tx, { gateway, cardRef: gateway_ref })
  await blankCards(tx, accountId)
}
