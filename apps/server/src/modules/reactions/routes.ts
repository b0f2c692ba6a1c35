import * as contract from '@fanlight/contract/reactions'
import type { Context } from '../../platform/context.ts'
import { afterRow, cut, inOrder, madeOnce, pageOf, positionOf } from '../../platform/cursor.ts'
import { rows, sql } from '../../platform/db.ts'
import { route } from '../../platform/http.ts'
import { countMax, totalOf } from '../../platform/totals.ts'
import type { SignedIn } from '../../platform/viewer.ts'
import { authorizeAll, type Lockable } from '../access/policy.ts'
import { availabilityOf, type GateColumns, gateOf, isHidden } from '../access/items.ts'
import { presentAvatar } from '../accounts/profile/images.ts'
import type { PresentableFile } from '../media/present.ts'
import { fileById } from '../media/file-json.ts'
import { react, unreact } from './reacting.ts'

export const reactionRoutes = [
  route(contract.react, async (ctx, { viewer, body }) => {
    await react(ctx, viewer, body)
    return { data: { ...body, active: true } }
  }),
  route(contract.unreact, async (ctx, { viewer, body }) => {
    await unreact(ctx, viewer, body)
    return { data: { ...body, active: false } }
  }),
  route(contract.bookmarkedItems, async (ctx, { viewer, query }) => {
    const page = pageOf(query)
    interface Bookmarked extends LockableRow {
      at: string
      kind: string
      title: string
      publishedAt: Date | null
      bookmarkedAt: Date
      name: string
      username: string | null
      avatar: PresentableFile | null
      isVerified: boolean
    }
    const found = page.tooDeep
      ? []
      : await rows(
          ctx.db,
          sql<Bookmarked>`SELECT ${lockableColumns}, ${positionOf(query, 'r', madeOnce)} AS at, i.kind, i.title,
          i.published_at AS "publishedAt", r.created_at AS "bookmarkedAt", a.name, a.username,
          ${sql.raw(fileById('a.avatar_file_id'))} AS avatar, p.is_verified AS "isVerified"
        FROM reactions r JOIN items i ON i.id = r.object_id JOIN accounts a ON a.id = i.performer_id JOIN performers p ON p.account_id = a.id
        WHERE r.account_id = ${viewer.id} AND r.object_type = 'photo' AND r.action = 'bookmark' AND ${afterRow(page, query, 'r', madeOnce, 'object_id')}
        ${inOrder(query, 'r', madeOnce, 'object_id')} LIMIT ${page.size + 1} OFFSET ${page.offset}`,
        )
    const { shown, nextCursor } = cut(found, page)
    const verdicts = await authorizeAll(ctx, viewer, shown.map(lockableOf))
    return {
      data: shown
        .filter((entry) => !isHidden(verdicts.get(entry.id)!))
        .map((entry) => ({
          _id: entry.id,
          kind: entry.kind,
          title: entry.title,
          publishedAt: entry.publishedAt?.toISOString() ?? null,
          bookmarkedAt: entry.bookmarkedAt.toISOString(),
          performer: {
            _id: entry.performerId,
            name: entry.name,
            username: entry.username,
            avatar: presentAvatar(ctx, entry.avatar),
            isVerified: entry.isVerified,
          },
          can: { view: verdicts.get(entry.id)!.granted },
        })),
      ...totalOf(await countBookmarked(ctx, viewer)),
      nextCursor,
    }
  }),
]

interface LockableRow extends GateColumns {
  id: string
  performerId: string
  status: string
  statusReason: string | null
}
const lockableColumns =
  sql.raw(`i.id, i.performer_id AS "performerId", i.status, i.status_reason AS "statusReason", i.gate_type AS "gateType",
  i.gate_plan_ids AS "gatePlanIds", i.gate_price AS "gatePrice", i.gate_free_for_subscribers AS "gateFreeForSubscribers"`)
const lockableOf = (found: LockableRow): Lockable => ({
  id: found.id,
  performerId: found.performerId,
  gate: gateOf(found),
  availability: availabilityOf(found.status, found.statusReason),
})

/** How many of the bookmarked photos the viewer may know of, up to one more than `countMax`. */
async function countBookmarked(ctx: Context, viewer: SignedIn): Promise<number> {
  const found = await rows(
    ctx.db,
    sql<LockableRow>`SELECT ${lockableColumns} FROM (SELECT object_id FROM reactions
        WHERE account_id = ${viewer.id} AND object_type = 'photo' AND action = 'bookmark' LIMIT ${countMax + 1}) r
      JOIN items i ON i.id = r.object_id`,
  )
  if (found.length > countMax) return found.length
  const verdicts = await authorizeAll(ctx, viewer, found.map(lockableOf))
  return found.filter(({ id }) => !isHidden(verdicts.get(id)!)).length
}
