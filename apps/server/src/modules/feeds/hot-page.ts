import type { Context } from '../../platform/context.ts'
import { instantSql, type Page, writeCursor } from '../../platform/cursor.ts'
import { nameOfSize } from '../../platform/statements.ts'
import type { Asker } from '../../platform/viewer.ts'
import { closedSql, decisionSql, grants, hidings, standingSql } from '../access/door-sql.ts'
import { askerSql, noteSeen } from '../accounts/identify.ts'
import type { AddressViewer } from '../media/address.ts'
import { fillAddresses, mark, profilePictureSql } from '../media/file-text.ts'
import { fillParts, noParts } from './hot-parts.ts'
import type { FeedList } from './lists.ts'
import { noAvatar } from './shown-files.ts'

// A page of posts in one prepared statement: it finds out who asks, chooses the ids, decides by the door's rule, and makes the JSON
// text of the reply. docs/hot-reads.md. The text equals what `presentFeed` makes; a test compares them in a world of every case.
// What only some pages have (files, polls) is left out as a gap, which a second statement fills: every branch of a statement costs
// something each time it runs, taken or not.

const isoTime = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const price = `coalesce(trim_scale(r.gate_price / 100.0)::text, 'null')`

const chosenOf = (list: FeedList, size: number, pins: boolean) => {
  const page = `SELECT id, at, row_number() OVER () AS n, false AS pinned FROM (${list.text} LIMIT ${size + 1} OFFSET (SELECT $6::int)) listed`
  return pins
    ? `SELECT id, at, row_number() OVER () AS n, true AS pinned FROM (${list.pinned}) pins UNION ALL ${page}`
    : page
}

// What is the same for nearly every post is written as one piece: each piece costs something.
const post = `concat('{"_id":"', r.id, '","type":"', r.type, '","performer":', r.summary,
    ',"title":', CASE WHEN r.title = '' THEN '""' ELSE to_json(r.title)::text END,
    ',"text":', CASE WHEN r.open THEN to_json(r.text)::text ELSE '""' END,
    ',"tags":', CASE WHEN r.open AND r.tags <> '{}' THEN to_json(r.tags)::text ELSE '[]' END,
    ',"createdAt":"', ${isoTime('r.created_at')}, '","publishedAt":',
    coalesce('"' || ${isoTime('r.published_at')} || '"', 'null'),
    ',"gate":{"type":"', r.gate_type, '","price":', ${price},
    CASE WHEN r.open AND asker.may_write AND r.status = 'published' AND r.word <> 'owner'
      THEN '},"can":{"view":true,"unlock":false,"comment":true,"edit":false},"locked":null'
      ELSE concat('},"can":{"view":', r.open::text, ',"unlock":', (asker.id IS NOT NULL AND r.word = 'buy')::text,
        ',"comment":', (r.open AND asker.may_write AND r.status = 'published')::text, ',"edit":', (r.word = 'owner')::text,
        '},"locked":', CASE WHEN r.open THEN 'null' ELSE concat('{"reason":"', r.word, '","price":', CASE WHEN r.gate_type = 'paid' THEN ${price} ELSE 'null' END,
          ',"alsoBySubscribing":', (r.gate_type = 'paid' AND r.gate_free_for_subscribers)::text, '}') END) END,
    CASE WHEN r.type = 'poll' OR r.id = ANY(asker.with_files) THEN $5::text || 'parts|' || r.id || '|' || r.open || $5 ELSE '${noParts}' END,
    ',"stats":{"views":', r.views, ',"likes":', r.likes, ',"comments":', r.comments, ',"bookmarks":', r.bookmarks,
    CASE WHEN r.id = ANY(asker.liked) THEN '},"isLiked":true,"isBookmarked":' ELSE '},"isLiked":false,"isBookmarked":' END,
    CASE WHEN r.id = ANY(asker.bookmarked) THEN 'true,"isPinned":' ELSE 'false,"isPinned":' END,
    CASE WHEN r.is_pinned THEN 'true,"isFollowed":' ELSE 'false,"isFollowed":' END,
    CASE WHEN r.performer_id = ANY(asker.followed) THEN 'true}' ELSE 'false}' END)`

// Parameters stand behind a SELECT of their own: the planner can't see them, so that no plan made for one value looks cheaper than the
// plan for all, and the statement is planned once a connection instead of each time.
/** $1 token's hash, $2 and $3 where the page goes on, $4 country, $5 mark of addresses, $6 how many rows to pass. */
const statement = (list: FeedList, size: number, pins: boolean) => `
  WITH asker AS MATERIALIZED (${askerSql('(SELECT $1::bytea)')}),
  chosen AS MATERIALIZED (${chosenOf(list, size, pins)}),
  r AS MATERIALIZED (SELECT c.n, c.pinned, i.*, fe.type FROM chosen c JOIN items i ON i.id = c.id JOIN feeds fe ON fe.item_id = i.id
    WHERE c.pinned OR c.n <= ${size}),
  ids AS MATERIALIZED (SELECT array_agg(id) AS things, array_agg(DISTINCT performer_id) AS performers FROM r),
  standing AS MATERIALIZED (SELECT me.id, coalesce(me.staff, false) AS staff, coalesce(me.suspended, false) AS suspended, coalesce(NOT me.suspended, false) AS may_write, me.access_epoch,
      me.session_id, me.unseen, stands.*, mine.*,
      (SELECT array_agg(x.item_id) FROM item_files x WHERE x.item_id = ANY(ids.things)) AS with_files
    FROM ids LEFT JOIN asker me ON true
      CROSS JOIN LATERAL ${standingSql({ me: 'me.id', performers: 'ids.performers', things: 'ids.things', country: '(SELECT $4::text)' })} stands
      CROSS JOIN LATERAL (SELECT array_agg(l.object_id) FILTER (WHERE l.action = 'like') AS liked,
        array_agg(l.object_id) FILTER (WHERE l.action = 'bookmark') AS bookmarked
        FROM reactions l WHERE l.account_id = me.id AND l.object_id = ANY(ids.things)) mine),
  people AS MATERIALIZED (SELECT a.id, ${closedSql('a', 'p')} AS closed,
      concat('{"_id":"', a.id, '","name":', to_json(a.name), ',"username":', coalesce('"' || a.username || '"', 'null'), ',"avatar":"',
        coalesce(CASE WHEN a.avatar_file_id IS NOT NULL THEN ${profilePictureSql('a.avatar_file_id', 200, '$5')} END, '${noAvatar}'),
        CASE WHEN p.is_verified THEN '","isVerified":true}' ELSE '","isVerified":false}' END) AS summary
    FROM accounts a JOIN performers p ON p.account_id = a.id WHERE a.id = ANY((SELECT performers FROM ids)::uuid[])),
  decided AS MATERIALIZED (SELECT r.*, people.summary, ${decisionSql({ item: 'r', asker: 'asker', standing: 'asker', closed: 'people.closed' })} AS word
    FROM r JOIN people ON people.id = r.performer_id CROSS JOIN standing asker)
  SELECT asker.id AS "viewerId", asker.access_epoch AS "accessEpoch", asker.session_id AS "sessionId", asker.unseen,
    (SELECT concat_ws(' ', count(*) FILTER (WHERE NOT pinned), count(*) FILTER (WHERE pinned),
      max(${instantSql('at')} || ' ' || id) FILTER (WHERE n = ${size} AND NOT pinned)) FROM chosen) AS place,
    (SELECT string_agg(${post}, ',' ORDER BY r.pinned DESC, r.n) FROM (SELECT *, word IN ${grants} AS open FROM decided WHERE word NOT IN ${hidings} OFFSET 0) r) AS posts
  FROM standing asker`

interface PageRow {
  viewerId: string | null
  accessEpoch: number
  sessionId: string
  unseen: boolean
  /** How many were chosen, how many are pinned, and where the page ends: its last instant and id. */
  place: string
  posts: string | null
}
const texts = new Map<string, string>()
function textOf(list: FeedList, size: number, pins: boolean): { name: string | undefined; text: string } {
  const key = `feeds ${list.name}${pins ? ' first' : ''}`
  const name = nameOfSize(key, size)
  if (!name) return { name, text: statement(list, size, pins) }
  let text = texts.get(name)
  if (text === undefined) texts.set(name, (text = statement(list, size, pins)))
  return { name, text }
}

/**
 * A page of posts as JSON text. Its viewer is null where the asker's session is dead or missing. What they may not know of is left
 * out, so a page can be shorter than asked for; `total` counts no further than the page after this one.
 */
export async function readPage(
  ctx: Context,
  asker: Asker,
  page: Page,
  list: FeedList,
): Promise<{ viewerId: string | null; text: string }> {
  if (page.tooDeep) return { viewerId: null, text: `{"data":[],"total":${page.offset},"nextCursor":null}` }
  const pins = list.pinned !== undefined && page.offset === 0 && !page.cursor
  const { name, text } = textOf(list, page.size, pins)
  const after = page.cursor ?? { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
  const values = [asker.tokenHash, after.at, after.id, asker.country, mark, page.offset, ...list.values]
  const found = (await ctx.pool.query<PageRow>({ ...(name && { name }), text, values })).rows[0]!
  if (found.unseen) await noteSeen(ctx, found.sessionId)
  const [count = '', pinned = '', at = '', id = ''] = found.place.split(' ')
  const chosen = Number(count)
  const more = chosen > page.size
  const passed = (page.cursor?.passed ?? page.offset) + Math.min(chosen, page.size)
  const viewer: AddressViewer =
    found.viewerId === null
      ? { kind: 'visitor' }
      : { kind: 'signed-in', id: found.viewerId, accessEpoch: found.accessEpoch }
  const posts = fillAddresses(ctx, viewer, await fillParts(ctx, found.viewerId, found.posts ?? ''))
  const total = passed + (more ? 1 : 0) + Number(pinned)
  const nextCursor = more ? `"${writeCursor({ at, id, passed })}"` : 'null'
  return { viewerId: found.viewerId, text: `{"data":[${posts}],"total":${total},"nextCursor":${nextCursor}}` }
}
