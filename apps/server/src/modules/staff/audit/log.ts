import type { auditEntry } from '@fanlight/contract/audit-log'
import { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { countRows, positionOf } from '../../../platform/db/cursor.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { refuse } from '../../../platform/refusal.ts'
import { presentChain } from './verify.ts'

// The log is read as it was written: the newest first, by time and number, on from where the page before ended.

/** People are specified by id or username. */
export interface Filters {
  actor?: string | undefined
  about?: string | undefined
  action?: string | undefined
  from?: string | undefined
  to?: string | undefined
}
interface Person {
  _id: string
  name: string
  username: string | null
}
interface Row {
  id: bigint
  at: string
  action: string
  actor: Person | null
  targetType: string
  targetId: string
  about: Person | null
  reason: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}
export type Entry = z.input<typeof auditEntry>

/** The account that a row is about, if its target is an account or an account's identity documents. */
const about = sql`CASE WHEN l.target_type IN ('account', 'performer') THEN l.target_id::uuid
  WHEN l.target_type = 'verification' THEN (SELECT v.performer_id FROM verifications v WHERE v.id = l.target_id::uuid)
  WHEN l.target_type = 'verification_document' THEN (SELECT v.performer_id FROM verification_documents d
    JOIN verifications v ON v.id = d.verification_id WHERE d.id = l.target_id::uuid) END`
const at = positionOf({ sortBy: 'createdAt', sort: 'desc' }, 'l')

const shape = z.tuple([z.iso.datetime().refine((entry) => entry >= '1970'), z.string().regex(/^\d{1,18}$/)])
type Position = z.infer<typeof shape>
const positionAfter = ({ at: when, id }: Row): Position => [when, String(id)]
const written = (position: Position): string => Buffer.from(JSON.stringify(position)).toString('base64url')
function positionIn(cursor: string | undefined): Position | undefined {
  if (!cursor) return undefined
  try {
    return shape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    return refuse('INVALID_INPUT', { field: 'cursor' })
  }
}

/** Replaces usernames by ids; null if one of them belongs to no account. */
async function resolved(ctx: Context, filters: Filters): Promise<Filters | null> {
  const [actor, whom] = await Promise.all([accountIdOf(ctx, filters.actor), accountIdOf(ctx, filters.about)])
  return actor === null || whom === null ? null : { ...filters, actor, about: whom }
}
async function accountIdOf(ctx: Context, filter: string | undefined): Promise<string | undefined | null> {
  if (!filter || filter.includes('-')) return filter
  const username = filter.replace(/^@/, '')
  const found = await row(
    ctx.db,
    sql<{ id: string }>`SELECT id FROM accounts WHERE username = ${username}
      UNION ALL SELECT account_id FROM former_usernames WHERE username = ${username} LIMIT 1`,
  )
  return found?.id ?? null
}

function wanted({ actor, about: whom, action, from, to }: Filters) {
  const conditions = [sql`TRUE`]
  if (actor) conditions.push(sql`l.actor_id = ${actor}`)
  if (whom)
    conditions.push(sql`(l.target_type, l.target_id) IN (VALUES ('account', ${whom}::text), ('performer', ${whom}::text)
      UNION ALL SELECT 'verification', v.id::text FROM verifications v WHERE v.performer_id = ${whom}::uuid
      UNION ALL SELECT 'verification_document', d.id::text FROM verification_documents d JOIN verifications v ON v.id = d.verification_id
        WHERE v.performer_id = ${whom}::uuid)`)
  if (action?.includes('.')) conditions.push(sql`l.action = ${action}`)
  else if (action) conditions.push(sql`l.action LIKE ${`${action.replaceAll('_', '\\_')}.%`}`)
  if (from) conditions.push(sql`l.created_at >= ${from}::date::timestamp AT TIME ZONE 'UTC'`)
  if (to) conditions.push(sql`l.created_at < (${to}::date + 1)::timestamp AT TIME ZONE 'UTC'`)
  return sql.join(conditions, sql` AND `)
}

const read = (ctx: Context, filters: Filters, after: Position | undefined, limit: number): Promise<Row[]> =>
  rows(
    ctx.db,
    sql<Row>`SELECT l.id, ${at} AS at, l.action, l.target_type AS "targetType", l.target_id AS "targetId", l.reason, l.before, l.after,
        (SELECT json_build_object('_id', a.id, 'name', a.name, 'username', a.username) FROM accounts a WHERE a.id = l.actor_id) AS actor,
        (SELECT json_build_object('_id', a.id, 'name', a.name, 'username', a.username) FROM accounts a WHERE a.id = ${about}) AS about
      FROM audit_log l WHERE ${wanted(filters)}
        AND ${after ? sql`(l.created_at, l.id) < (${after[0]}::timestamptz, ${after[1]}::bigint)` : sql`TRUE`}
      ORDER BY l.created_at DESC, l.id DESC LIMIT ${limit}`,
  )

const present = ({ id, ...entry }: Row): Entry => ({ _id: String(id), ...entry })

export async function page(ctx: Context, filter: Filters, pageSize: number, cursor: string | undefined) {
  const after = positionIn(cursor)
  const [filters, staff, chain] = await Promise.all([resolved(ctx, filter), staffOf(ctx), presentChain(ctx)])
  if (!filters) return { data: [], total: 0, nextCursor: null, staff, chain }
  const found = await read(ctx, filters, after, pageSize + 1)
  const shown = found.slice(0, pageSize)
  return {
    data: shown.map(present),
    total: await countRows(ctx, sql`audit_log l WHERE ${wanted(filters)}`),
    nextCursor: found.length > pageSize ? written(positionAfter(shown.at(-1)!)) : null,
    staff,
    chain,
  }
}

const staffMax = 200
const staffOf = (ctx: Context): Promise<Person[]> =>
  rows(
    ctx.db,
    sql<Person>`SELECT id AS _id, name, username FROM accounts WHERE role = 'admin' ORDER BY lower(name), id LIMIT ${staffMax}`,
  )

export const entriesAbout = async (ctx: Context, accountId: string, limit: number): Promise<Entry[]> =>
  (await read(ctx, { about: accountId }, undefined, limit)).map(present)

/** The newest entries about one thing that is not an account. */
export const entriesOfTarget = async (ctx: Context, type: string, id: string, limit: number): Promise<Entry[]> =>
  (
    await rows(
      ctx.db,
      sql<Row>`SELECT l.id, ${at} AS at, l.action, l.target_type AS "targetType", l.target_id AS "targetId", l.reason, l.before, l.after,
          (SELECT json_build_object('_id', a.id, 'name', a.name, 'username', a.username) FROM accounts a WHERE a.id = l.actor_id) AS actor,
          NULL AS about
        FROM audit_log l WHERE l.target_type = ${type} AND l.target_id = ${id}
        ORDER BY l.created_at DESC, l.id DESC LIMIT ${limit}`,
    )
  ).map(present)

const batch = 500
/** All of it, a few rows in the memory at a time. */
export async function* entries(ctx: Context, filter: Filters): AsyncGenerator<Entry[]> {
  const filters = await resolved(ctx, filter)
  if (!filters) return
  let after: Position | undefined
  while (true) {
    const found = await read(ctx, filters, after, batch)
    if (found.length > 0) yield found.map(present)
    if (found.length < batch) return
    after = positionAfter(found.at(-1)!)
  }
}
