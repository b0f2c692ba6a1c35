import { type PurchaseKind, purchaseKinds } from '@fanlight/contract/purchase-kinds'
import type { RawBuilder } from 'kysely'
import type { Context } from '../../../platform/context.ts'
import { offsetMax } from '../../../platform/db/cursor.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { ageScopeOf } from '../../access/policy.ts'
import { isSuspended } from '../../access/visibility.ts'

// What a library holds, and what a search finds in it: the rows `u` of `purchases`, with what was bought beside each.

/** What was bought beside its purchase: an item `i`, a message `m` or a show `t`, and who sold it, `a`. */
export const withBought = (
  purchases = sql`purchases`,
): RawBuilder<unknown> => sql`${purchases} u LEFT JOIN items i ON i.id = u.object_id
  LEFT JOIN messages m ON m.id = u.object_id AND u.object_type = 'message'
  LEFT JOIN ticket_shows t ON t.id = u.object_id AND u.object_type = 'stream' JOIN accounts a ON a.id = u.performer_id`
/** Its title; empty where it has none. */
export const boughtTitle = sql`coalesce(i.title, t.title, '')`
/** The beginning of its text, which is shown instead of a title to those who may open it. */
export const boughtText = sql`left(coalesce(i.text, m.text), 80)`

const ownedBy = (accountId: string) => sql`u.account_id = ${accountId} AND u.revoked_at IS NULL`

/** What an account owns, of one kind or of all. */
export const owned = (viewer: SignedIn, type: string | undefined): RawBuilder<unknown> =>
  sql`${ownedBy(viewer.id)} AND ${type === undefined ? sql`true` : sql`u.object_type = ${type}`}`

/**
 * Whether a search finds it: by what its card says alone. A title and the name of who sold it are on every card. A text is on the cards of
 * what may be opened, so that one is searched where nothing can close it to this viewer: what was taken down, what is hidden from them because
 * of their age, and everything while they are suspended, is found by titles and names alone.
 */
export function found(ctx: Context, viewer: SignedIn, q: string | undefined): RawBuilder<unknown> {
  if (!q) return sql`true`
  const age = ageScopeOf(ctx, viewer)
  const opens =
    isSuspended(viewer) || age === 'all'
      ? sql`false`
      : sql`CASE WHEN i.id IS NULL THEN m.deleted_at IS NULL ELSE i.status IN ('published', 'archived') END
        AND ${age === '' ? sql`true` : sql`NOT EXISTS (SELECT FROM performers p WHERE p.account_id = u.performer_id AND p.is_adult)`}`
  const shown = sql`CASE WHEN ${boughtTitle} <> '' THEN ${boughtTitle} WHEN ${opens} THEN ${boughtText} ELSE '' END`
  // A search is one line, so that none goes over from a title to a name.
  return sql`strpos(search_fold(concat(${shown}, E'\\n', a.name)), search_fold(${q})) > 0`
}

type Counts = Record<PurchaseKind, number>

/** How much there is of each kind, of how many creators, and how much of it a search finds. */
export async function countLibrary(
  ctx: Context,
  viewer: SignedIn,
  q: string | undefined,
): Promise<{ items: number; creators: number; kinds: Counts; matching: Counts }> {
  const newest = sql`(SELECT * FROM purchases u WHERE ${ownedBy(viewer.id)} ORDER BY created_at DESC LIMIT ${offsetMax})`
  const counted = await rows(
    ctx.db,
    sql<{ type: PurchaseKind | null; items: number; creators: number; matching: number }>`
      SELECT type, count(*)::int AS items, count(DISTINCT performer_id)::int AS creators, (count(*) FILTER (WHERE matches))::int AS matching
      FROM (SELECT u.object_type AS type, u.performer_id, ${found(ctx, viewer, q)} AS matches
        FROM ${q ? withBought(newest) : sql`${newest} u`}) counted GROUP BY GROUPING SETS ((type), ())`,
  )
  const whole = counted.find(({ type }) => type === null)
  const byKind = (what: 'items' | 'matching') =>
    Object.fromEntries(
      purchaseKinds.map((kind) => [kind, counted.find(({ type }) => type === kind)?.[what] ?? 0]),
    ) as Counts
  return {
    items: whole?.items ?? 0,
    creators: whole?.creators ?? 0,
    kinds: byKind('items'),
    matching: byKind('matching'),
  }
}
