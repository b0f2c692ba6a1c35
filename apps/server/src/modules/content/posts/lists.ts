import { pinnedMax } from '@fanlight/contract/items'
import { isOfInterestSql } from '../../people/not-interested/interest-sql.ts'

// Which posts a list contains, newest or oldest first: statements that select ids by index only. Usage: docs/fast-path-queries.md.

export interface FeedList {
  name: string
  /** Rows `id, at`, after the row that $2 (instant) and $3 (id) name. The list's own values come from $6 on. */
  text: string
  values: unknown[]
  sort: Sort
  /** Rows `id, at` that come before all others. */
  pinned?: string
  /** One row `performer_id` for each post of the list, pinned or not. */
  performers: string
}
const me = '(SELECT $1::uuid)'

type Sort = 'asc' | 'desc'
/** The condition for rows after the one given by $2 and $3, and the sort order: by timestamp, with the id as tie-breaker. */
const directions = (at: string, id: string): Record<Sort, { after: string; order: string }> => ({
  desc: { after: `(${at}, ${id}) < ((SELECT $2::timestamptz), (SELECT $3::uuid))`, order: `${at} DESC, ${id} DESC` },
  asc: { after: `(${at}, ${id}) > ((SELECT $2::timestamptz), (SELECT $3::uuid))`, order: `${at}, ${id}` },
})
const named = (name: string, sort: Sort) => (sort === 'asc' ? `${name}, oldest first` : name)

/** The inbox, which is written when an item is published. Only its index is read; items removed since are not fetched. */
export function home(sort: Sort = 'desc'): FeedList {
  const { after, order } = directions('b.published_at', 'b.item_id')[sort]
  return {
    name: named('home', sort),
    sort,
    text: `SELECT b.item_id AS id, b.published_at AS at FROM feed_inbox b WHERE b.account_id = ${me} AND ${after} ORDER BY ${order}`,
    performers: `SELECT b.performer_id FROM feed_inbox b WHERE b.account_id = ${me}`,
    values: [],
  }
}

export function newest(sort: Sort = 'desc'): FeedList {
  const { after, order } = directions('s.published_at', 's.id')[sort]
  return {
    name: named('newest', sort),
    sort,
    text: `SELECT s.id, s.published_at AS at FROM items s WHERE s.kind = 'feed' AND s.status = 'published' AND ${after} ORDER BY ${order}`,
    performers: `SELECT s.performer_id FROM items s WHERE s.kind = 'feed' AND s.status = 'published'`,
    values: [],
  }
}

/** The newest of creators whom the viewer neither follows nor subscribes to, without what they are not interested in. */
export function ofOthers(sort: Sort = 'desc'): FeedList {
  const { after, order } = directions('s.published_at', 's.id')[sort]
  const others = `FROM items s WHERE s.kind = 'feed' AND s.status = 'published' AND s.performer_id <> ${me}
    AND NOT EXISTS (SELECT FROM follows w WHERE w.follower_id = ${me} AND w.performer_id = s.performer_id)
    AND NOT EXISTS (SELECT FROM subscriptions b WHERE b.fan_id = ${me} AND b.performer_id = s.performer_id AND b.access_until > app_now())
    AND ${isOfInterestSql(me, 's.performer_id', 's.id')}`
  return {
    name: named('of others', sort),
    sort,
    text: `SELECT s.id, s.published_at AS at ${others} AND ${after} ORDER BY ${order}`,
    performers: `SELECT s.performer_id ${others}`,
    values: [],
  }
}

export function ofPerformer(performerId: string, type?: string, sort: Sort = 'desc'): FeedList {
  const { after, order } = directions('s.published_at', 's.id')[sort]
  const mine = `FROM items s WHERE s.performer_id = (SELECT $6::uuid) AND s.kind = 'feed' AND s.status = 'published'
    ${type ? 'AND EXISTS (SELECT FROM feeds t WHERE t.item_id = s.id AND t.type = (SELECT $7::text))' : ''}`
  return {
    name: named(type ? 'of performer by type' : 'of performer', sort),
    sort,
    text: `SELECT s.id, s.published_at AS at ${mine} AND NOT s.is_pinned AND ${after} ORDER BY ${order}`,
    pinned: `SELECT s.id, s.published_at AS at ${mine} AND s.is_pinned ORDER BY s.published_at DESC LIMIT ${pinnedMax}`,
    performers: `SELECT s.performer_id ${mine}`,
    values: type ? [performerId, type] : [performerId],
  }
}

/** So many of a creator's newest posts are looked through for one with a picture. */
const lookedThrough = 20
/** The newest post with a picture of each of these creators, at most one each. What is for people of a list is left out. */
export function latestOf(performerIds: readonly string[]): FeedList {
  return {
    name: 'latest of each',
    sort: 'desc',
    text: `SELECT s.id, s.published_at AS at FROM unnest((SELECT $6::uuid[])) named(id) CROSS JOIN LATERAL (
        SELECT n.id, n.published_at FROM (SELECT i.id, i.published_at, i.gate_type FROM items i
          WHERE i.performer_id = named.id AND i.kind = 'feed' AND i.status = 'published'
          ORDER BY i.published_at DESC, i.id DESC LIMIT ${lookedThrough}) n
        JOIN feeds t ON t.item_id = n.id AND t.type IN ('photo', 'video')
        WHERE n.gate_type <> 'list' ORDER BY n.published_at DESC, n.id DESC LIMIT 1) s
      WHERE (s.published_at, s.id) < ((SELECT $2::timestamptz), (SELECT $3::uuid)) ORDER BY s.published_at DESC, s.id DESC`,
    performers: 'SELECT NULL::uuid AS performer_id WHERE false',
    values: [performerIds],
  }
}

export function bookmarked(sort: Sort = 'desc'): FeedList {
  const { after, order } = directions('r.created_at', 'r.object_id')[sort]
  const mine = `FROM reactions r JOIN items s ON s.id = r.object_id AND s.status IN ('published', 'archived')
    WHERE r.account_id = ${me} AND r.object_type = 'feed' AND r.action = 'bookmark'`
  return {
    name: named('bookmarked', sort),
    sort,
    text: `SELECT r.object_id AS id, r.created_at AS at ${mine} AND ${after} ORDER BY ${order}`,
    performers: `SELECT s.performer_id ${mine}`,
    values: [],
  }
}
