import { fromHundredths } from '@fanlight/contract/fields'
import type { Context } from '../../../platform/context.ts'
import {
  afterRow,
  countRows,
  cutByDate,
  inOrder,
  madeOnce,
  offsetMax,
  pageOf,
  positionOf,
} from '../../../platform/db/cursor.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { availabilityOf, type GateColumns, gateOf } from '../../access/items.ts'
import { authorizeAll } from '../../access/policy.ts'
import { presentAvatar } from '../../people/accounts/profile/images.ts'
import { fileJson, fileById } from '../../media/serving/file-json.ts'
import { type PresentableFile, presentFile } from '../../media/serving/present.ts'
import { buyersMaySaveSql } from '../../content/videos/video-rows.ts'
import { isAlongSql } from '../../money/charges/granting-along.ts'
import { newestFileSql } from '../products/product-rows.ts'
import { boughtText, boughtTitle, found, owned, withBought } from './library.ts'

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
  plays: { kind: 'video' | 'audio'; durationMs: number | null } | null
  photos: number
  position: number | null
  saves: { bytes: number | null } | null
  startsAt: Date | null
  tokens: bigint
  purchasedAt: Date
  /** Null where it is counted apart. */
  total: number | null
}
interface PurchaseQuery {
  sortBy: 'createdAt' | 'updatedAt' | 'title' | 'creator'
  sort: 'asc' | 'desc'
  type?: string | undefined
  q?: string | undefined
}

/** By a date along its index; by words, what has none comes last, and of equal ones the newest first. */
const ordered = (query: PurchaseQuery) =>
  isByWords(query)
    ? sql`ORDER BY (u.words = ''), u.words ${query.sort === 'asc' ? sql`ASC` : sql`DESC`}, u.created_at DESC, u.object_id DESC`
    : inOrder(query, 'u', madeOnce, 'object_id')
const isByWords = ({ sortBy }: PurchaseQuery) => sortBy === 'title' || sortBy === 'creator'

/** Of the files `f` of a thing, what plays, and how many photos are in it. */
const plays = sql`SELECT json_build_object('kind', f.kind, 'durationMs', f.duration_ms)`
const isPlayable = sql`f.kind IN ('video', 'audio') AND f.is_playable AND f.status NOT IN ('blocked', 'deleted')`
const isPhoto = sql`f.kind = 'photo' AND f.is_playable AND f.status NOT IN ('blocked', 'deleted')`
const inItem = sql`FROM item_files x JOIN files f ON f.id = x.file_id WHERE x.item_id = i.id AND x.role = 'main'`
const inMessage = sql`FROM message_files x JOIN files f ON f.id = x.file_id WHERE x.message_id = m.id`
const inGallery = sql`FROM photos x JOIN files f ON f.id = x.file_id WHERE x.gallery_id = i.id AND NOT x.is_withheld`

/** What an account has bought and still owns, of all kinds, with the verdict of the access policy about each. */
export async function listPurchases(
  ctx: Context,
  viewer: SignedIn,
  query: Parameters<typeof pageOf>[0] & PurchaseQuery,
) {
  const page = pageOf(query)
  const isFirst = !page.cursor && page.offset === 0
  // What must be looked at to be found or ordered is read once, for the page and its total.
  const isRead = isByWords(query) || Boolean(query.q)
  const mine = sql`${isRead ? withBought() : sql`purchases u`} WHERE ${owned(viewer, query.type)} AND ${found(ctx, viewer, query.q)}`
  const words = isByWords(query)
    ? sql`search_fold(${query.sortBy === 'title' ? boughtTitle : sql`coalesce(a.name, '')`})`
    : sql`''`
  const loaded = page.tooDeep
    ? []
    : await rows(
        ctx.db,
        sql<PurchaseRow>`WITH mine AS ${isRead ? sql`MATERIALIZED` : sql`NOT MATERIALIZED`} (SELECT u.*, ${words} AS words FROM ${mine})
          SELECT u.object_id AS id, ${positionOf(query, 'u', madeOnce)} AS at, u.object_type AS type, ${boughtTitle} AS title,
            ${boughtText} AS text, u.performer_id AS "performerId",
            coalesce(i.status, CASE WHEN m.deleted_at IS NULL THEN 'published' ELSE 'archived' END) AS status, i.status_reason AS "statusReason",
            coalesce(i.gate_type, 'paid') AS "gateType", coalesce(i.gate_plan_ids, '{}') AS "gatePlanIds", coalesce(i.gate_list_ids, '{}') AS "gateListIds",
            coalesce(i.gate_price, m.price, t.price) AS "gatePrice", coalesce(i.gate_free_for_subscribers, false) AS "gateFreeForSubscribers", a.name, a.username, ${sql.raw(fileById('a.avatar_file_id'))} AS avatar,
            CASE WHEN i.id IS NULL THEN (SELECT ${sql.raw(fileJson('f'))} FROM message_files x JOIN files f ON f.id = x.file_id
              WHERE x.message_id = m.id AND f.kind IN ('photo', 'video') AND f.is_playable ORDER BY x.position LIMIT 1)
            ELSE (SELECT ${sql.raw(fileJson('f'))} FROM item_files x JOIN files f ON f.id = x.file_id
              WHERE x.item_id = i.id AND x.role <> 'teaser' AND f.kind IN ('photo', 'thumbnail', 'video') AND f.is_playable
              ORDER BY array_position(ARRAY['thumbnail', 'cover', 'main'], x.role), x.position LIMIT 1) END AS image,
            CASE WHEN i.id IS NULL THEN (${plays} ${inMessage} AND ${isPlayable} ORDER BY x.position LIMIT 1)
              WHEN i.kind <> 'product' THEN (${plays} ${inItem} AND ${isPlayable} ORDER BY x.position LIMIT 1) END AS plays,
            CASE WHEN i.id IS NULL THEN (SELECT count(*)::int ${inMessage} AND ${isPhoto})
              WHEN i.kind = 'gallery' THEN (SELECT count(*)::int ${inGallery} AND ${isPhoto})
              WHEN i.kind = 'feed' THEN (SELECT count(*)::int ${inItem} AND ${isPhoto}) ELSE 0 END AS photos,
            (SELECT w.seconds FROM watch_positions w WHERE w.account_id = u.account_id AND w.item_id = i.id) AS position,
            CASE i.kind WHEN 'product' THEN ${sql.raw(newestFileSql(`json_build_object('bytes', d.bytes)`))}
              WHEN 'video' THEN CASE WHEN ${sql.raw(buyersMaySaveSql)} THEN json_build_object('bytes', NULL) END END AS saves,
            CASE WHEN t.status = 'planned' AND t.starts_at > app_now() THEN t.starts_at END AS "startsAt",
            CASE WHEN ${sql.raw(isAlongSql('u', 'c'))} THEN 0::bigint ELSE c.tokens END AS tokens, u.created_at AS "purchasedAt",
            ${isRead ? sql`(SELECT count(*)::int FROM (SELECT FROM mine LIMIT ${offsetMax}) counted)` : sql`NULL::int`} AS total
          FROM ${withBought(sql`(SELECT * FROM mine u WHERE ${afterRow(page, query, 'u', madeOnce, 'object_id')} ${ordered(query)}
            LIMIT ${page.size + 1} OFFSET ${page.offset})`)} JOIN charges c ON c.id = u.charge_id ${ordered(query)}`,
      )
  const { found: shown, nextCursor } = cutByDate(loaded, page, query, madeOnce)
  const verdicts = await authorizeAll(
    ctx,
    viewer,
    shown.map((entry) => ({
      id: entry.id,
      performerId: entry.performerId,
      gate: gateOf(entry),
      availability: availabilityOf(entry.status, entry.statusReason),
    })),
  )
  return {
    data: shown.map((entry) => {
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
        plays: isAvailable ? entry.plays : null,
        photos: isAvailable ? entry.photos : 0,
        position: isAvailable ? entry.position : null,
        saves: isAvailable ? entry.saves : null,
        startsAt: (isAvailable && entry.startsAt?.toISOString()) || null,
        purchasedAt: entry.purchasedAt.toISOString(),
      }
    }),
    total: loaded[0]?.total ?? (isRead && isFirst && loaded.length === 0 ? 0 : await countRows(ctx, mine)),
    nextCursor,
  }
}
