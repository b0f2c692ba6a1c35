import * as contract from '@fanlight/contract/follows'
import type { RawBuilder } from 'kysely'
import type { Context } from '../../../platform/context.ts'
import {
  afterRow,
  countRows,
  cut,
  inOrder,
  madeOnce,
  type Page,
  pageOf,
  positionOf,
  type Sorted,
} from '../../../platform/db/cursor.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import { route } from '../../../platform/http/http.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { authorVisibleSql, performerVisibleSql, visibilityVariant, withViewer } from '../../access/visibility-sql.ts'
import { fileById } from '../../media/serving/file-json.ts'
import { presentAvatar } from '../accounts/profile/images.ts'
import type { PresentableFile } from '../../media/serving/present.ts'
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
      page.tooDeep ? [] : await listPeople(ctx, followers(ctx, viewer), query, page),
      page,
    )
    return {
      data: shown.map((entry) => ({
        _id: entry.id,
        name: entry.name,
        username: entry.username,
        avatar: presentAvatar(ctx, entry.avatar),
        followedAt: entry.followedAt.toISOString(),
      })),
      total: await total(ctx, followers(ctx, viewer)),
      nextCursor,
    }
  }),
  route(contract.listFollowing, async (ctx, { viewer, query }) => {
    const page = pageOf(query)
    const { shown, nextCursor } = cut(
      page.tooDeep ? [] : await listPeople(ctx, following(ctx, viewer), query, page),
      page,
    )
    return {
      data: shown.map((entry) => ({
        _id: entry.id,
        name: entry.name,
        username: entry.username,
        avatar: presentAvatar(ctx, entry.avatar),
        isVerified: entry.isVerified ?? false,
        tagline: entry.tagline ?? '',
        followedAt: entry.followedAt.toISOString(),
      })),
      total: await total(ctx, following(ctx, viewer)),
      nextCursor,
    }
  }),
]

interface FollowRow {
  id: string
  at: string
  name: string
  username: string | null
  avatar: PresentableFile | null
  isVerified: boolean | null
  tagline: string | null
  followedAt: Date
}
/** Whose follows these are, which column names the people in the list, and which of them the viewer may know of. */
interface Side {
  of: RawBuilder<unknown>
  people: 'follower_id' | 'performer_id'
}
/** Followers can be creators as well as fans. */
const followers = (ctx: Context, viewer: SignedIn): Side => ({
  of: sql`f.performer_id = ${viewer.id} AND ${authorVisibleSql(ctx, viewer, 'f.follower_id')}`,
  people: 'follower_id',
})
function following(ctx: Context, viewer: SignedIn): Side {
  const variant = visibilityVariant(ctx, viewer)
  const visible = withViewer(viewer, (me, country) => performerVisibleSql(variant, 'f.performer_id', me, country))
  return { of: sql`f.follower_id = ${viewer.id} AND ${visible}`, people: 'performer_id' }
}

const listPeople = (ctx: Context, { of, people }: Side, order: Sorted, page: Page) =>
  rows(
    ctx.db,
    sql<FollowRow>`SELECT a.id, ${positionOf(order, 'f', madeOnce)} AS at, a.name, a.username, ${sql.raw(fileById('a.avatar_file_id'))} AS avatar,
        p.is_verified AS "isVerified", p.tagline, f.created_at AS "followedAt"
      FROM (SELECT f.* FROM follows f WHERE ${of} AND ${afterRow(page, order, 'f', madeOnce, people)}
        ${inOrder(order, 'f', madeOnce, people)} LIMIT ${page.size + 1} OFFSET ${page.offset}) f
      JOIN accounts a ON a.id = ${sql.ref(`f.${people}`)} LEFT JOIN performers p ON p.account_id = a.id ${inOrder(order, 'f', madeOnce, people)}`,
  )
const total = (ctx: Context, { of }: Side): Promise<number> => countRows(ctx, sql`follows f WHERE ${of}`)
