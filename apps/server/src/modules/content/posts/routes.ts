import * as contract from '@fanlight/contract/posts'
import { searchFeeds as searchFeedsCall } from '@fanlight/contract/search'
import { unlockFeed } from '@fanlight/contract/wallet'
import { nextByCount, pageByCount, pageOf } from '../../../platform/db/cursor.ts'
import { fastPath, route } from '../../../platform/http/http.ts'
import { presentReceipt } from '../../money/charges/present.ts'
import { deleteItem } from '../items/delete-item.ts'
import { countInStudio, inStudio, loadItems } from '../items/item-rows.ts'
import { unlockItem } from '../items/unlock.ts'
import { countItemView, openItem, ownItem } from '../items/view-item.ts'
import { reasonsFor } from '../../people/performers/reasons.ts'
import { performerFoundFor } from '../../people/performers/visible.ts'
import { readPage } from './page-query.ts'
import * as lists from './lists.ts'
import { createPoll, vote } from './polls.ts'
import { type FeedRow, feedTable } from './feed-rows.ts'
import { presentFeed, presentOwnFeed } from './present.ts'
import { searchFeeds } from './search.ts'
import { createFeed, updateFeed } from './studio.ts'

export const feedRoutes = [
  route(contract.createFeed, async (ctx, { viewer, body }) => {
    const id = await createFeed(ctx, viewer, body)
    return { data: presentOwnFeed(ctx, viewer, await ownItem<FeedRow>(ctx, viewer, feedTable, id)) }
  }),
  route(contract.listOwnFeeds, async (ctx, { viewer, query }) => {
    const page = pageByCount(query)
    const [found, total] = await Promise.all([
      page.tooDeep ? [] : loadItems<FeedRow>(ctx, feedTable, viewer.id, inStudio(feedTable, query, page)),
      countInStudio(ctx, feedTable, viewer.id, query),
    ])
    return {
      data: found.map((feed) => presentOwnFeed(ctx, viewer, feed)),
      total,
      nextCursor: nextByCount(page, found.length, total),
    }
  }),
  route(contract.getOwnFeed, async (ctx, { viewer, params }) => ({
    data: presentOwnFeed(ctx, viewer, await ownItem<FeedRow>(ctx, viewer, feedTable, params.id)),
  })),
  route(contract.updateFeed, async (ctx, { viewer, params, body }) => {
    await updateFeed(ctx, viewer, params.id, body)
    return { data: presentOwnFeed(ctx, viewer, await ownItem<FeedRow>(ctx, viewer, feedTable, params.id)) }
  }),
  route(contract.deleteFeed, async (ctx, { viewer, params }) => ({
    data: { success: true as const, ...(await deleteItem(ctx, viewer, feedTable.kind, params.id)) },
  })),
  route(contract.createPoll, async (ctx, { viewer, body }) => ({ data: await createPoll(ctx, viewer, body) })),

  fastPath(contract.homeFeed, (ctx, { viewer, query }) => {
    const page = pageOf(query)
    if (viewer.kind !== 'signed-in') return readPage(ctx, viewer, page, lists.newest(query.sort))
    if (!query.discover) return readPage(ctx, viewer, page, lists.home(query.sort))
    return readPage(ctx, viewer, page, lists.ofOthers(query.sort), async (performerIds) => {
      const reasons = await reasonsFor(ctx, viewer, performerIds)
      return (performerId) => `,"why":${JSON.stringify(reasons.get(performerId) ?? null)}`
    })
  }),
  fastPath(contract.profileFeeds, async (ctx, { viewer, params, query }) => {
    const performer = await performerFoundFor(ctx, viewer, params.username)
    return readPage(ctx, viewer, pageOf(query), lists.ofPerformer(performer.id, query.type, query.sort))
  }),
  route(searchFeedsCall, async (ctx, { viewer, query }) => {
    const page = pageByCount(query)
    const { offset, size } = page
    const found = await searchFeeds(ctx, viewer, { ...query, offset, size })
    return { ...found, nextCursor: nextByCount(page, size, found.total) }
  }),
  route(contract.getFeed, async (ctx, { viewer, params, request }) => {
    const { item, verdict } = await openItem<FeedRow>(ctx, viewer, feedTable, params.id)
    await countItemView(ctx, viewer, item, verdict)
    request.showsAdult = item.isAdult
    return { data: presentFeed(ctx, viewer, item, verdict) }
  }),
  route(unlockFeed, async (ctx, { params, body, viewer, key }) => {
    const unlock = { itemId: params.id, ...body, key }
    return { data: presentReceipt(await unlockItem(ctx, viewer, feedTable.kind, unlock)) }
  }),
  route(contract.voteInPoll, async (ctx, { viewer, params, body }) => ({
    data: await vote(ctx, viewer, params.id, body.optionId),
  })),
  fastPath(contract.bookmarkedFeeds, (ctx, { viewer, query }) =>
    readPage(ctx, viewer, pageOf(query), lists.bookmarked(query.sort)),
  ),
]
