import type { Context } from '../../platform/context.ts'
import { instantSql, type Page, writeCursor } from '../../platform/cursor.ts'
import { nameOfSize } from '../../platform/statements.ts'
import type { Asker } from '../../platform/viewer.ts'
import { closedSql, decisionSql, grants, hidings, standingSql } from '../access/door-sql.ts'
import { askerSql, noteSeen } from '../accounts/identify.ts'
import type { AddressViewer } from '../media/address.ts'
import { fileTextSql, fillAddresses, mark, profilePictureSql } from '../media/file-text.ts'
import type { FeedList } from './lists.ts'
import { noAvatar } from './shown-files.ts'

// A page of posts in one prepared statement: it finds out who asks, chooses the ids, decides by the door's rule, and makes the JSON
// text of the reply. docs/hot-reads.md. The text equals what `presentFeed` makes; a test compares them in a world of every case.

const isoTime = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const price = `coalesce(trim_scale(r.gate_price / 100.0)::text, 'null')`

const chosenOf = (list: FeedList, size: number, pins: boolean) => {
  const page = `SELECT id, at, row_number() OVER () AS n, false AS pinned FROM (${list.text} LIMIT ${size + 1} OFFSET $6) listed`
  return pins
    ? `SELECT id, at, row_number() OVER () AS n, true AS pinned FROM (${list.pinned}) pins UNION ALL ${page}`
    : page
}

// Main files stand behind the gate; thumbnail and teaser are made to invite those who are still outside.
const mainFiles = `(SELECT string_agg(${fileTextSql('h', 'd.open', 'asker.id', '$5')}, ',' ORDER BY h.position) FROM held h WHERE h.item_id = r.id AND h.role = 'main')`
const firstOf = (role: 'thumbnail' | 'teaser') =>
  `(SELECT ${fileTextSql('h', 'true', 'asker.id', '$5')} FROM held h WHERE h.item_id = r.id AND h.role = '${role}' ORDER BY h.position LIMIT 1)`

// The performer and whoever has voted see the counts; everybody does once the poll has ended.
const poll = `(SELECT json_build_object('_id', q.id, 'question', q.question, 'endsAt', ${isoTime('q.ends_at')}, 'hasEnded', q.has_ended,
      'votedFor', q.voted_for, 'totalVotes', CASE WHEN q.counted THEN coalesce((SELECT sum(o.votes) FROM poll_options o WHERE o.poll_id = q.id), 0) END,
      'options', coalesce((SELECT json_agg(json_build_object('_id', o.id, 'text', o.text, 'votes', CASE WHEN q.counted THEN o.votes END)
        ORDER BY o.position) FROM poll_options o WHERE o.poll_id = q.id), '[]'::json))::text
    FROM (SELECT p.*, v.option_id AS voted_for, coalesce(p.ends_at <= app_now(), false) AS has_ended,
        v.option_id IS NOT NULL OR coalesce(p.ends_at <= app_now(), false) OR coalesce(r.performer_id = asker.id, false) AS counted
      FROM polls p LEFT JOIN poll_votes v ON v.poll_id = p.id AND v.account_id = asker.id WHERE p.item_id = r.id) q)`

const post = `concat('{"_id":"', r.id, '","type":"', r.type, '","performer":', people.summary, ',"title":', to_json(r.title),
    ',"text":', CASE WHEN d.open THEN to_json(r.text)::text ELSE '""' END, ',"tags":', CASE WHEN d.open THEN to_json(r.tags)::text ELSE '[]' END,
    ',"createdAt":"', ${isoTime('r.created_at')}, '","publishedAt":', coalesce('"' || ${isoTime('r.published_at')} || '"', 'null'),
    ',"gate":{"type":"', r.gate_type, '","price":', ${price}, '},"can":{"view":', d.open::text,
    ',"unlock":', (asker.id IS NOT NULL AND d.word = 'buy')::text,
    ',"comment":', (d.open AND asker.may_write AND r.status = 'published')::text, ',"edit":', coalesce(r.performer_id = asker.id, false)::text,
    '},"locked":', CASE WHEN d.open THEN 'null' ELSE concat('{"reason":"', d.word, '","price":', CASE WHEN r.gate_type = 'paid' THEN ${price} ELSE 'null' END,
      ',"alsoBySubscribing":', (r.gate_type = 'paid' AND r.gate_free_for_subscribers)::text, '}') END,
    ',"files":[', CASE WHEN asker.any_files THEN ${mainFiles} END,
    '],"thumbnail":', coalesce(CASE WHEN asker.any_files THEN ${firstOf('thumbnail')} END, 'null'),
    ',"teaser":', coalesce(CASE WHEN asker.any_files THEN ${firstOf('teaser')} END, 'null'),
    ',"poll":', coalesce(CASE WHEN r.type = 'poll' AND d.open THEN ${poll} END, 'null'),
    ',"stats":{"views":', r.views, ',"likes":', r.likes, ',"comments":', r.comments, ',"bookmarks":', r.bookmarks,
    '},"isLiked":', coalesce(r.id = ANY(asker.liked), false)::text, ',"isBookmarked":', coalesce(r.id = ANY(asker.bookmarked), false)::text,
    ',"isPinned":', r.is_pinned::text, ',"isFollowed":', coalesce(r.performer_id = ANY(asker.followed), false)::text, '}')`

/** $1 token's hash, $2 and $3 where the page goes on, $4 country, $5 mark of addresses, $6 how many rows to pass. */
const statement = (list: FeedList, size: number, pins: boolean) => `
  WITH asker AS MATERIALIZED (${askerSql('$1::bytea')}),
  chosen AS MATERIALIZED (${chosenOf(list, size, pins)}),
  r AS MATERIALIZED (SELECT c.n, c.pinned, i.*, fe.type FROM chosen c JOIN items i ON i.id = c.id JOIN feeds fe ON fe.item_id = i.id
    WHERE c.pinned OR c.n <= ${size}),
  ids AS MATERIALIZED (SELECT array_agg(id) AS things, array_agg(DISTINCT performer_id) AS performers FROM r),
  held AS MATERIALIZED (SELECT x.item_id, x.role, x.position, f.* FROM ids JOIN item_files x ON x.item_id = ANY(ids.things) JOIN files f ON f.id = x.file_id),
  standing AS MATERIALIZED (SELECT me.id, coalesce(me.staff, false) AS staff, coalesce(me.may_write, false) AS may_write, me.access_epoch, me.session_id, me.unseen,
      ${standingSql({ me: 'me.id', performers: 'ids.performers', things: 'ids.things', country: '$4::text' })},
      (SELECT array_agg(l.object_id) FROM reactions l WHERE l.account_id = me.id AND l.object_id = ANY(ids.things) AND l.action = 'like') AS liked,
      (SELECT array_agg(l.object_id) FROM reactions l WHERE l.account_id = me.id AND l.object_id = ANY(ids.things) AND l.action = 'bookmark') AS bookmarked,
      EXISTS (SELECT FROM held) AS any_files
    FROM ids LEFT JOIN asker me ON true),
  people AS MATERIALIZED (SELECT a.id, ${closedSql('a', 'p')} AS closed,
      concat('{"_id":"', a.id, '","name":', to_json(a.name), ',"username":', coalesce(to_json(a.username)::text, 'null'), ',"avatar":"',
        coalesce(CASE WHEN a.avatar_file_id IS NOT NULL THEN ${profilePictureSql('a.avatar_file_id', 200, '$5')} END, '${noAvatar}'),
        '","isVerified":', p.is_verified::text, '}') AS summary
    FROM accounts a JOIN performers p ON p.account_id = a.id WHERE a.id = ANY((SELECT performers FROM ids)::uuid[]))
  SELECT asker.id AS "viewerId", asker.access_epoch AS "accessEpoch", asker.session_id AS "sessionId", asker.unseen,
    (SELECT count(*) FROM chosen WHERE NOT pinned)::int AS chosen, (SELECT count(*) FROM r WHERE pinned)::int AS pins,
    (SELECT ${instantSql('at')} || ' ' || id FROM chosen WHERE NOT pinned AND n = ${size}) AS last,
    (SELECT string_agg(${post}, ',' ORDER BY r.pinned DESC, r.n) FROM r JOIN people ON people.id = r.performer_id
      CROSS JOIN LATERAL (SELECT word, word IN ${grants} AS open FROM (
        SELECT ${decisionSql({ item: 'r', asker: 'asker', standing: 'asker', closed: 'people.closed' })} AS word) w) d
      WHERE d.word NOT IN ${hidings}) AS posts
  FROM standing asker`

interface PageRow {
  viewerId: string | null
  accessEpoch: number
  sessionId: string
  unseen: boolean
  chosen: number
  pins: number
  last: string | null
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
  const passed = (page.cursor?.passed ?? page.offset) + Math.min(found.chosen, page.size)
  const more = found.chosen > page.size
  const [at = '', id = ''] = found.last?.split(' ') ?? []
  const viewer: AddressViewer =
    found.viewerId === null
      ? { kind: 'visitor' }
      : { kind: 'signed-in', id: found.viewerId, accessEpoch: found.accessEpoch }
  const posts = fillAddresses(ctx, viewer, found.posts ?? '')
  const total = passed + (more ? 1 : 0) + found.pins
  const nextCursor = more ? `"${writeCursor({ at, id, passed })}"` : 'null'
  return { viewerId: found.viewerId, text: `{"data":[${posts}],"total":${total},"nextCursor":${nextCursor}}` }
}
