import { pinnedFeedsMax } from '@fanlight/contract/feeds'

// Which posts a list holds, newest first: statements that name ids by an index alone. docs/hot-reads.md says how they are used.

export interface FeedList {
  name: string
  /** Rows `id, at`, after the row that $2 (instant) and $3 (id) name. The list's own values come from $6 on. */
  text: string
  values: unknown[]
  /** Stands before the first page and is no part of it. */
  pinned?: string
}
const me = '(SELECT id FROM asker)'

/** The inbox, written when something was published: its index alone is read. What was taken down since is not fetched. */
export const home: FeedList = {
  name: 'home',
  text: `SELECT b.item_id AS id, b.published_at AS at FROM feed_inbox b
    WHERE b.account_id = ${me} AND (b.published_at, b.item_id) < ((SELECT $2::timestamptz), (SELECT $3::uuid)) ORDER BY b.published_at DESC, b.item_id DESC`,
  values: [],
}

export const newest: FeedList = {
  name: 'newest',
  text: `SELECT s.id, s.published_at AS at FROM items s
    WHERE s.kind = 'feed' AND s.status = 'published' AND (s.published_at, s.id) < ((SELECT $2::timestamptz), (SELECT $3::uuid))
    ORDER BY s.published_at DESC, s.id DESC`,
  values: [],
}

export function ofPerformer(performerId: string, type?: string): FeedList {
  const mine = `FROM items s WHERE s.performer_id = (SELECT $6::uuid) AND s.kind = 'feed' AND s.status = 'published'
    ${type ? 'AND EXISTS (SELECT FROM feeds t WHERE t.item_id = s.id AND t.type = (SELECT $7::text))' : ''}`
  return {
    name: type ? 'of performer by type' : 'of performer',
    text: `SELECT s.id, s.published_at AS at ${mine} AND NOT s.is_pinned AND (s.published_at, s.id) < ((SELECT $2::timestamptz), (SELECT $3::uuid))
      ORDER BY s.published_at DESC, s.id DESC`,
    pinned: `SELECT s.id, s.published_at AS at ${mine} AND s.is_pinned ORDER BY s.published_at DESC LIMIT ${pinnedFeedsMax}`,
    values: type ? [performerId, type] : [performerId],
  }
}

export const bookmarked: FeedList = {
  name: 'bookmarked',
  text: `SELECT r.object_id AS id, r.created_at AS at FROM reactions r
      JOIN items s ON s.id = r.object_id AND s.status IN ('published', 'archived')
    WHERE r.account_id = ${me} AND r.object_type = 'feed' AND r.action = 'bookmark' AND r.created_at <= (SELECT $2::timestamptz)
      AND (r.created_at < (SELECT $2::timestamptz) OR r.object_id > (SELECT $3::uuid))
    ORDER BY r.created_at DESC, r.object_id`,
  values: [],
}
