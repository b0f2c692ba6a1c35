import * as contract from '@fanlight/contract/performers'
import { suggestTerms } from '@fanlight/contract/search'
import type { Context } from '../../../platform/context.ts'
import { cut, nextByCount, pageByCount, pageOf } from '../../../platform/db/cursor.ts'
import { fastPath, route } from '../../../platform/http/http.ts'
import { refuse } from '../../../platform/refusal.ts'
import { countMax, totalOf } from '../../../platform/db/totals.ts'
import { toMinor } from '../../money/wallet/currency.ts'
import { hiddenPerformers, requireVisibleByRelations, requireVisiblePerformer } from '../../access/policy.ts'
import { presentProfile, presentUser, presentVisibleCards } from './present.ts'
import { countValues } from './filter-counts.ts'
import { countListed, readList } from './list.ts'
import { readShuffle, shuffledCards, writeShuffle } from './shuffle.ts'
import * as store from './store.ts'
import { suggestWhileTyping } from './search-suggestions.ts'
import { suggestedCards } from './suggested.ts'
import { noteFound } from './visible.ts'

export const performerRoutes = [
  fastPath(contract.searchPerformers, (ctx, { viewer, query }) =>
    readList(ctx, viewer, { ...query, ...pricesOf(ctx, query) }, pageByCount(query)),
  ),
  route(contract.countPerformers, async (ctx, { viewer, query }) => ({
    data: await countValues(ctx, viewer, { ...query, ...pricesOf(ctx, query) }),
  })),
  route(contract.topPerformers, async (ctx, { viewer, query }) =>
    all(presentVisibleCards(ctx, viewer, await store.topCards(ctx, viewer, query.pageSize))),
  ),
  route(contract.randomPerformers, async (ctx, { viewer, query }) => {
    const before = readShuffle(query.cursor)
    const [found, counted] = await Promise.all([
      shuffledCards(ctx, viewer, query.pageSize + 1, before),
      countListed(ctx, viewer),
    ])
    const shown = found.slice(0, query.pageSize)
    const last = shown.at(-1)
    return {
      data: presentVisibleCards(ctx, viewer, shown, found[0]?.relations),
      ...totalOf(counted),
      nextCursor: found.length > query.pageSize && last ? writeShuffle(before, last) : null,
    }
  }),
  route(contract.suggestedPerformers, async (ctx, { viewer, query }) =>
    all(presentVisibleCards(ctx, viewer, await suggestedCards(ctx, viewer, query.pageSize))),
  ),
  route(suggestTerms, async (ctx, { viewer, query }) => ({ data: await suggestWhileTyping(ctx, viewer, query.q) })),
  route(contract.findMentioned, async (ctx, { viewer, query }) => {
    const found = await store.byUsernames(ctx, query.usernames)
    const hidden = await hiddenPerformers(
      ctx,
      viewer,
      found.map(({ id }) => id),
    )
    return { data: { usernames: found.filter(({ id }) => !hidden.has(id)).map(({ username }) => username) } }
  }),
  route(contract.getPerformer, async (ctx, { viewer, params, request }) => {
    const found = await store.profile(ctx, viewer, params.id)
    if (!found) refuse('PERFORMER_NOT_FOUND')
    requireVisibleByRelations(viewer, found.id, found.relations)
    noteFound(viewer, found)
    request.showsAdult = found.isAdult
    return { data: presentProfile(ctx, viewer, found) }
  }),
  route(contract.bookmarkedPerformers, async (ctx, { viewer, query }) => {
    const page = pageOf(query)
    const found = page.tooDeep ? [] : await store.bookmarkedCards(ctx, viewer, query.sort, page)
    const { shown, nextCursor } = cut(found, page)
    return {
      data: presentVisibleCards(ctx, viewer, shown, found[0]?.relations),
      ...totalOf(await store.countBookmarked(ctx, viewer)),
      nextCursor,
    }
  }),
  route(contract.searchUsers, async (ctx, { viewer, query }) => {
    const page = pageByCount(query)
    const found = page.offset >= countMax ? [] : await store.searchUsers(ctx, viewer, query.q, query, page)
    const shown = found.slice(0, page.size)
    const hidden = await hiddenPerformers(
      ctx,
      viewer,
      shown.filter((entry) => entry.role === 'performer').map((entry) => entry.id),
    )
    return {
      data: shown.filter((entry) => !hidden.has(entry.id)).map((entry) => presentUser(ctx, entry)),
      total: page.offset + found.length,
      nextCursor: nextByCount(page, shown.length, page.offset + found.length),
    }
  }),
  route(contract.viewUser, async (ctx, { viewer, params }) => {
    const found = await store.viewUser(ctx, viewer, params.id)
    if (!found) refuse('NOT_FOUND')
    if (found.role === 'performer') await requireVisiblePerformer(ctx, viewer, found.id)
    return { data: presentUser(ctx, found) }
  }),
]

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
