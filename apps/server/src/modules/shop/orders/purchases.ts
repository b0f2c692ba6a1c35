import { fromHundredths } from '@fanlight/contract/fields'
import type { Context } from '../../../platform/context.ts'
import { afterRow, countRows, cutByDate, inOrder, madeOnce, pageOf, positionOf } from '../../../platform/db/cursor.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { availabilityOf, type GateColumns, gateOf } from '../../access/items.ts'
import { authorizeAll } from '../../access/policy.ts'
import { presentAvatar } from '../../people/accounts/profile/images.ts'
import { fileJson, fileById } from '../../media/serving/file-json.ts'
import { type PresentableFile, presentFile } from '../../media/serving/present.ts'
import { isAlongSql } from '../../money/charges/granting-along.ts'

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
        sql<PurchaseRow>`SELECT u.object_id AS id, ${positionOf(query, 'u', madeOnce)} AS at, u.object_type AS type, coalesce(i.title, t.title, '') AS title,
            left(coalesce(i.text, m.text), 80) AS text, u.performer_id AS "performerId",
            coalesce(i.status, CASE WHEN m.deleted_at IS NULL THEN 'published' ELSE 'archived' END) AS status, i.status_reason AS "statusReason",
            coalesce(i.gate_type, 'paid') AS "gateType", coalesce(i.gate_plan_ids, '{}') AS "gatePlanIds", coalesce(i.gate_list_ids, '{}') AS "gateListIds",
            coalesce(i.gate_price, m.price, t.price) AS "gatePrice", coalesce(i.gate_free_for_subscribers, false) AS "gateFreeForSubscribers", a.name, a.username, ${sql.raw(fileById('a.avatar_file_id'))} AS avatar,
            CASE WHEN i.id IS NULL THEN (SELECT ${sql.raw(fileJson('f'))} FROM message_files x JOIN files f ON f.id = x.file_id
              WHERE x.message_id = m.id AND f.kind IN ('photo', 'video') AND f.is_playable ORDER BY x.position LIMIT 1)
            ELSE (SELECT ${sql.raw(fileJson('f'))} FROM item_files x JOIN files f ON f.id = x.file_id
              WHERE x.item_id = i.id AND x.role <> 'teaser' AND f.kind IN ('photo', 'thumbnail', 'video') AND f.is_playable
              ORDER BY array_position(ARRAY['thumbnail', 'cover', 'main'], x.role), x.position LIMIT 1) END AS image,
            CASE WHEN ${sql.raw(isAlongSql('u', 'c'))} THEN 0::bigint ELSE c.tokens END AS tokens, u.created_at AS "purchasedAt"
          FROM purchases u LEFT JOIN items i ON i.id = u.object_id LEFT JOIN messages m ON m.id = u.object_id AND u.object_type = 'message'
            LEFT JOIN ticket_shows t ON t.id = u.object_id AND u.object_type = 'stream'
            JOIN accounts a ON a.id = u.performer_id JOIN charges c ON c.id = u.charge_id
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
      const verdict = verdicts.get(entry.id)!
      const isAvailable = verdict.granted
      // Of a creator who is hidden from the buyer, the name alone.
      const isClosed = !verdict.granted || verdict.closed !== undefined
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
                username: isClosed ? null : entry.username,
                avatar: presentAvatar(ctx, isClosed ? null : entry.avatar),
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
