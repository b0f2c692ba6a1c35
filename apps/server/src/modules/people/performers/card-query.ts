import type { WhyCode } from '@fanlight/contract/why'
import type { Context } from '../../../platform/context.ts'
import { versionsIn } from '../../../platform/db/row-cache.ts'
import { idOf, type Viewer } from '../../../platform/viewer.ts'
import { ageScopeOf } from '../../access/policy.ts'
import { idsIn, performerRelationsSql } from '../../access/policy-sql.ts'
import { ageHides, hiddenAmong } from '../../access/visibility.ts'
import { presentPrice } from './present.ts'
import { cardVersionsSql, type CachedCard, cachedCards } from './card-cache.ts'

// The cards of a page of creators in one prepared statement: the versions of their rows, and the relations between each creator and the
// viewer. The access policy decides, and the text of exactly these versions is assembled (docs/fast-path-queries.md). The text equals the
// output of `presentCard`; a test compares them.

export interface CardPage {
  ids: readonly string[]
  versions: string | null
  blocked: string | null
  geoBlocked: string | null
  followed: string | null
}
export async function readCards(ctx: Context, viewer: Viewer, ids: readonly string[]): Promise<CardPage> {
  if (ids.length === 0) return { ids, versions: null, blocked: null, geoBlocked: null, followed: null }
  const isVisitor = viewer.kind === 'visitor'
  const [performers, country] = ['(SELECT $1::uuid[])::uuid[]', '(SELECT $2::text)']
  const relations = performerRelationsSql({ me: isVisitor ? null : '(SELECT $3::uuid)', performers, country })
  const { rows } = await ctx.pool.query<Omit<CardPage, 'ids'>>({
    name: `performers cards ${viewer.kind}`,
    text: `SELECT ${cardVersionsSql(performers)} AS versions, ${relations}`,
    values: [ids, viewer.country, ...(isVisitor ? [] : [idOf(viewer)])],
  })
  return { ids, ...rows[0]! }
}

/** The cards as comma-separated JSON text, without those that the access policy hides. */
export async function textOfCards(
  ctx: Context,
  viewer: Viewer,
  page: CardPage,
  reason: Reason,
  shown?: ReadonlyMap<string, string>,
): Promise<string> {
  const cards = await cachedCards(ctx).take(ctx, versionsIn(page.versions))
  const [closedPerformers, ageClosedPerformers] = [new Set<string>(), new Set<string>()]
  const age = ageScopeOf(ctx, viewer)
  for (const card of cards.values()) {
    if (card.isClosed) closedPerformers.add(card.id)
    if (ageHides(age, card.isAdult)) ageClosedPerformers.add(card.id)
  }
  const hidden = hiddenAmong(viewer, page.ids, {
    blockedPerformers: idsIn(page.blocked),
    geoBlockedPerformers: idsIn(page.geoBlocked),
    closedPerformers,
    ageClosedPerformers,
  })
  const followed = idsIn(page.followed)
  const freePlans = ctx.settings.get('freeSubscriptionEnabled')
  const pieces: string[] = []
  page.ids.forEach((id, index) => {
    const card = cards.get(id)
    // A creator who was removed from the lists in the meantime has no card.
    if (!card || hidden.has(id)) return
    const price = JSON.stringify(presentPrice(ctx, card.price))
    const viewerFields = `"isFree":${card.isFree && freePlans},"price":${price},"isFollowed":${followed.has(id)}${shown?.get(id) ?? ''}`
    pieces.push(`{${card.text},${viewerFields},"why":${reason(card, index)}}`)
  })
  return pieces.join(',')
}

/** Why a card is at its position, as JSON. */
export type Reason = (card: CachedCard, index: number) => string
const reasonTexts = new Map<WhyCode, string>()
export function reasonText(code: WhyCode, category: string | null = null): string {
  if (category !== null) return JSON.stringify({ code, name: null, category })
  let text = reasonTexts.get(code)
  if (text === undefined) reasonTexts.set(code, (text = JSON.stringify({ code, name: null, category })))
  return text
}
