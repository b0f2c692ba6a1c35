import * as contract from '@fanlight/contract/feeds'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { pageOf } from '../../platform/cursor.ts'
import { route } from '../../platform/http.ts'
import { refuse } from '../../platform/refusal.ts'
import { idOf, type SignedIn } from '../../platform/viewer.ts'
import { decideAll } from '../access/door.ts'
import { refuseHidden } from '../access/items.ts'
import { countView } from '../counters/views.ts'
import { performerFor } from '../performers/visible.ts'
import { lockableOf, readPage } from './page.ts'
import { createPoll, vote } from './polls.ts'
import { presentFeed, presentOwnFeed } from './present.ts'
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

  route(contract.homeFeed, async (ctx, { viewer, query, reply }) => {
    const page = pageOf(query)
    const own = viewer.kind === 'signed-in' && !query.discover
    return asText(reply, await readPage(ctx, viewer, page, own ? store.home : store.newest))
  }),
  route(contract.profileFeeds, async (ctx, { viewer, params, query, reply }) => {
    const performer = await performerFor(ctx, viewer, params.username)
    return asText(reply, await readPage(ctx, viewer, pageOf(query), store.ofPerformer(performer.id, query.type)))
  }),
  route(contract.getFeed, async (ctx, { viewer, params }) => {
    const [feed] = await store.fetchChosen(ctx, idOf(viewer), store.one(params.id))
    if (!feed || feed.status === 'removed') refuse('NOT_FOUND')
    const decision = (await decideAll(ctx, viewer, [lockableOf(feed)])).get(feed.id)!
    refuseHidden(decision)
    if (decision.granted && feed.status === 'published') await countView(ctx, viewer, feed)
    return { data: presentFeed(ctx, viewer, feed, decision) }
  }),
  route(contract.voteInPoll, async (ctx, { viewer, params, body }) => ({
    data: await vote(ctx, viewer, params.id, body.optionId),
  })),
  route(contract.bookmarkedFeeds, async (ctx, { viewer, query, reply }) => {
    return asText(reply, await readPage(ctx, viewer, pageOf(query), store.bookmarked))
  }),
]

async function ownFeed(ctx: Context, viewer: SignedIn, id: string) {
  const [feed] = await store.fetchChosen(ctx, viewer.id, store.one(id))
  if (!feed || feed.performerId !== viewer.id || feed.status === 'removed') refuse('NOT_FOUND')
  return { data: presentOwnFeed(ctx, viewer, feed) }
}

/** Lists of posts are read often and leave as text, without another validation; a test holds them to the contract. */
function asText<T>(reply: FastifyReply, answer: T): T {
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer)) as unknown as T
}
