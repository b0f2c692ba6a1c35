import type { Context } from '../../platform/context.ts'
import { fileTextSql, mark } from '../media/file-text.ts'

// Files and polls of the posts of one page, as JSON text: the second statement of a hot page, for pages whose posts have any.

export const noParts = ',"files":[],"thumbnail":null,"teaser":null,"poll":null'

// Main files stand behind the gate; thumbnail and teaser are made to invite those who are still outside.
const fileOf = (granted: string) => fileTextSql('h', granted, '$1::uuid', '$2::text')
const first = (role: 'thumbnail' | 'teaser') =>
  `coalesce((array_agg(h.text ORDER BY h.position) FILTER (WHERE h.role = '${role}'))[1], 'null')`

// The performer and whoever has voted see the counts; everybody does once the poll has ended.
const poll = `(SELECT json_build_object('_id', q.id, 'question', q.question, 'hasEnded', q.has_ended, 'votedFor', q.voted_for,
      'endsAt', to_char(q.ends_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'totalVotes', CASE WHEN q.counted THEN (SELECT coalesce(sum(o.votes), 0) FROM poll_options o WHERE o.poll_id = q.id) END,
      'options', coalesce((SELECT json_agg(json_build_object('_id', o.id, 'text', o.text, 'votes', CASE WHEN q.counted THEN o.votes END)
        ORDER BY o.position) FROM poll_options o WHERE o.poll_id = q.id), '[]'::json))::text
    FROM (SELECT p.*, v.option_id AS voted_for, ended.has_ended, v.option_id IS NOT NULL OR ended.has_ended OR (p.performer_id = $1::uuid) IS TRUE AS counted
      FROM polls p CROSS JOIN LATERAL (SELECT coalesce(p.ends_at <= app_now(), false) AS has_ended) ended
        LEFT JOIN poll_votes v ON v.poll_id = p.id AND v.account_id = $1::uuid
      WHERE p.item_id = i.id AND i.open) q)`

const statement = `
  WITH held AS MATERIALIZED (SELECT h.item_id, h.role, h.position, CASE WHEN h.role = 'main' AND NOT h.open THEN ${fileOf('false')} ELSE ${fileOf('true')} END AS text
    FROM (SELECT x.item_id, x.role, x.position, i.open, f.* FROM unnest($3::uuid[], $4::boolean[]) i(id, open)
      JOIN item_files x ON x.item_id = i.id JOIN files f ON f.id = x.file_id) h)
  SELECT i.id, concat(',"files":[', string_agg(h.text, ',' ORDER BY h.position) FILTER (WHERE h.role = 'main'),
      '],"thumbnail":', ${first('thumbnail')}, ',"teaser":', ${first('teaser')}, ',"poll":', coalesce(${poll}, 'null')) AS text
    FROM unnest($3::uuid[], $4::boolean[]) i(id, open) LEFT JOIN held h ON h.item_id = i.id GROUP BY i.id, i.open`

/** Stands where the files and the poll of a post belong. */
export const gapFor = (id: string, open: boolean): string => `${mark}parts|${id}|${open}${mark}`

/** Fills the gaps that were left: each names a post and says whether it is open to this viewer. */
export async function fillParts(ctx: Context, viewerId: string | null, posts: string): Promise<string> {
  const pieces = posts.split(mark)
  const gaps = pieces.flatMap((piece, at) => {
    const [kind, id, open] = piece.split('|', 3)
    return at % 2 === 1 && kind === 'parts' && id ? [{ at, id, open: open === 'true' }] : []
  })
  if (gaps.length === 0) return posts
  const values = [viewerId, mark, gaps.map((gap) => gap.id), gaps.map((gap) => gap.open)]
  const { rows } = await ctx.pool.query<{ id: string; text: string }>({ name: 'feeds parts', text: statement, values })
  const texts = new Map(rows.map((row) => [row.id, row.text]))
  for (const { at, id } of gaps) pieces[at] = texts.get(id) ?? noParts
  // The pieces that are left between marks are addresses.
  const isPart = new Set(gaps.map((gap) => gap.at))
  return pieces.map((piece, at) => (at % 2 === 1 && !isPart.has(at) ? mark + piece + mark : piece)).join('')
}
