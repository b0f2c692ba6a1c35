import type { DraftPoll } from '@fanlight/contract/posts'
import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import type { FeedRow } from './feed-rows.ts'

/** The columns of a post outside its item. */
export interface StoredFeed {
  type: FeedRow['type']
  pollId: string | null
  /** While it is written. */
  draftPoll: DraftPoll | null
}
export const feedOf = (tx: Context, itemId: string): Promise<StoredFeed | undefined> =>
  row(
    tx.db,
    sql<StoredFeed>`SELECT fe.type, fe.draft_poll AS "draftPoll", (SELECT q.id FROM polls q WHERE q.item_id = fe.item_id) AS "pollId" FROM feeds fe WHERE fe.item_id = ${itemId}`,
  )
export const saveFeed = (tx: Context, itemId: string, { type, draftPoll }: Pick<StoredFeed, 'type' | 'draftPoll'>) =>
  sql`INSERT INTO feeds (item_id, type, draft_poll) VALUES (${itemId}, ${type}, ${draftPoll && JSON.stringify(draftPoll)}::jsonb)
    ON CONFLICT (item_id) DO UPDATE SET type = excluded.type, draft_poll = excluded.draft_poll`.execute(tx.db)

export async function insertPoll(
  tx: Context,
  poll: {
    id: string
    performerId: string
    question: string
    endsAt: Date | null
    options: { id: string; text: string }[]
  },
) {
  await sql`INSERT INTO polls (id, performer_id, question, ends_at) VALUES (${poll.id}, ${poll.performerId}, ${poll.question}, ${poll.endsAt})`.execute(
    tx.db,
  )
  await sql`INSERT INTO poll_options (id, poll_id, position, text) SELECT o.id, ${poll.id}, o.n - 1, o.text
    FROM unnest(${poll.options.map((option) => option.id)}::uuid[], ${poll.options.map((option) => option.text)}::text[]) WITH ORDINALITY AS o(id, text, n)`.execute(
    tx.db,
  )
}
/** Attaches one of the performer's polls to a post; false if it does not exist or belongs to another post. */
export const takePoll = async (tx: Context, performerId: string, pollId: string, itemId: string): Promise<boolean> =>
  (await row(
    tx.db,
    sql`UPDATE polls SET item_id = ${itemId} WHERE id = ${pollId} AND performer_id = ${performerId} AND (item_id IS NULL OR item_id = ${itemId}) RETURNING id`,
  )) !== undefined

export interface StoredPoll {
  id: string
  hasEnded: boolean
  options: { id: string; text: string; votes: number }[]
}
export const pollOf = (tx: Context, itemId: string): Promise<StoredPoll | undefined> =>
  row(
    tx.db,
    sql<StoredPoll>`SELECT q.id, coalesce(q.ends_at <= app_now(), false) AS "hasEnded",
        (SELECT json_agg(json_build_object('id', o.id, 'text', o.text, 'votes', o.votes) ORDER BY o.position) FROM poll_options o WHERE o.poll_id = q.id) AS options
      FROM polls q WHERE q.item_id = ${itemId}`,
  )
/** False where this account has voted already. */
export const insertVote = async (tx: Context, pollId: string, accountId: string, optionId: string): Promise<boolean> =>
  (await row(
    tx.db,
    sql`INSERT INTO poll_votes (poll_id, account_id, option_id) VALUES (${pollId}, ${accountId}, ${optionId}) ON CONFLICT DO NOTHING RETURNING poll_id`,
  )) !== undefined
