import * as contract from '@fanlight/contract/blocks'
import { fromHundredths } from '@fanlight/contract/fields'
import { afterRow, cut, inOrder, madeOnce, pageOf, positionOf } from '../../../platform/db/cursor.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { route } from '../../../platform/http/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { fileById } from '../../media/serving/file-json.ts'
import { presentAvatar } from '../accounts/profile/images.ts'
import type { PresentableFile } from '../../media/serving/present.ts'
import { isSiteClosedTo } from '../../../platform/http/site-closed.ts'
import { performerFor } from '../performers/visible.ts'
import { effectsOfCountries, setBlockedCountries } from './blocked-countries.ts'
import { block, effectsOf, unblock } from './blocking.ts'

export const blockRoutes = [
  route(contract.blockUser, async (ctx, { viewer, body }) => {
    await block(ctx, viewer, body.userId, body.reason ?? '')
    return { data: { userId: body.userId, isBlocked: true as const } }
  }),
  route(contract.blockEffects, async (ctx, { viewer, params }) => {
    const { mine, theirs, tokens, orders, orderTokens, pledges, pledgeTokens, purchases } = await effectsOf(
      ctx,
      viewer.id,
      params.id,
    )
    return {
      data: {
        mine,
        theirs,
        returned: fromHundredths(tokens),
        orders,
        ordersReturned: fromHundredths(orderTokens),
        pledges,
        pledgesReturned: fromHundredths(pledgeTokens),
        purchases,
      },
    }
  }),
  route(contract.unblockUser, async (ctx, { viewer, params }) => {
    await unblock(ctx, viewer.id, params.id)
    return { data: { userId: params.id, isBlocked: false as const } }
  }),
  route(contract.listBlocked, async (ctx, { viewer, query }) => {
    const page = pageOf(query)
    type Blocked = {
      id: string
      at: string
      name: string
      username: string | null
      avatar: PresentableFile | null
      reason: string
      blockedAt: Date
    }
    const found = page.tooDeep
      ? []
      : await rows(
          ctx.db,
          sql<Blocked>`SELECT a.id, ${positionOf(query, 'b', madeOnce)} AS at, a.name, a.username, ${sql.raw(fileById('a.avatar_file_id'))} AS avatar, b.reason,
          b.created_at AS "blockedAt"
        FROM blocks b JOIN accounts a ON a.id = b.blocked_id
        WHERE b.blocker_id = ${viewer.id} AND ${afterRow(page, query, 'b', madeOnce, 'blocked_id')}
        ${inOrder(query, 'b', madeOnce, 'blocked_id')} LIMIT ${page.size + 1} OFFSET ${page.offset}`,
        )
    const { shown, nextCursor } = cut(found, page)
    const counted = await row(
      ctx.db,
      sql<{ n: bigint }>`SELECT count(*) AS n FROM blocks WHERE blocker_id = ${viewer.id}`,
    )
    return {
      data: shown.map((entry) => ({
        _id: entry.id,
        name: entry.name,
        username: entry.username,
        avatar: presentAvatar(ctx, entry.avatar),
        reason: entry.reason,
        blockedAt: entry.blockedAt.toISOString(),
      })),
      total: Number(counted!.n),
      nextCursor,
    }
  }),
  route(contract.blockCountries, async (ctx, { viewer, body }) => {
    const countries = [...new Set(body.countries)].sort()
    await setBlockedCountries(ctx, viewer.id, countries)
    return { data: { countries } }
  }),
  route(contract.countryEffects, async (ctx, { viewer, query }) => {
    const { subscriptions, tokens, orders, orderTokens, purchases } = await effectsOfCountries(
      ctx,
      viewer.id,
      query.countries,
    )
    return {
      data: {
        subscriptions,
        returned: fromHundredths(tokens),
        orders,
        ordersReturned: fromHundredths(orderTokens),
        purchases,
      },
    }
  }),
  route(contract.listBlockedCountries, async (ctx, { viewer }) => {
    const found = await rows(
      ctx.db,
      sql<{ country: string }>`SELECT country FROM country_blocks WHERE performer_id = ${viewer.id} ORDER BY country`,
    )
    return { data: { countries: found.map((entry) => entry.country) } }
  }),
  route(contract.checkCountry, async (ctx, { viewer, query }) => {
    const bySite = isSiteClosedTo(ctx, viewer.country)
    // The same access policy as for the profile.
    const byPerformer = query.performerId
      ? await performerFor(ctx, viewer, query.performerId).then(
          () => false,
          (error: unknown) => error instanceof Refusal && error.code === 'GEO_BLOCKED',
        )
      : false
    return { data: { blocked: bySite || byPerformer, country: viewer.country } }
  }),
]
