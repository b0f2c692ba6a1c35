import * as contract from '@fanlight/contract/performers'
import type { Context } from '../../platform/context.ts'
import { cut, pageOf } from '../../platform/cursor.ts'
import { route } from '../../platform/http.ts'
import { refuse } from '../../platform/refusal.ts'
import { idOf, type Viewer } from '../../platform/viewer.ts'
import { hiddenPerformers, refuseHiddenPerformer } from '../access/door.ts'
import { presentCard, presentProfile, presentUser } from './present.ts'
import * as store from './store.ts'
import { performerFor } from './visible.ts'

export const performerRoutes = [
  route(contract.searchPerformers, async (ctx, { viewer, query }) => {
    const page = pageOf(query)
    const deep = page.offset >= store.countMax
    const [found, total] = await Promise.all([
      deep ? [] : store.searchCards(ctx, idOf(viewer), query, page),
      store.countCards(ctx, query),
    ])
    return { data: await visibleCards(ctx, viewer, found), total, nextCursor: null }
  }),
  route(contract.topPerformers, async (ctx, { viewer, query }) =>
    all(await visibleCards(ctx, viewer, await store.topCards(ctx, idOf(viewer), query.pageSize))),
  ),
  route(contract.randomPerformers, async (ctx, { viewer, query }) =>
    all(await visibleCards(ctx, viewer, await store.randomCards(ctx, idOf(viewer), query.pageSize))),
  ),
  route(contract.getPerformer, async (ctx, { viewer, params }) => {
    const { id } = await performerFor(ctx, viewer, params.id)
    return { data: presentProfile(ctx, viewer, await store.profile(ctx, idOf(viewer), id)) }
  }),
  route(contract.bookmarkedPerformers, async (ctx, { viewer, query }) => {
    const page = pageOf(query)
    const { shown, total, nextCursor } = cut(
      page.tooDeep ? [] : await store.bookmarkedCards(ctx, viewer.id, page),
      page,
    )
    return { data: await visibleCards(ctx, viewer, shown), total, nextCursor }
  }),
  route(contract.searchUsers, async (ctx, { viewer, query }) => {
    const page = pageOf(query)
    const found =
      page.offset >= store.countMax ? [] : await store.searchUsers(ctx, viewer.id, query.q, page.size, page.offset)
    const shown = found.slice(0, page.size)
    const hidden = await hiddenPerformers(
      ctx,
      viewer,
      shown.filter((one) => one.role === 'performer').map((one) => one.id),
    )
    return {
      data: shown.filter((one) => !hidden.has(one.id)).map((one) => presentUser(ctx, viewer, one)),
      total: page.offset + found.length,
      nextCursor: null,
    }
  }),
  route(contract.viewUser, async (ctx, { viewer, params }) => {
    const found = await store.viewUser(ctx, viewer.id, params.id)
    if (!found) refuse('NOT_FOUND')
    if (found.role === 'performer') await refuseHiddenPerformer(ctx, viewer, found.id)
    return { data: presentUser(ctx, viewer, found) }
  }),
]

async function visibleCards(ctx: Context, viewer: Viewer, found: store.CardRow[]) {
  const hidden = await hiddenPerformers(
    ctx,
    viewer,
    found.map((one) => one.id),
  )
  return found.filter((one) => !hidden.has(one.id)).map((one) => presentCard(ctx, viewer, one))
}
const all = <T>(data: T[]) => ({ data, total: data.length, nextCursor: null })
