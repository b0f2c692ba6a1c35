import { fromHundredths } from '@fanlight/contract/fields'
import type { Context } from '../../platform/context.ts'
import { afterRow, countRows, cutByDate, inOrder, madeOnce, pageOf, positionOf } from '../../platform/cursor.ts'
import { rows, sql } from '../../platform/db.ts'
import type { SignedIn } from '../../platform/viewer.ts'
import { availabilityOf, type GateColumns, gateOf } from '../access/items.ts'
import { authorizeAll } from '../access/policy.ts'
import { presentAvatar } from '../accounts/profile/images.ts'
import { fileJson, fileById } from '../media/file-json.ts'
import { type PresentableFile, presentFile } from '../media/present.ts'

interface PurchaseRow extends GateColumns {
  id: string
  at: string
  type: string
  title: string
  /** The beginning of its text. */
  text: string
  performerId: string
  status: string
  statusReason: string | null
  name: string | null
  username: string | null
  avatar: PresentableFile | null
  image: PresentableFile | null
  tokens: bigint
  purchasedAt: Date
}

/** What an account has bought and still owns, of all kinds, with the verdict of the access policy about each. */
export async function listPurchases(
  ctx: Context,
  viewer: SignedIn,
  query: Parameters<typeof pageOf>[0] & {
    sortBy: 'createdAt' | 'updatedAt'
    sort: 'asc' | 'desc'
    type?: string | undefined
  },
) {
  const page = pageOf(query)
  const mine = sql`u.account_id = ${viewer.id} AND u.revoked_at IS NULL AND (${query.type ?? null}::text IS NULL OR u.object_type = ${query.type ?? null})`
  const loaded = page.tooDeep
    ? []
    : await rows(
        ctx.db,
        sql<PurchaseRow>`SELECT i.id, ${positionOf(query, 'u', madeOnce)} AS at, i.kind AS type, i.title, left(i.text, 80) AS text, i.performer_id AS "performerId",
            i.status, i.status_reason AS "statusReason", i.gate_type AS "gateType", i.gate_plan_ids AS "gatePlanIds", i.gate_list_ids AS "gateListIds", i.gate_price AS "gatePrice",
            i.gate_free_for_subscribers AS "gateFreeForSubscribers", a.name, a.username, ${sql.raw(fileById('a.avatar_file_id'))} AS avatar,
            (SELECT ${sql.raw(fileJson('f'))} FROM item_files x JOIN files f ON f.id = x.file_id
              WHERE x.item_id = i.id AND x.role <> 'teaser' AND f.kind IN ('photo', 'thumbnail', 'video') AND f.is_playable
              ORDER BY array_position(ARRAY['thumbnail', 'cover', 'main'], x.role), x.position LIMIT 1) AS image,
            c.tokens, u.created_at AS "purchasedAt"
          FROM purchases u JOIN items i ON i.id = u.object_id JOIN accounts a ON a.id = i.performer_id JOIN charges c ON c.id = u.charge_id
          WHERE ${mine} AND ${afterRow(page, query, 'u', madeOnce, 'object_id')}
          ${inOrder(query, 'u', madeOnce, 'object_id')} LIMIT ${page.size + 1} OFFSET ${page.offset}`,
      )
  const { found, nextCursor } = cutByDate(loaded, page, query, madeOnce)
  const verdicts = await authorizeAll(
    ctx,
    viewer,
    found.map((entry) => ({
      id: entry.id,
      performerId: entry.performerId,
      gate: gateOf(entry),
      availability: availabilityOf(entry.status, entry.statusReason),
    })),
  )
  return {
    data: found.map((entry) => {
      const isAvailable = verdicts.get(entry.id)!.granted
      return {
        _id: entry.id,
        type: entry.type,
        title: entry.title || (isAvailable ? entry.text : ''),
        image: isAvailable && entry.image ? presentFile(ctx, entry.image, viewer, { granted: true }) : null,
        performer:
          entry.name === null
            ? null
            : {
                _id: entry.performerId,
                name: entry.name,
                username: entry.username,
                avatar: presentAvatar(ctx, entry.avatar),
              },
        tokens: fromHundredths(entry.tokens),
        isAvailable,
        purchasedAt: entry.purchasedAt.toISOString(),
      }
    }),
    total: await countRows(ctx, sql`purchases u WHERE ${mine}`),
    nextCursor,
  }
}
