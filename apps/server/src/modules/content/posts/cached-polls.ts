import type { Context } from '../../../platform/context.ts'
import { VersionedCache } from '../../../platform/db/row-cache.ts'
import type { PollRow } from './feed-rows.ts'

// Polls by the version of their rows and options, which count the votes. docs/fast-path-queries.md. A viewer's votes are read with
// each page, and whether a poll has ended is decided by the clock.

export interface CachedPoll {
  /** Of the post. */
  id: string
  version: string
  poll: Omit<PollRow, 'votedFor'>
}

const pollsMax = 2_000
const byInstallation = new WeakMap<Context['settings'], VersionedCache<CachedPoll>>()
export function cachedPolls({ settings }: Context): VersionedCache<CachedPoll> {
  let cache = byInstallation.get(settings)
  if (!cache) byInstallation.set(settings, (cache = new VersionedCache(fetchPolls, pollsMax)))
  return cache
}

export const pollVersionSql = (poll: string): string =>
  `${poll}.xmin, (SELECT string_agg('.' || o.xmin::text, '' ORDER BY o.position) FROM poll_options o WHERE o.poll_id = ${poll}.id)`

async function fetchPolls(ctx: Context, ids: string[]): Promise<CachedPoll[]> {
  const { rows } = await ctx.pool.query<CachedPoll>({
    name: 'feeds cached polls',
    text: `SELECT q.item_id AS id, concat(${pollVersionSql('q')}) AS version, json_build_object('id', q.id, 'question', q.question, 'endsAt', q.ends_at,
        'options', (SELECT json_agg(json_build_object('id', o.id, 'text', o.text, 'votes', o.votes) ORDER BY o.position) FROM poll_options o WHERE o.poll_id = q.id)) AS poll
      FROM polls q WHERE q.item_id = ANY($1::uuid[])`,
    values: [ids],
  })
  return rows
}
