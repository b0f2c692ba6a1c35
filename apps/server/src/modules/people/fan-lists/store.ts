import { fanListMembersMax } from '@fanlight/contract/fan-lists'
import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import type { PresentableFile } from '../../media/serving/present.ts'
import { isFanSql } from '../../access/fans-sql.ts'
import { fileById } from '../../media/serving/file-json.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { chosenIdsSql, type Segment } from '../audience/segments.ts'

export interface ListRow {
  id: string
  name: string
  members: number
  updatedAt: Date
}
export const listColumns = sql`l.id, l.name, (SELECT count(*)::int FROM fan_list_members m WHERE m.list_id = l.id) AS members, l.updated_at AS "updatedAt"`
export const ownList = (ctx: Context, performerId: string, id: string): Promise<ListRow | undefined> =>
  row(
    ctx.db,
    sql<ListRow>`SELECT ${listColumns} FROM fan_lists l WHERE l.id = ${id} AND l.performer_id = ${performerId}`,
  )
export const lockOwn = async (tx: Context, performerId: string, id: string): Promise<boolean> =>
  (await row(tx.db, sql`SELECT id FROM fan_lists WHERE id = ${id} AND performer_id = ${performerId} FOR UPDATE`)) !==
  undefined
/** True if all of these are lists of this performer, which are locked against being deleted. */
export const lockLists = async (tx: Context, performerId: string, ids: readonly string[]): Promise<boolean> =>
  (
    await rows(
      tx.db,
      sql`SELECT id FROM fan_lists WHERE id = ANY(${ids}::uuid[]) AND performer_id = ${performerId} ORDER BY id FOR SHARE`,
    )
  ).length === ids.length

/** How many lists the performer has; two at once are counted one after the other. */
export async function countLists(tx: Context, performerId: string): Promise<number> {
  await sql`SELECT FROM performers WHERE account_id = ${performerId} FOR UPDATE`.execute(tx.db)
  return (await row(
    tx.db,
    sql<{ n: number }>`SELECT count(*)::int AS n FROM fan_lists WHERE performer_id = ${performerId}`,
  ))!.n
}
export const insert = (tx: Context, { id, performerId, name }: { id: string; performerId: string; name: string }) =>
  sql`INSERT INTO fan_lists (id, performer_id, name) VALUES (${id}, ${performerId}, ${name})`.execute(tx.db)
export const rename = async (tx: Context, performerId: string, id: string, name: string): Promise<boolean> =>
  (await row(
    tx.db,
    sql`UPDATE fan_lists SET name = ${name}, updated_at = app_now() WHERE id = ${id} AND performer_id = ${performerId} RETURNING id`,
  )) !== undefined
export const remove = (tx: Context, id: string) => sql`DELETE FROM fan_lists WHERE id = ${id}`.execute(tx.db)
export const isInUse = async (tx: Context, performerId: string, id: string): Promise<boolean> =>
  (await row(
    tx.db,
    sql`SELECT FROM items WHERE performer_id = ${performerId} AND gate_type = 'list' AND ${id} = ANY(gate_list_ids) AND status <> 'removed' LIMIT 1`,
  )) !== undefined

export interface MemberRow {
  id: string
  name: string
  username: string | null
  avatar: PresentableFile | null
  addedAt: Date
}
const personColumns = sql`a.id, CASE WHEN a.status <> 'closed' THEN a.name ELSE '' END AS name, CASE WHEN a.status <> 'closed' THEN a.username END AS username,
  ${sql.raw(fileById('a.avatar_file_id'))} AS avatar`
export const memberColumns = sql`${personColumns}, m.created_at AS "addedAt"`
export const membersFrom = (listId: string) =>
  sql`fan_list_members m JOIN accounts a ON a.id = m.account_id WHERE m.list_id = ${listId}`
export const memberOf = (ctx: Context, listId: string, accountId: string): Promise<MemberRow | undefined> =>
  row(ctx.db, sql<MemberRow>`SELECT ${memberColumns} FROM ${membersFrom(listId)} AND m.account_id = ${accountId}`)
export const countMembers = async (tx: Context, listId: string): Promise<number> =>
  (await row(tx.db, sql<{ n: number }>`SELECT count(*)::int AS n FROM fan_list_members WHERE list_id = ${listId}`))!.n
export async function insertMember(tx: Context, listId: string, accountId: string): Promise<void> {
  await sql`INSERT INTO fan_list_members (list_id, account_id) VALUES (${listId}, ${accountId})`.execute(tx.db)
  await touch(tx, listId)
}
const touch = (tx: Context, listId: string) =>
  sql`UPDATE fan_lists SET updated_at = app_now() WHERE id = ${listId}`.execute(tx.db)
/** How many of these fans were added; the rest was on it already or is no fan. */
export async function insertFans(tx: Context, performerId: string, listId: string, ids: readonly string[]) {
  const added = await rows(
    tx.db,
    sql`INSERT INTO fan_list_members (list_id, account_id)
      SELECT ${listId}, a.id FROM accounts a WHERE a.id = ANY(${ids}::uuid[]) AND ${isFanSql(performerId)}
      ON CONFLICT DO NOTHING RETURNING account_id`,
  )
  if (added.length > 0) await touch(tx, listId)
  return added.length
}
/** How many of a segment were added. All are, or one more than fit, which the caller refuses. */
export async function insertSegment(tx: Context, creator: SignedIn, listId: string, segment: Segment): Promise<number> {
  const { added } = (await row(
    tx.db,
    sql<{ added: number }>`WITH added AS (INSERT INTO fan_list_members (list_id, account_id)
        SELECT ${listId}, a.id FROM accounts a WHERE a.id IN (${chosenIdsSql(tx, creator, segment)}) AND ${isFanSql(creator.id)}
        LIMIT ${fanListMembersMax + 1} ON CONFLICT DO NOTHING RETURNING account_id)
      SELECT count(*)::int AS added FROM added`,
  ))!
  if (added > 0) await touch(tx, listId)
  return added
}
export const deleteMember = async (tx: Context, listId: string, accountId: string): Promise<boolean> =>
  (await row(
    tx.db,
    sql`DELETE FROM fan_list_members WHERE list_id = ${listId} AND account_id = ${accountId} RETURNING account_id`,
  )) !== undefined

export const fanNamed = async (ctx: Context, performerId: string, username: string): Promise<string | undefined> =>
  (
    await row(
      ctx.db,
      sql<{ id: string }>`SELECT a.id FROM accounts a WHERE a.username = ${username} AND ${isFanSql(performerId)}`,
    )
  )?.id
const foundMax = 8
export const fansLike = (ctx: Context, performerId: string, q: string): Promise<Omit<MemberRow, 'addedAt'>[]> =>
  rows(
    ctx.db,
    sql<Omit<MemberRow, 'addedAt'>>`SELECT ${personColumns} FROM accounts a
      WHERE a.username >= ${q} AND a.username < ${`${q}~`} AND ${isFanSql(performerId)} ORDER BY a.username LIMIT ${foundMax}`,
  )

/** Each off the lists of the other. */
export const deleteBetween = (tx: Context, one: string, other: string) =>
  sql`DELETE FROM fan_list_members m USING fan_lists l WHERE l.id = m.list_id
    AND ((m.account_id = ${one} AND l.performer_id = ${other}) OR (m.account_id = ${other} AND l.performer_id = ${one}))`.execute(
    tx.db,
  )
export async function deleteOf(tx: Context, accountId: string): Promise<void> {
  await sql`DELETE FROM fan_lists WHERE performer_id = ${accountId}`.execute(tx.db)
  await sql`DELETE FROM fan_list_members WHERE account_id = ${accountId}`.execute(tx.db)
}
