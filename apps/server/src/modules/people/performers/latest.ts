import type { performerCard } from '@fanlight/contract/performers'
import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { latestOf } from '../../content/posts/lists.ts'
import { readPosts } from '../../content/posts/page-query.ts'

// What a card of a creator shows beside their profile: the stream that runs and the newest post with a picture. Two statements for a page
// of cards, however many they are. The posts come through the access policy, as in every list of posts.

type Card = z.input<typeof performerCard>
type Latest = NonNullable<Card['latest']>

/** JSON fields with a comma before them, by the id of their creator. */
export async function readShown(ctx: Context, viewer: Viewer, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const [posts, streams] = await Promise.all([
    readPosts(ctx, viewer, latestOf(ids), ids.length),
    ctx.pool.query<{ performerId: string; title: string; viewers: number }>({
      name: 'performers live among cards',
      text: `SELECT performer_id AS "performerId", title, viewers FROM streams
        WHERE performer_id = ANY($1::uuid[]) AND status IN ('live', 'away')`,
      values: [ids],
    }),
  ])
  const latest = new Map(posts.map((post) => [post.performer._id, latestFrom(post)]))
  const live = new Map(streams.rows.map(({ performerId, title, viewers }) => [performerId, { title, viewers }]))
  return new Map(
    ids.map((id) => [
      id,
      `,"live":${JSON.stringify(live.get(id) ?? null)},"latest":${JSON.stringify(latest.get(id) ?? null)}`,
    ]),
  )
}

/** One picture of a post is enough for a card. */
function latestFrom({ _id, title, publishedAt, gate, locked, files, thumbnail, teaser }: Latest): Latest {
  const first = files.find(({ kind }) => kind === 'photo') ?? files[0]
  return {
    _id,
    title,
    publishedAt,
    gate,
    locked,
    files: first ? [first] : [],
    ...(thumbnail && { thumbnail }),
    ...(teaser && { teaser }),
  }
}
