import * as contract from '@fanlight/contract/performers'
import type { Context } from '../../platform/context.ts'
import { cut, pageOf } from '../../platform/cursor.ts'
import { route } from '../../platform/http.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { hiddenByFacts, hiddenPerformers, refuseClosedPerformer, refuseHiddenPerformer } from '../access/door.ts'
import { presentCard, presentProfile, presentUser } from './present.ts'
import * as store from './store.ts'
import { noteFound } from './visible.ts'

export const performerRoutes = [
  route(contract.searchPerformers, async (ctx, { viewer, query }) => {
    const page = pageOf(query)
    const deep = page.offset >= store.countMax
    const [found, total] = await Promise.all([
      deep ? [] : store.searchCards(ctx, viewer, query, page),
      store.countCards(ctx, query),
    ])
    return { data: visibleCards(ctx, viewer, found), total, nextCursor: null }
  }),
  route(contract.topPerformers, async (ctx, { viewer, query }) =>
    all(visibleCards(ctx, viewer, await store.topCards(ctx, viewer, query.pageSize))),
  ),
  route(contract.randomPerformers, async (ctx, { viewer, query }) =>
    all(visibleCards(ctx, viewer, await store.randomCards(ctx, viewer, query.pageSize))),
  ),
  route(contract.getPerformer, async (ctx, { viewer, params }) => {
    const found = await store.profile(ctx, viewer, params.id)
    if (!found) refuse('PERFORMER_NOT_FOUND')
    refuseClosedPerformer(viewer, found.id, found.facts)
    noteFound(viewer, found)
    return { data: presentProfile(ctx, viewer, found) }
  }),
  route(contract.bookmarkedPerformers, async (ctx, { viewer, query }) => {
    const page = pageOf(query)
    const found = page.tooDeep ? [] : await store.bookmarkedCards(ctx, viewer, page)
    const { shown, total, nextCursor } = cut(found, page)
    return { data: visibleCards(ctx, viewer, shown, found[0]?.facts), total, nextCursor }
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

function visibleCards(ctx: Context, viewer: Viewer, found: store.CardRow[], facts = found[0]?.facts) {
  const hidden = hiddenByFacts(
    viewer,
    found.map((one) => one.id),
    facts ?? [],
  )
  return found.filter((one) => !hidden.has(one.id)).map((one) => presentCard(ctx, viewer, one))
}
const all = <T>(data: T[]) => ({ data, total: data.length, nextCursor: null })
