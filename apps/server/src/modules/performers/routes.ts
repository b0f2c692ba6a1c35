import * as contract from '@fanlight/contract/performers'
import type { Context } from '../../platform/context.ts'
import { cut, pageOf } from '../../platform/cursor.ts'
import { route, sendJson } from '../../platform/http.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { toMinor } from '../wallet/currency.ts'
import { hiddenByFacts, hiddenPerformers, refuseClosedPerformer, refuseHiddenPerformer } from '../access/door.ts'
import { presentCard, presentProfile, presentUser } from './present.ts'
import { countValues } from './filter-counts.ts'
import { countMax, readList } from './list.ts'
import { readShuffle, shuffledCards, writeShuffle } from './shuffle.ts'
import * as store from './store.ts'
import { suggestedCards } from './suggested.ts'
import { noteFound } from './visible.ts'

export const performerRoutes = [
  route(contract.searchPerformers, async (ctx, { viewer, query, reply }) => {
    const text = await readList(ctx, viewer, { ...query, ...pricesOf(ctx, query) }, pageOf(query))
    return sendJson(reply, text) as never
  }),
  route(contract.countPerformers, async (ctx, { viewer, query }) => ({
    data: await countValues(ctx, viewer, { ...query, ...pricesOf(ctx, query) }),
  })),
  route(contract.topPerformers, async (ctx, { viewer, query }) =>
    all(visibleCards(ctx, viewer, await store.topCards(ctx, viewer, query.pageSize))),
  ),
  route(contract.randomPerformers, async (ctx, { viewer, query }) => {
    const before = await readShuffle(ctx, query.cursor)
    const found = await shuffledCards(ctx, viewer, query.pageSize + 1, before)
    const shown = found.slice(0, query.pageSize)
    const passed = before.passed + shown.length
    const last = shown.at(-1)
    const more = found.length > query.pageSize
    return {
      data: visibleCards(ctx, viewer, shown, found[0]?.facts),
      total: passed + (more ? 1 : 0),
      nextCursor: more && last ? writeShuffle(before, last, passed) : null,
    }
  }),
  route(contract.suggestedPerformers, async (ctx, { viewer, query }) =>
    all(visibleCards(ctx, viewer, await suggestedCards(ctx, viewer, query.pageSize))),
  ),
  route(contract.getPerformer, async (ctx, { viewer, params, request }) => {
    const found = await store.profile(ctx, viewer, params.id)
    if (!found) refuse('PERFORMER_NOT_FOUND')
    refuseClosedPerformer(viewer, found.id, found.facts)
    noteFound(viewer, found)
    request.showsAdult = found.isAdult
    return { data: presentProfile(ctx, viewer, found) }
  }),
  route(contract.bookmarkedPerformers, async (ctx, { viewer, query }) => {
    const page = pageOf(query)
    const found = page.tooDeep ? [] : await store.bookmarkedCards(ctx, viewer, query.sort, page)
    const { shown, total, nextCursor } = cut(found, page)
    return { data: visibleCards(ctx, viewer, shown, found[0]?.facts), total, nextCursor }
  }),
  route(contract.searchUsers, async (ctx, { viewer, query }) => {
    const page = pageOf(query)
    const found = page.offset >= countMax ? [] : await store.searchUsers(ctx, viewer, query.q, query, page)
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
  return found.filter((one) => !hidden.has(one.id)).map((one) => presentCard(ctx, one))
}
const pricesOf = (
  ctx: Context,
  { priceFrom, priceTo }: { priceFrom?: number | undefined; priceTo?: number | undefined },
) => {
  const { currency } = ctx.settings.all()
  return {
    priceFrom: priceFrom === undefined ? undefined : toMinor(priceFrom, currency),
    priceTo: priceTo === undefined ? undefined : toMinor(priceTo, currency),
  }
}
const all = <T>(data: T[]) => ({ data, total: data.length, nextCursor: null })
