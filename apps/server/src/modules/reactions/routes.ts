import * as contract from '@fanlight/contract/reactions'
import { afterRow, cut, inOrder, madeOnce, pageOf, placeOf } from '../../platform/cursor.ts'
import { rows, sql } from '../../platform/db.ts'
import { route } from '../../platform/http.ts'
import { decideAll } from '../access/door.ts'
import { availabilityOf, type GateColumns, gateOf, isHidden } from '../access/items.ts'
import { presentAvatar, type ShownFileRow } from '../feeds/shown-files.ts'
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
    type Kept = GateColumns & {
      id: string
      at: string
      kind: string
      title: string
      status: string
      statusReason: string | null
      publishedAt: Date | null
      bookmarkedAt: Date
      performerId: string
      name: string
      username: string | null
      avatar: ShownFileRow | null
      isVerified: boolean
    }
    const found = page.tooDeep
      ? []
      : await rows(
          ctx.db,
          sql<Kept>`SELECT i.id, ${placeOf(query, 'r', madeOnce)} AS at, i.kind, i.title, i.status, i.status_reason AS "statusReason",
          i.published_at AS "publishedAt", r.created_at AS "bookmarkedAt", i.performer_id AS "performerId", a.name, a.username,
          ${sql.raw(fileById('a.avatar_file_id'))} AS avatar, p.is_verified AS "isVerified", i.gate_type AS "gateType", i.gate_plan_ids AS "gatePlanIds",
          i.gate_price AS "gatePrice", i.gate_free_for_subscribers AS "gateFreeForSubscribers"
        FROM reactions r JOIN items i ON i.id = r.object_id JOIN accounts a ON a.id = i.performer_id JOIN performers p ON p.account_id = a.id
        WHERE r.account_id = ${viewer.id} AND r.object_type = 'photo' AND r.action = 'bookmark' AND ${afterRow(page, query, 'r', madeOnce, 'object_id')}
        ${inOrder(query, 'r', madeOnce, 'object_id')} LIMIT ${page.size + 1} OFFSET ${page.offset}`,
        )
    const { shown, total, nextCursor } = cut(found, page)
    const decisions = await decideAll(
      ctx,
      viewer,
      shown.map((one) => ({
        id: one.id,
        performerId: one.performerId,
        gate: gateOf(one),
        availability: availabilityOf(one.status, one.statusReason),
      })),
    )
    return {
      data: shown
        .filter((one) => !isHidden(decisions.get(one.id)!))
        .map((one) => ({
          _id: one.id,
          kind: one.kind,
          title: one.title,
          publishedAt: one.publishedAt?.toISOString() ?? null,
          bookmarkedAt: one.bookmarkedAt.toISOString(),
          performer: {
            _id: one.performerId,
            name: one.name,
            username: one.username,
            avatar: presentAvatar(ctx, viewer, one.avatar),
            isVerified: one.isVerified,
          },
          can: { view: decisions.get(one.id)!.granted },
        })),
      total,
      nextCursor,
    }
  }),
]
