import type { RawBuilder } from 'kysely'
import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'

export interface PollRow {
  id: string
  streamId: string
  performerId: string
  question: string
  options: string[]
  counts: number[]
  endsAt: Date
  endedAt: Date | null
  /** Its time is over, or its stream is. */
  isDue: boolean
  choice: number | null
}
const selected = (
  viewerId: string | null,
) => sql`SELECT p.id, p.stream_id AS "streamId", s.performer_id AS "performerId", p.question, p.options, p.counts,
    p.ends_at AS "endsAt", p.ended_at AS "endedAt", p.ends_at <= app_now() OR s.status = 'ended' AS "isDue",
    (SELECT v.option::int FROM stream_poll_votes v WHERE v.poll_id = p.id AND v.account_id = ${viewerId}::uuid) AS choice
  FROM stream_polls p JOIN streams s ON s.id = p.stream_id`
const found = (ctx: Context, viewerId: string | null, condition: RawBuilder<unknown>) =>
  row(ctx.db, sql<PollRow>`${selected(viewerId)} WHERE ${condition}`)

export const byId = (ctx: Context, id: string, viewerId: string | null) => found(ctx, viewerId, sql`p.id = ${id}`)
export const lastOf = (ctx: Context, streamId: string, viewerId: string | null) =>
  found(ctx, viewerId, sql`p.stream_id = ${streamId} ORDER BY p.created_at DESC, p.id DESC LIMIT 1`)
export const lock = (tx: Context, id: string) => found(tx, null, sql`p.id = ${id} FOR UPDATE OF p`)
export const lockOpenOf = (tx: Context, streamId: string) =>
  found(tx, null, sql`p.stream_id = ${streamId} AND p.ended_at IS NULL FOR UPDATE OF p`)
/** It doesn't end until the transaction does: whoever votes is counted. Votes don't wait for one another. */
export const holdOpen = (tx: Context, id: string) => found(tx, null, sql`p.id = ${id} FOR SHARE OF p`)
export const allOpen = (ctx: Context) =>
  rows(ctx.db, sql<PollRow>`${selected(null)} WHERE p.ended_at IS NULL ORDER BY p.id`)

export interface NewPoll {
  id: string
  streamId: string
  question: string
  options: readonly string[]
  seconds: number
}
export const insert = (tx: Context, { id, streamId, question, options, seconds }: NewPoll) =>
  sql`INSERT INTO stream_polls (id, stream_id, question, options, counts, ends_at) VALUES (${id}, ${streamId}, ${question}, ${options}::text[],
    array_fill(0, ARRAY[cardinality(${options}::text[])]), app_now() + make_interval(secs => ${seconds}))`.execute(
    tx.db,
  )
export const putVote = (tx: Context, pollId: string, accountId: string, choice: number) =>
  sql`INSERT INTO stream_poll_votes (poll_id, account_id, option) VALUES (${pollId}, ${accountId}, ${choice})
    ON CONFLICT (poll_id, account_id) DO UPDATE SET option = excluded.option`.execute(tx.db)

const counted = sql`(SELECT array_agg((SELECT count(*)::int FROM stream_poll_votes v WHERE v.poll_id = p.id AND v.option = n) ORDER BY n)
  FROM generate_series(0, cardinality(p.options) - 1) n)`
/** Whether it stands otherwise than everybody was told. */
export const recount = async (tx: Context, id: string): Promise<boolean> =>
  (await row(
    tx.db,
    sql`UPDATE stream_polls p SET counts = c.counts FROM (SELECT ${counted} AS counts FROM stream_polls p WHERE p.id = ${id}) c
      WHERE p.id = ${id} AND p.counts <> c.counts RETURNING 1 AS found`,
  )) !== undefined
export const end = (tx: Context, id: string) =>
  sql`UPDATE stream_polls SET ended_at = least(ends_at, app_now()) WHERE id = ${id}`.execute(tx.db)
export const deleteVotesOf = (tx: Context, accountId: string) =>
  sql`DELETE FROM stream_poll_votes WHERE account_id = ${accountId}`.execute(tx.db)
