import * as contract from '@fanlight/contract/follows'
import type { RawBuilder } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { cut, instantSql, type Page, pageOf } from '../../platform/cursor.ts'
import { row, rows, sql } from '../../platform/db.ts'
import { route } from '../../platform/http.ts'
import type { SignedIn } from '../../platform/viewer.ts'
import { ageOf, hidingFrom } from '../access/door.ts'
import { performerInSightSql } from '../access/door-sql.ts'
import { fileById } from '../media/file-json.ts'
import { presentAvatar, type ShownFileRow } from '../feeds/shown-files.ts'
import { follow, unfollow } from './following.ts'

// spec: follow.no-doubles

export const followRoutes = [
  route(contract.follow, async (ctx, { viewer, params }) => {
    await follow(ctx, viewer, params.id)
    return { data: { performerId: params.id, isFollowed: true } }
  }),
  route(contract.unfollow, async (ctx, { viewer, params }) => {
    await unfollow(ctx, viewer.id, params.id)
    return { data: { performerId: params.id, isFollowed: false } }
  }),
  route(contract.listFollowers, async (ctx, { viewer, query }) => {
    const page = pageOf(query)
    const { shown, nextCursor } = cut(
      page.tooDeep ? [] : await listPeople(ctx, 'performer_id', 'follower_id', viewer.id, page),
      page,
    )
    return {
      data: shown.map((one) => ({
        _id: one.id,
        name: one.name,
        username: one.username,
        avatar: presentAvatar(ctx, viewer, one.avatar),
        followedAt: one.followedAt.toISOString(),
      })),
      total: await total(ctx, 'performer_id', viewer.id),
      nextCursor,
    }
  }),
  route(contract.listFollowing, async (ctx, { viewer, query }) => {
    const page = pageOf(query)
    const { shown, nextCursor } = cut(
      page.tooDeep ? [] : await listPeople(ctx, 'follower_id', 'performer_id', viewer.id, page, inSight(ctx, viewer)),
      page,
    )
    return {
      data: shown.map((one) => ({
        _id: one.id,
        name: one.name,
        username: one.username,
        avatar: presentAvatar(ctx, viewer, one.avatar),
        isVerified: one.isVerified ?? false,
        tagline: one.tagline ?? '',
        followedAt: one.followedAt.toISOString(),
      })),
      total: await total(ctx, 'follower_id', viewer.id, inSight(ctx, viewer)),
      nextCursor,
    }
  }),
]

interface FollowRow {
  id: string
  at: string
  name: string
  username: string | null
  avatar: ShownFileRow | null
  isVerified: boolean | null
  tagline: string | null
  followedAt: Date
}
type Side = 'follower_id' | 'performer_id'

/** Of those whom one follows, the creators whom one may still know of. */
function inSight(ctx: Context, viewer: SignedIn): RawBuilder<unknown> {
  const [me, country] = hidingFrom(viewer)
  return sql`(SELECT ${sql.raw(performerInSightSql(ageOf(ctx, viewer), 'f.performer_id', 'v.me', 'v.country'))} FROM (SELECT ${me}::uuid AS me, ${country}::text AS country) v)`
}
const everybody = sql`true`

const listPeople = (ctx: Context, by: Side, other: Side, id: string, page: Page, shown = everybody) =>
  rows(
    ctx.db,
    sql<FollowRow>`SELECT a.id, ${sql.raw(instantSql('f.created_at'))} AS at, a.name, a.username, ${sql.raw(fileById('a.avatar_file_id'))} AS avatar,
        p.is_verified AS "isVerified", p.tagline, f.created_at AS "followedAt"
      FROM (SELECT ${sql.ref(other)} AS id, created_at FROM follows f WHERE ${sql.ref(by)} = ${id} AND ${shown} AND created_at <= ${page.cursor?.at ?? 'infinity'}::timestamptz
          AND (created_at < ${page.cursor?.at ?? 'infinity'}::timestamptz OR ${sql.ref(other)} > ${page.cursor?.id ?? '00000000-0000-0000-0000-000000000000'}::uuid)
        ORDER BY created_at DESC, ${sql.ref(other)} LIMIT ${page.size + 1} OFFSET ${page.offset}) f
      JOIN accounts a ON a.id = f.id LEFT JOIN performers p ON p.account_id = a.id ORDER BY f.created_at DESC, f.id`,
  )

const totalMax = 10_000
const total = async (ctx: Context, by: Side, id: string, shown = everybody): Promise<number> =>
  Number(
    (await row(
      ctx.db,
      sql<{
        n: bigint
      }>`SELECT count(*) AS n FROM (SELECT FROM follows f WHERE ${sql.ref(by)} = ${id} AND ${shown} LIMIT ${totalMax}) t`,
    ))!.n,
  )
