import type { AudiencePerson } from '@fanlight/contract/audience'
import type { AudienceGroup } from '@fanlight/contract/audience-groups'
import type { RawBuilder } from 'kysely'
import type { Context } from '../../../platform/context.ts'
import { afterRow, inOrder, type Page, positionOf } from '../../../platform/db/cursor.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { countMax } from '../../../platform/db/totals.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { isFanSql } from '../../access/fans-sql.ts'
import { authorVisibleSql } from '../../access/visibility-sql.ts'
import { fileById } from '../../media/serving/file-json.ts'
import type { PresentableFile } from '../../media/serving/present.ts'
import { groupOf } from './groups.ts'
import { chosenSql, type Segment } from './segments.ts'

type Shown = NonNullable<AudiencePerson['subscription']>
export interface PersonSubscription extends Pick<Shown, 'type' | 'months' | 'status'> {
  price_locked: number
  cancel_at_period_end: boolean
  plan: string | null
  isRunning: boolean
  willPause: boolean
  /** Instants as JSON has them. */
  started_at: string
  current_period_end: string
  access_until: string | null
  next_retry_at: string | null
  paused_until: string | null
}
export interface PersonRow {
  id: string
  /** Where a list goes on after this row: the date of the group, and the id that decides where dates are equal. */
  at: string
  tie: string
  name: string
  username: string | null
  avatar: PresentableFile | null
  followedAt: Date | null
  addedAt: Date | null
  subscription: PersonSubscription | null
  spent: bigint
  lastActive: AudiencePerson['lastActive']
}

/** The latest subscription of the account `a` to this performer. */
const latestSql = (performerId: string) => sql`LATERAL (
    SELECT s.type, s.months, p.name AS plan, s.status, s.price_locked, s.started_at, s.current_period_end, s.access_until,
      coalesce(s.access_until > app_now(), false) AS "isRunning", s.cancel_at_period_end, s.next_retry_at,
      s.pause_months IS NOT NULL AND s.status <> 'paused' AS "willPause", s.paused_until
    FROM subscriptions s LEFT JOIN plans p ON p.id = s.plan_id
    WHERE s.fan_id = a.id AND s.performer_id = ${performerId} AND s.current_period_end IS NOT NULL
    ORDER BY s.access_until DESC NULLS LAST LIMIT 1) l`
/** What a creator is shown of the account `a`. When it was last there is said no more precisely than by day, week and month. */
const personColumns = sql`a.id, a.name, a.username, ${sql.raw(fileById('a.avatar_file_id'))} AS avatar,
  f.created_at AS "followedAt", to_jsonb(l) AS subscription, coalesce(x.spent, 0)::bigint AS spent,
  CASE WHEN a.show_presence THEN (SELECT CASE WHEN max(n.last_seen_at) > app_now() - interval '1 day' THEN 'day'
      WHEN max(n.last_seen_at) > app_now() - interval '7 days' THEN 'week'
      WHEN max(n.last_seen_at) > app_now() - interval '30 days' THEN 'month' ELSE 'longer' END
    FROM sessions n WHERE n.account_id = a.id) END AS "lastActive"`
const personJoins = (performerId: string) => sql`LEFT JOIN ${latestSql(performerId)} ON true
  LEFT JOIN follows f ON f.follower_id = a.id AND f.performer_id = ${performerId}
  LEFT JOIN fan_spending x ON x.fan_id = a.id AND x.performer_id = ${performerId}`

/** One page of a group, and how many there are, counted up to one more than lists count. */
export async function audienceOf(
  ctx: Context,
  creator: SignedIn,
  search: Segment & { sort?: 'asc' | 'desc' | undefined },
  page: Page,
): Promise<{ found: PersonRow[]; counted: number }> {
  const group = groupOf(creator.id, search.group, search.listId)
  const chosen = chosenSql(ctx, creator, search)
  const counted = await countUpTo(ctx, chosen, countMax)
  if (page.tooDeep) return { found: [], counted }
  const sort = search.sort ?? group.sort
  const order = { sortBy: 'date', sort }
  const dates = { date: group.date ?? '' }
  const way = sort === 'asc' ? sql`ASC` : sql`DESC`
  const tie = sql.ref(`m.${group.tie}`)
  const inGroup = group.date ? inOrder(order, 'm', dates, group.tie) : sql`ORDER BY m.spent ${way}, ${tie} ${way}`
  const found = await rows(
    ctx.db,
    sql<PersonRow>`SELECT ${personColumns}, m.at, m.tie, ${search.group === 'list' ? sql`m.created_at` : sql`NULL::timestamptz`} AS "addedAt"
      FROM (SELECT m.*, ${tie} AS tie, ${group.date ? positionOf(order, 'm', dates) : sql`''`} AS at FROM ${chosen}
        ${group.date ? sql`AND ${afterRow(page, order, 'm', dates, group.tie)}` : sql``}
        ${inGroup} LIMIT ${page.size + 1} OFFSET ${page.offset}) m
      JOIN accounts a ON a.id = ${sql.ref(`m.${group.person}`)} ${personJoins(creator.id)} ${inGroup}`,
  )
  return { found, counted }
}

/** How many there are, counted up to one more than `most`. */
export const countOf = (ctx: Context, creator: SignedIn, segment: Segment, most: number): Promise<number> =>
  countUpTo(ctx, chosenSql(ctx, creator, segment), most)

const countUpTo = async (ctx: Context, from: RawBuilder<unknown>, most: number): Promise<number> =>
  Number(
    (await row(ctx.db, sql<{ n: bigint }>`SELECT count(*) AS n FROM (SELECT FROM ${from} LIMIT ${most + 1}) counted`))!
      .n,
  )

const summaryGroups = ['subscribers', 'followers', 'new', 'renewing', 'failed', 'ending', 'lapsed', 'spent'] as const
export type Summary = Record<(typeof summaryGroups)[number] | 'newFollowers', bigint>

/** How many are in each group, each counted as `audienceOf` does. */
export async function summaryOf(ctx: Context, creator: SignedIn, newSince: Date): Promise<Summary> {
  const counted = (name: AudienceGroup, more: RawBuilder<unknown> = sql``) => {
    const chosen = chosenSql(ctx, creator, { group: name })
    return sql`(SELECT count(*) FROM (SELECT FROM ${chosen} ${more} LIMIT ${countMax + 1}) counted)`
  }
  const columns = summaryGroups.map((name) => sql`${counted(name)} AS ${sql.ref(name)}`)
  return (await row(
    ctx.db,
    sql<Summary>`SELECT ${sql.join(columns)}, ${counted('followers', sql`AND m.created_at > ${newSince}`)} AS "newFollowers"`,
  ))!
}

/** A fan of this creator by their username. */
export const fanNamed = (ctx: Context, creator: SignedIn, username: string) =>
  row(
    ctx.db,
    sql<
      Omit<PersonRow, 'at' | 'tie'> & { lists: { _id: string; name: string }[]; conversationId: string | null }
    >`SELECT ${personColumns}, NULL::timestamptz AS "addedAt",
        coalesce((SELECT jsonb_agg(jsonb_build_object('_id', o.id, 'name', o.name) ORDER BY m.created_at, o.id)
          FROM fan_list_members m JOIN fan_lists o ON o.id = m.list_id WHERE m.account_id = a.id AND o.performer_id = ${creator.id}), '[]') AS lists,
        (SELECT c.id FROM conversations c WHERE c.low_id = least(a.id, ${creator.id}::uuid) AND c.high_id = greatest(a.id, ${creator.id}::uuid)
          AND c.last_sequence > 0) AS "conversationId"
      FROM accounts a ${personJoins(creator.id)}
      WHERE a.username = ${username} AND ${isFanSql(creator.id)} AND ${authorVisibleSql(ctx, creator, 'a.id')}`,
  )
