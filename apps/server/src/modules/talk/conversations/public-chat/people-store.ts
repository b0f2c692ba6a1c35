import type { Standing } from '@fanlight/contract/public-chat'
import type { Context } from '../../../../platform/context.ts'
import {
  afterRow,
  countRows,
  inOrder,
  madeOnce,
  type Page,
  positionOf,
  type Sorted,
} from '../../../../platform/db/cursor.ts'
import { row, rows, sql } from '../../../../platform/db/db.ts'
import type { SignedIn, Viewer } from '../../../../platform/viewer.ts'
import { authorVisibleSql } from '../../../access/visibility-sql.ts'
import { lasts } from './store.ts'

// Who moderates the public chat of a creator, is muted in it, or banned from it and from the live rooms of its creator.

export interface PersonRow {
  id: string
  name: string
  username: string | null
  avatarId: string | null
  standing: Standing
  until: Date | null
  since: Date
  at: string
}
const columns = sql`a.id, a.name, CASE WHEN a.status <> 'closed' THEN a.username END AS username, a.avatar_file_id AS "avatarId", t.standing,
  t.muted_until AS until, t.created_at AS since`
const joined = sql`stream_people t JOIN accounts a ON a.id = t.account_id`
const ofStanding = (performerId: string, standing: Standing) =>
  sql`t.performer_id = ${performerId} AND t.standing = ${standing} AND ${lasts}`

export const list = (ctx: Context, performerId: string, standing: Standing, order: Sorted, page: Page) =>
  rows(
    ctx.db,
    sql<PersonRow>`SELECT ${columns}, ${positionOf(order, 't', madeOnce)} AS at FROM ${joined}
      WHERE ${ofStanding(performerId, standing)} AND ${afterRow(page, order, 't', madeOnce, 'account_id')}
      ${inOrder(order, 't', madeOnce, 'account_id')} LIMIT ${page.size + 1} OFFSET ${page.offset}`,
  )
export const total = (ctx: Context, performerId: string, standing: Standing) =>
  countRows(ctx, sql`stream_people t WHERE ${ofStanding(performerId, standing)}`)
export const person = (ctx: Context, performerId: string, accountId: string) =>
  row(
    ctx.db,
    sql<PersonRow>`SELECT ${columns}, '' AS at FROM ${joined}
      WHERE t.performer_id = ${performerId} AND t.account_id = ${accountId} AND ${lasts}`,
  )
/** Whether the viewer may know of this account. */
export const isVisible = async (ctx: Context, viewer: Viewer, accountId: string): Promise<boolean> =>
  (await row(
    ctx.db,
    sql`SELECT 1 AS found FROM accounts a WHERE a.id = ${accountId} AND a.status <> 'closed' AND ${authorVisibleSql(ctx, viewer, 'a.id')}`,
  )) !== undefined
/** In place of what they were. With neither a time nor a stream a mute is none: the database refuses it. */
export const put = (
  { db }: Context,
  performerId: string,
  accountId: string,
  { standing, minutes, streamId }: { standing: Standing; minutes: number | null; streamId: string | null },
) =>
  sql`INSERT INTO stream_people (performer_id, account_id, standing, muted_until, muted_stream_id)
    VALUES (${performerId}, ${accountId}, ${standing}, app_now() + make_interval(mins => ${minutes}::int), ${streamId}::uuid)
    ON CONFLICT (performer_id, account_id) DO UPDATE SET standing = excluded.standing, muted_until = excluded.muted_until,
      muted_stream_id = excluded.muted_stream_id, created_at = app_now()`.execute(db)
export const remove = ({ db }: Context, performerId: string, accountId: string) =>
  sql`DELETE FROM stream_people WHERE performer_id = ${performerId} AND account_id = ${accountId}`.execute(db)
export const removeAllOf = ({ db }: Context, accountId: string) =>
  sql`DELETE FROM stream_people WHERE account_id = ${accountId} OR performer_id = ${accountId}`.execute(db)
export const removeOver = ({ db }: Context) => sql`DELETE FROM stream_people t WHERE NOT ${lasts}`.execute(db)
export const openStreamOf = async (ctx: Context, performerId: string): Promise<string | undefined> =>
  (
    await row(
      ctx.db,
      sql<{ id: string }>`SELECT id FROM streams WHERE performer_id = ${performerId} AND status <> 'ended'`,
    )
  )?.id

/** Its creator and moderators. */
export const moderatorsOf = async (ctx: Context, performerId: string): Promise<string[]> =>
  (
    await rows(
      ctx.db,
      sql<{
        id: string
      }>`SELECT account_id AS id FROM stream_people WHERE performer_id = ${performerId} AND standing = 'moderator'
        UNION ALL SELECT ${performerId}::uuid`,
    )
  ).map(({ id }) => id)

/** Of these sessions, those whose account is not banned from the rooms of the creator. */
export async function notBanned<P extends { performerId: string; sessionId: string }>(
  ctx: Context,
  pairs: readonly P[],
): Promise<P[]> {
  if (pairs.length === 0) return []
  const banned = await rows(
    ctx.db,
    sql<{ performerId: string; sessionId: string }>`SELECT t.performer_id AS "performerId", s.id AS "sessionId"
      FROM unnest(${pairs.map(({ performerId }) => performerId)}::uuid[], ${pairs.map(({ sessionId }) => sessionId)}::uuid[])
          AS pair (performer_id, session_id)
        JOIN sessions s ON s.id = pair.session_id
        JOIN stream_people t ON t.performer_id = pair.performer_id AND t.account_id = s.account_id AND t.standing = 'banned'`,
  )
  const nameOf = (pair: { performerId: string; sessionId: string }) => `${pair.performerId} ${pair.sessionId}`
  const names = new Set(banned.map(nameOf))
  return pairs.filter((pair) => !names.has(nameOf(pair)))
}
export const isBanned = async (ctx: Context, viewer: SignedIn, performerId: string): Promise<boolean> =>
  (await row(
    ctx.db,
    sql`SELECT 1 AS found FROM stream_people WHERE performer_id = ${performerId} AND account_id = ${viewer.id} AND standing = 'banned'`,
  )) !== undefined
