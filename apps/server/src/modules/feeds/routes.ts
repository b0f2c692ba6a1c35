import * as contract from '@fanlight/contract/feeds'
import { searchFeeds as searchFeedsCall } from '@fanlight/contract/search'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { pageOf } from '../../platform/cursor.ts'
import { hotRead, route, sendJson } from '../../platform/http.ts'
import { refuse } from '../../platform/refusal.ts'
import { idOf, type SignedIn } from '../../platform/viewer.ts'
import { decideAll } from '../access/door.ts'
import { refuseHidden } from '../access/items.ts'
import { countView } from '../counters/views.ts'
import { performerFoundFor } from '../performers/visible.ts'
import { readPage } from './hot-page.ts'
import * as lists from './lists.ts'
import { createPoll, vote } from './polls.ts'
import { lockableOf, presentFeed, presentOwnFeed } from './present.ts'
import { foundMax, searchFeeds } from './search.ts'
import * as store from './store.ts'
import { createFeed, deleteFeed, updateFeed } from './studio.ts'

export const feedRoutes = [
  route(contract.createFeed, async (ctx, { viewer, body }) =>
    ownFeed(ctx, viewer, await createFeed(ctx, viewer, body)),
  ),
  route(contract.listOwnFeeds, async (ctx, { viewer, query }) => {
    const page = pageOf(query)
    const [found, total] = await Promise.all([
      page.tooDeep ? [] : store.fetchChosen(ctx, viewer.id, store.inStudio(query, page)),
      store.countInStudio(ctx, viewer.id, query),
    ])
    return { data: found.map((feed) => presentOwnFeed(ctx, viewer, feed)), total, nextCursor: null }
  }),
  route(contract.getOwnFeed, (ctx, { viewer, params }) => ownFeed(ctx, viewer, params.id)),
  route(contract.updateFeed, async (ctx, { viewer, params, body }) => {
    await updateFeed(ctx, viewer, params.id, body)
    return ownFeed(ctx, viewer, params.id)
  }),
  route(contract.deleteFeed, async (ctx, { viewer, params }) => ({
    data: { success: true as const, ...(await deleteFeed(ctx, viewer, params.id)) },
  })),
  route(contract.createPoll, async (ctx, { viewer, body }) => ({ data: await createPoll(ctx, viewer, body) })),

  hotRead(contract.homeFeed, async (ctx, { asker, query }) => {
    const page = pageOf(query)
    if (asker.tokenHash !== null && !query.discover) {
      const { viewerId, text } = await readPage(ctx, asker, page, lists.home(query.sort))
      if (viewerId !== null || page.tooDeep) return text
    }
    return (await readPage(ctx, asker, page, lists.newest(query.sort))).text
  }),
  route(contract.profileFeeds, async (ctx, { viewer, params, query, request, reply }) => {
    const performer = await performerFoundFor(ctx, viewer, params.username)
    const list = lists.ofPerformer(performer.id, query.type, query.sort)
    return asText(reply, await readPage(ctx, request.asker, pageOf(query), list))
  }),
  route(searchFeedsCall, async (ctx, { viewer, query }) => {
    const { offset, size } = pageOf(query)
    if (offset >= foundMax) return { data: [], total: 0, nextCursor: null }
    return { ...(await searchFeeds(ctx, viewer, { ...query, offset, size })), nextCursor: null }
  }),
  route(contract.getFeed, async (ctx, { viewer, params, request }) => {
    const [feed] = await store.fetchChosen(ctx, idOf(viewer), store.one(params.id))
    if (!feed || feed.status === 'removed') refuse('NOT_FOUND')
    const decision = (await decideAll(ctx, viewer, [lockableOf(feed)])).get(feed.id)!
    refuseHidden(decision)
    request.showsAdult = feed.isAdult
    if (decision.granted && feed.status === 'published') await countView(ctx, viewer, feed)
    return { data: presentFeed(ctx, viewer, feed, decision) }
  }),
  route(contract.voteInPoll, async (ctx, { viewer, params, body }) => ({
    data: await vote(ctx, viewer, params.id, body.optionId),
  })),
  route(contract.bookmarkedFeeds, async (ctx, { query, request, reply }) =>
    asText(reply, await readPage(ctx, request.asker, pageOf(query), lists.bookmarked(query.sort))),
  ),
]

async function ownFeed(ctx: Context, viewer: SignedIn, id: string) {
  const [feed] = await store.fetchChosen(ctx, viewer.id, store.one(id))
  if (!feed || feed.performerId !== viewer.id || feed.status === 'removed') refuse('NOT_FOUND')
  return { data: presentOwnFeed(ctx, viewer, feed) }
}

/** Lists of posts leave as the text that PostgreSQL made (docs/hot-reads.md). */
const asText = <T>(reply: FastifyReply, page: { text: string }): T => sendJson(reply, page.text) as unknown as T
