import type { RawBuilder } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { sql } from '../../platform/db/db.ts'
import { idOf, type Viewer } from '../../platform/viewer.ts'
import { type AgeScope, ageScope } from './age.ts'
import { seesHidden } from './visibility.ts'

// May this viewer know of this performer: the rule of visibility.ts as SQL conditions. Each relation is one piece below. The conditions
// for lists and authors, and the function `performer_is_hidden` that checks a charge, are composed of them. visibility.test.ts compares
// all of them with the rule.

/**
 * The parts of a viewer on which the text of a condition depends: staff from whom nothing is hidden, or what the viewer's age hides.
 * The viewer's id and country are parameters. The name of a prepared statement contains the variant.
 */
export type VisibilityVariant = AgeScope | 'staff'
export const visibilityVariant = (ctx: Context, viewer: Viewer): VisibilityVariant =>
  seesHidden(viewer) ? 'staff' : ageScope(ctx.settings.all(), viewer)

/** Whether a viewer may know of the performer whom a column names. `me` is null for visitors. */
export const performerVisibleSql = (variant: VisibilityVariant, performer: string, me: string, country: string) =>
  variant === 'staff'
    ? everythingSql(performer, me, country)
    : [
        notBlockedSql(performer, me),
        notGeoBlockedSql(performer, me, country),
        notClosedSql(performer, me),
        ofAgeSql(variant, performer, me),
      ].join(' AND ')

/**
 * Whether a viewer may know of the performer of a listing `l`; `me` is null in the text for visitors. A listing exists only for performers
 * who are not closed, and contains the countries that its performer excludes, so that long lists need no lookups in other tables.
 */
export const listingVisibleSql = (variant: VisibilityVariant, me: string | null, country: string): string => {
  if (variant === 'staff') return everythingSql('l.performer_id', me ?? 'NULL', country)
  const ofAge = variant === '' ? 'true' : variant === 'all' ? 'false' : 'NOT l.is_adult'
  const open = `(NOT l.closed_to @> ARRAY[${country}] AND ${ofAge})`
  return me === null ? open : `(l.performer_id = ${me} OR ${open}) AND ${notBlockedSql('l.performer_id', me)}`
}

/**
 * Whether a list may show a viewer the author of a text or a follower, whom a column names. Any account can appear there: blocks apply to
 * all of them, blocked countries and adult content to performers. An author whose own page is closed (under review, for example) may still
 * have commented on other pages.
 */
export function authorVisibleSql(ctx: Context, viewer: Viewer, author: string): RawBuilder<unknown> {
  const variant = visibilityVariant(ctx, viewer)
  if (variant === 'staff') return sql`true`
  return withViewer(viewer, (me, country) =>
    [
      notBlockedSql(author, me),
      notGeoBlockedSql(author, me, country),
      variant === '' ? 'true' : ofAgeSql(variant, author, me),
    ].join(' AND '),
  )
}

/** A condition in which the viewer and their country are bound values. */
export function withViewer(viewer: Viewer, condition: (me: string, country: string) => string): RawBuilder<unknown> {
  const parts = condition('{me}', '{country}').split(/(\{me\}|\{country\})/)
  const bound = parts.map((part) =>
    part === '{me}' ? sql`${idOf(viewer)}::uuid` : part === '{country}' ? sql`${viewer.country}::text` : sql.raw(part),
  )
  return sql`(${sql.join(bound, sql``)})`
}

// For staff, the parameters are named all the same: PostgreSQL needs the type of each.
const everythingSql = (performer: string, me: string, country: string): string =>
  `(true OR ${performer} = ${me} OR ${country} = '')`

// The pieces. Where one can concern the viewer themselves, it leaves them out.

/** No block between the two, whichever of them made it. For any account. */
export const notBlockedSql = (account: string, me: string): string =>
  `${account} NOT IN (SELECT b.id FROM blocked_with(${me}) b(id))`

const notGeoBlockedSql = (performer: string, me: string, country: string): string =>
  `NOT EXISTS (SELECT FROM country_blocks gb WHERE gb.performer_id = ${performer} AND gb.country = ${country}
    AND gb.performer_id IS DISTINCT FROM ${me})`

const notClosedSql = (performer: string, me: string): string =>
  `NOT EXISTS (SELECT FROM accounts ca JOIN performers cp ON cp.account_id = ca.id
    WHERE ca.id = ${performer} AND ca.id IS DISTINCT FROM ${me} AND ${closedSql('ca', 'cp')})`

/** Whether an account with its performer is closed to everybody but those who bought something. */
export const closedSql = (account: string, performer: string): string =>
  `performer_is_closed(${account}.status, ${performer}.verification_status)`

const ofAgeSql = (age: AgeScope, performer: string, me: string): string =>
  age === ''
    ? 'true'
    : `NOT EXISTS (SELECT FROM performers ap WHERE ap.account_id = ${performer} AND ap.account_id IS DISTINCT FROM ${me}
        AND ${age === 'all' ? 'true' : 'ap.is_adult'})`
