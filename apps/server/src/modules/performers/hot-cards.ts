import type { WhyCode } from '@fanlight/contract/performers'
import type { Context } from '../../platform/context.ts'
import { versionsIn } from '../../platform/kept-versions.ts'
import { idOf, type Viewer } from '../../platform/viewer.ts'
import type { AgeScope } from '../access/age.ts'
import { ageOf, hiddenAmong, hidingFrom } from '../access/door.ts'
import { idsIn, listingInSightSql, standingWithPerformersSql } from '../access/door-sql.ts'
import { cardVersionsSql, type KeptCard, keptCards } from './kept-cards.ts'

// A page of creators' cards in one statement: it chooses the ids, and says which versions of which rows they are and what is between the
// viewer and them. The door decides, and text that was made from these very versions is put together. docs/hot-reads.md. The text equals
// what `presentCard` makes; a test compares them.

/** Which creators a page shows. */
export interface Choice {
  /** The statement's name, where it is worth a plan of its own. */
  name: string | undefined
  /** Steps that end in one row `chosen (ids, total, near, fit)`, after the parameters that `ahead` names. */
  steps: string
  values: readonly unknown[]
  offset: number
  size: number
}

// Parameters stand behind a SELECT of their own, so that the statement is planned once a connection (docs/hot-reads.md).
export const ahead = {
  offset: '(SELECT $4::int)',
  size: '(SELECT $5::int)',
  /** The choice's own values come behind these. */
  count: 5,
}
/** Where a listing `l` is within the viewer's sight. Nobody blocks a visitor, nor do they a creator. */
export const inSightSql = (viewer: Viewer, age: AgeScope) =>
  listingInSightSql(age, viewer.kind === 'visitor' ? null : '(SELECT $2::uuid)', '(SELECT $3::text)')

export interface CardPage {
  ids: readonly string[]
  /** How many the list holds, where the choice counted. */
  total: number
  versions: string | null
  blocked: string | null
  geoBlocked: string | null
  followed: string | null
  /** What was typed, as words are compared, and how well each of `ids` fits it. */
  near: string | null
  fit: string | null
}
export async function readCards(ctx: Context, viewer: Viewer, choice: Choice): Promise<CardPage> {
  const isVisitor = viewer.kind === 'visitor'
  const { rows } = await ctx.pool.query<Omit<CardPage, 'ids'> & { ids: string | null }>({
    ...(choice.name && { name: `${choice.name} ${viewer.kind}` }),
    text: `WITH ${choice.steps}
      SELECT array_to_string(c.ids, ' ') AS ids, c.total::int AS total, c.near, array_to_string(c.fit, ' ') AS fit,
        ${cardVersionsSql('c.ids')} AS versions, ${standingWithPerformersSql({ me: isVisitor ? null : '(SELECT $1::uuid)', performers: 'c.ids', country: '(SELECT $3::text)' })}
      FROM chosen c ${isVisitor ? 'WHERE $1::uuid IS NULL AND $2::uuid IS NULL' : ''}`,
    values: [idOf(viewer), ...hidingFrom(viewer), choice.offset, choice.size, ...choice.values],
  })
  const found = rows[0]!
  return { ...found, ids: found.ids ? found.ids.split(' ') : [] }
}

/** The cards as JSON text with commas between, without those whom the door hides. */
export async function textOfCards(ctx: Context, viewer: Viewer, page: CardPage, reason: Reason): Promise<string> {
  const cards = await keptCards(ctx).take(ctx, versionsIn(page.versions))
  const [closedPerformers, ageClosedPerformers] = [new Set<string>(), new Set<string>()]
  const age = ageOf(ctx, viewer)
  for (const card of cards.values()) {
    if (card.isClosed) closedPerformers.add(card.id)
    if (age === 'all' || (age === 'marked' && card.isAdult)) ageClosedPerformers.add(card.id)
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
  page.ids.forEach((id, place) => {
    const card = cards.get(id)
    // Who left the lists while we looked is gone.
    if (!card || hidden.has(id)) return
    const mine = `"isFree":${card.isFree && freePlans},"isFollowed":${followed.has(id)}`
    pieces.push(`{${card.text},${mine},"why":${reason(card, place)}}`)
  })
  return pieces.join(',')
}

/** Why a card stands in its place, as JSON. */
export type Reason = (card: KeptCard, place: number) => string
const said = new Map<WhyCode, string>()
export function reasonText(code: WhyCode, category: string | null = null): string {
  if (category !== null) return JSON.stringify({ code, name: null, category })
  let text = said.get(code)
  if (text === undefined) said.set(code, (text = JSON.stringify({ code, name: null, category })))
  return text
}
